"""Components of a stream of edges on a device: GConn's Algorithm 3.

Hong, Dhulipala and Shun, GConn, PACT 2020, section 3.6. The parents stay on the device; a batch is
united with them and forgotten.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np

from clconn.design_space import Request
from clconn.errors import DeviceMemoryError, GraphError
from clconn.graph_checks import MAXIMUM_VERTICES, is_device_array
from clconn.opencl_backend.components.connected_components import DeviceComponents
from clconn.opencl_backend.device.driver_errors import translates_errors
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.incremental.batch import FEW, Batch, BatchKernels, make_batch_kernels
from clconn.opencl_backend.incremental.choice import choose_union
from clconn.opencl_backend.incremental.flattening import Flattening
from clconn.opencl_backend.incremental.late_checks import NOWHERE, LateChecks, no_bad_edge
from clconn.opencl_backend.incremental.trees import Trees
from clconn.opencl_backend.incremental.uploads import (
    Uploads,
    batch_on_device,
    checks_ends,
)
from clconn.results import Timing

__all__ = ["DeviceEngine"]

MOST_OPERATIONS = 2**30
"""Operations of one launch."""


class DeviceEngine:
    """The engine of the OpenCL backend; :class:`clconn.incremental.engine.Engine` explains it."""

    def __init__(self, n: int, request: Request, device: Any, forest: bool) -> None:
        self._runtime = open_runtime(device)
        self.choice = choose_union(request, self._runtime, forest)
        variant = replace(self.choice.variant, keeps_edges=forest)
        self._own_choice = replace(self.choice, variant=variant)
        self._trees = Trees(self._runtime, n, self._own_choice)
        self._kernels = self._make_kernels(self._trees)
        self._flattening = Flattening(self._trees)
        self._uploads = Uploads(self._runtime)
        self._bad_end: Any = None
        self._late_checks = LateChecks(self._runtime)
        self.edge_count = 0

    def _make_kernels(self, trees: Trees) -> BatchKernels:
        separates: bool = self.choice.variant.separates_queries  # type: ignore[attr-defined]
        return make_batch_kernels(trees, separates_queries=separates)

    @property
    def name(self) -> str:
        """The device's name, for messages."""
        return self._runtime.name

    @property
    def device_name(self) -> str:
        """The device's name."""
        return self.name

    @property
    def n(self) -> int:
        """Number of vertices."""
        return self._trees.n

    def checks_ends(self, count: int) -> bool:
        """Whether the ends of so many operations are checked here."""
        return checks_ends(self._runtime, count)

    @translates_errors
    def insert(self, sources: Any, targets: Any, check_later: bool = False) -> None:
        """Insert edges."""
        is_on_device = is_device_array(sources)
        if not is_on_device and 0 < sources.size <= FEW:
            self._runtime.check_process()
            with self._runtime.lock:
                if self._kernels.insert_few(sources, targets, self.edge_count):
                    self.edge_count += int(sources.size)
                    self._flattening.after(int(sources.size))
                    return
        late = self._late_checks if check_later and is_on_device else None
        with closing(self._batches(sources, targets, None, check_later)) as batches:
            for batch in batches:
                self._insert(batch, late)

    def _insert(self, batch: Batch, late: LateChecks | None) -> None:
        for piece in self._flattening.cut(batch):
            checks = late.arguments(self.n, piece.count) if late else ()
            self._kernels.insert(piece, self.edge_count, checks)
            self.edge_count += piece.count
            self._flattening.after(piece.count)

    @translates_errors
    def process(self, sources: Any, targets: Any, is_query: Any) -> Any:
        """Insert the edges that are no queries, and answer the others."""
        self._late_checks.settle()
        words = []
        with closing(self._batches(sources, targets, is_query)) as batches:
            for batch in batches:
                answers = self._room_for_answers(batch)
                self._kernels.process(batch, self.edge_count, answers)
                self.edge_count += batch.count
                self._flattening.after(batch.count)
                words.append(self._take_answers(batch, answers))
        return _joined(words)

    @translates_errors
    def connected(self, sources: Any, targets: Any) -> Any:
        """Answer queries."""
        self._late_checks.settle()
        words = []
        with closing(self._batches(sources, targets, None)) as batches:
            for batch in batches:
                answers = self._room_for_answers(batch)
                self._kernels.answer(batch, answers)
                words.append(self._take_answers(batch, answers))
        return _joined(words)

    @translates_errors
    def count(self) -> int:
        """Count the components."""
        self._runtime.check_process()
        self._late_checks.settle()
        return self._trees.count()

    @translates_errors
    def components(self) -> DeviceComponents:
        """Return the components as they are now."""
        self._runtime.check_process()
        self._late_checks.settle()
        outputs = {"roots": self._trees.roots()}
        return DeviceComponents(self, self._own_choice, outputs, Timing())

    @property
    def runtime(self) -> Runtime:
        """The runtime of the device."""
        return self._runtime

    @translates_errors
    def links(self) -> tuple[Any, Any, Any]:
        """Return the spanning forest: edge ids, sources and targets."""
        self._runtime.check_process()
        self._late_checks.settle()
        edge_ids, ends = self._trees.links(self.edge_count)
        return edge_ids, np.ascontiguousarray(ends[:, 0]), np.ascontiguousarray(ends[:, 1])

    @translates_errors
    def grow(self, n: int) -> None:
        """Add vertices up to n."""
        self._runtime.check_process()
        with self._runtime.lock:
            if self._trees.extend(n):
                self._kernels.forget_sizes()
                return
            larger = self._larger_trees(n)
            larger.take(self._trees)
            self._kernels = self._make_kernels(larger)
            self._flattening.go_on(larger)
            self._trees = larger

    def _larger_trees(self, n: int) -> Trees:
        """Make trees with room for twice as many as before, so that to grow copies little."""
        twice = min(2 * self.n, MAXIMUM_VERTICES)
        try:
            return Trees(self._runtime, n, self._own_choice, room=twice)
        except DeviceMemoryError:
            return Trees(self._runtime, n, self._own_choice)

    @translates_errors
    def restore(self, roots: Any, edge_count: int, links: Any) -> None:
        """Begin with components, and the forest of them if there is one."""
        runtime = self._runtime
        runtime.check_process()
        self._trees.begin(0)
        if roots.size:
            self._trees.restore(runtime.upload_writable(np.ascontiguousarray(roots)))
        if links is not None:
            edge_ids, sources, targets = links
            self._trees.put_links(roots, edge_ids, np.column_stack([sources, targets]))
        self.edge_count = edge_count
        runtime.finish()

    @translates_errors
    def finish(self) -> None:
        """Wait until all insertions are done."""
        self._runtime.finish()

    def _batches(
        self, sources: Any, targets: Any, is_query: Any, check_later: bool = False
    ) -> Generator[Batch, None, None]:
        """Put operations on the device; the lock is held while one batch of them is in use."""
        runtime = self._runtime
        runtime.check_process()
        if any(map(is_device_array, (sources, targets))):
            batch, is_foreign = batch_on_device(runtime, sources, targets, is_query)
            if batch.count and not check_later:
                self._check(batch)
            with runtime.lock:
                try:
                    yield from _pieces(batch)
                finally:
                    if is_foreign:
                        runtime.finish()
            return
        parts = self._uploads.batches(sources, targets, is_query, self.n, self._has_bad_end)
        with runtime.lock, closing(parts):
            for part in parts:
                yield from _pieces(part)

    def _check(self, batch: Batch) -> None:
        for number, piece in enumerate(_pieces(batch)):
            place = self._first_bad(piece)
            if place != NOWHERE:
                raise GraphError(
                    f"edge {place + number * MOST_OPERATIONS} of the batch has an end that is no "
                    f"vertex: the vertices are 0..{self.n - 1}; call grow(n) first"
                )

    def _has_bad_end(self, batch: Batch) -> bool:
        return any(self._first_bad(piece) != NOWHERE for piece in _pieces(batch))

    def _first_bad(self, batch: Batch) -> int:
        # Small batches feel every call of the driver. So the buffer is kept, and says already that
        # there is no bad end; after a batch with one, or of which nobody knows, it is made anew.
        runtime = self._runtime
        with runtime.lock:
            bad_end, self._bad_end = self._bad_end, None
            if bad_end is None:
                bad_end = no_bad_edge(runtime)
            self._kernels.check(batch, bad_end)
            place = int(runtime.download(bad_end, 1)[0])
            if place == NOWHERE:
                self._bad_end = bad_end
        return place

    def _room_for_answers(self, batch: Batch) -> Any:
        words = _words(batch.count)
        if self._runtime.tuning.local_size % 32:
            # Then the kernels set bits alone.
            return self._runtime.upload_writable(np.zeros(words, dtype=np.uint32))
        return self._runtime.allocate(4 * words)

    def _take_answers(self, batch: Batch, answers: Any) -> Any:
        return self._runtime.download(answers, _words(batch.count), np.uint32)


def _words(count: int) -> int:
    return -(-count // 32)


def _joined(words: list[Any]) -> Any:
    return np.concatenate(words) if words else np.empty(0, dtype=np.uint32)


def _pieces(batch: Batch) -> Iterator[Batch]:
    for begin in range(0, batch.count, MOST_OPERATIONS):
        yield batch.part(begin, min(MOST_OPERATIONS, batch.count - begin))
