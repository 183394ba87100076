"""The engine of the serial reference: arrays in, arrays and bits out.

The algorithm is in :mod:`clconn.reference.incremental.batch`. For a forest it keeps each edge
that linked two trees: L. Dhulipala, C. Hong and J. Shun, "ConnectIt: a framework for static and
incremental parallel graph connectivity algorithms", VLDB 2021.

Invariant: a union that links roots alone links n - count times, so the recorded edges are a
spanning forest of the edges so far. Edges are numbered as they arrive, so their numbers ascend.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.design_space import Automatic, Request
from clconn.incremental.engine import Links
from clconn.problems import INCREMENTAL
from clconn.reference.incremental.batch import Batches, Operation
from clconn.results import HostComponents

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ReferenceEngine"]


class ReferenceEngine:
    """An :class:`~clconn.incremental.engine.Engine` on the host.

    Examples
    --------
    >>> from clconn.design_space import make_request
    >>> engine = ReferenceEngine(4, make_request(INCREMENTAL, "auto"), None, forest=True)
    >>> engine.insert(np.array([3, 1, 3]), np.array([1, 3, 0]))
    >>> engine.connected(np.array([0, 0]), np.array([2, 1]))
    array([2], dtype=uint32)
    >>> engine.links().edge_ids
    array([0, 2])
    """

    device_name = "host"

    def __init__(self, n: int, request: Request, device: Any, forest: bool) -> None:
        if isinstance(request, Automatic):
            request = request.choose(INCREMENTAL.reference_variant, INCREMENTAL.reference_reason)
        self.choice = request
        self.edge_count = 0
        self._has_forest = forest
        self._links: list[Operation] = []
        self._arriving: dict[int, Operation] = {}
        self._batches = Batches(n, request, self._link)

    def _link(self, child: int, edge: int) -> None:
        if self._has_forest:
            self._links.append(self._arriving[edge])

    @property
    def n(self) -> int:
        return self._batches.n

    def checks_ends(self, count: int) -> bool:
        return False

    def insert(
        self,
        sources: NDArray[np.int32],
        targets: NDArray[np.int32],
        check_later: bool = False,  # there are no arrays of a device
    ) -> None:
        self.process(sources, targets, np.zeros(sources.size, dtype=np.bool_))

    def process(
        self,
        sources: NDArray[np.int32],
        targets: NDArray[np.int32],
        is_query: NDArray[np.bool_],
    ) -> NDArray[np.uint32]:
        edges = range(self.edge_count, self.edge_count + sources.size)
        columns = sources.tolist(), targets.tolist(), edges, is_query.tolist()
        batch = [Operation(*row) for row in zip(*columns, strict=True)]
        self._arriving = {operation.edge: operation for operation in batch}
        self.edge_count = edges.stop
        return _pack(self._batches.process(batch))

    def connected(
        self, sources: NDArray[np.int32], targets: NDArray[np.int32]
    ) -> NDArray[np.uint32]:
        pairs = zip(sources.tolist(), targets.tolist(), strict=True)
        return _pack([self._batches.is_connected(u, v) for u, v in pairs])

    def count(self) -> int:
        return self.components().count()

    def components(self) -> HostComponents:
        return HostComponents(None, np.array(self._batches.roots(), dtype=np.int32))

    def links(self) -> Links:
        ids = np.array([link.edge for link in self._links], dtype=np.int64)
        sources = np.array([link.source for link in self._links], dtype=np.int32)
        targets = np.array([link.target for link in self._links], dtype=np.int32)
        return Links(ids, sources, targets)

    def grow(self, n: int) -> None:
        self._batches.grow(n)

    def restore(self, roots: NDArray[np.int32], edge_count: int, links: Links | None) -> None:
        self._batches.restore(roots.tolist())
        self.edge_count = edge_count
        if links is not None:
            columns = (links.sources, links.targets, links.edge_ids)
            rows = zip(*(column.tolist() for column in columns), strict=True)
            self._links = [Operation(*row) for row in rows]

    def finish(self) -> None:
        """Do nothing: insertions are done when a call returns."""


def _pack(answers: list[bool]) -> NDArray[np.uint32]:
    """Make bit i % 32 of word i // 32 of answer i."""
    padded = np.zeros(-(-len(answers) // 32) * 32, dtype=np.bool_)
    padded[: len(answers)] = answers
    words: NDArray[np.uint32] = np.packbits(padded, bitorder="little").view("<u4")
    return words.astype(np.uint32, copy=False)
