"""The minimum spanning forest of the edges of a stream so far, updated in batches.

Eppstein, Galil, Italiano and Nissenzweig, "Sparsification", Journal of the ACM 44(5), 1997:
the minimum spanning forest of a union of edge sets is that of the union of their forests. So of the
edges so far only the n - 1 of their forest need to stay.

Invariant: the forest of the edges so far is that of the forest kept and the edges that wait. Both
are in the order of the stream, and those that wait come later; so places in both together break
ties as edge ids do. :mod:`clconn.reference.minimum_forest.edge_batches` is the same, serially.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clconn.exact_weights import edge_weights, join_weights, weights_as
from clconn.graph import Graph
from clconn.graph_checks import (
    MAXIMUM_VERTICES,
    RENUMBER,
    RENUMBER_WITHOUT_N,
    refuse_edge,
    vertex_count,
)
from clconn.incremental.engine import Links
from clconn.incremental.links import ForestOfLinks
from clconn.results import MinimumForest, Timing
from clconn.streams.cycle_filter import CycleFilter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.streams.names import NameOrder

__all__ = ["ForestSoFar", "Kept"]


class Kept(NamedTuple):
    """All that a :class:`ForestSoFar` knows, as arrays.

    Attributes
    ----------
    n, edge_count, maximum : numpy.ndarray, shape ()
    forest : numpy.ndarray, shape ()
        As many of the edges are the forest; the others wait.
    edge_ids, sources, targets, weights : numpy.ndarray, shape (k,)
        The edges, in the order of the stream.
    """

    n: NDArray[Any]
    edge_count: NDArray[Any]
    maximum: NDArray[Any]
    forest: NDArray[Any]
    edge_ids: NDArray[np.int64]
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    weights: NDArray[Any]

    def is_right(self) -> bool:
        """Whether the arrays, which come from a file, fit each other."""
        n, edge_count = int(self.n), int(self.edge_count)
        ids, ends = self.edge_ids, (self.sources, self.targets)
        return (
            0 <= n <= MAXIMUM_VERTICES
            and ids.dtype == np.int64
            and all(end.dtype == np.int32 for end in ends)
            and self.weights.dtype.kind in "iuf"
            and all(each.shape == ids.shape == (ids.size,) for each in (*ends, self.weights))
            and 0 <= int(self.forest) <= ids.size
            and not (self.weights != self.weights).any()
            and bool((np.diff(ids, prepend=-1, append=edge_count) > 0).all())
            and all(bool(((end >= 0) & (end < n)).all()) for end in ends)
        )


class ForestSoFar:
    """The minimum spanning forest of the edges so far.

    Parameters
    ----------
    solve : callable
        Finds the minimum spanning forest of a graph.
    n : int or None
        Number of vertices; None if each id is a vertex, and so are those below it.
    least : int
        So many vertices there are at least, if `n` is None.
    batch : int
        So many edges wait before the next forest is found; or n, if that is larger, because each
        forest takes a time of n and of the edges that wait.
    maximum : bool
        Whether heavier edges come first.
    """

    def __init__(
        self,
        solve: Callable[[Graph], MinimumForest],
        *,
        n: int | None,
        least: int,
        batch: int,
        maximum: bool,
    ) -> None:
        self._solve = solve
        self._limit = MAXIMUM_VERTICES if n is None else n
        self._n_is_known = n is not None
        self.n = least if n is None else n
        self._batch = batch
        self.maximum = maximum
        self.edge_count = 0
        self.timing = Timing()
        self._weights: NDArray[Any] = np.empty(0, dtype=np.int64)
        self._ids = np.empty(0, dtype=np.int64)
        self._ends = np.empty((2, 0), dtype=np.int32)
        self._waiting: list[tuple[NDArray[np.int64], NDArray[np.int32], NDArray[Any]]] = []
        self._waiting_count = 0
        self._filter = self._make_filter()
        # Wrong arguments are told before the stream is read.
        self._last = solve(Graph.from_edges([], [], 0))

    def add(
        self, sources: NDArray[Any], targets: NDArray[Any], weights: NDArray[Any] | None
    ) -> None:
        """Add a batch of edges, of which all have weights, or none has.

        Raises
        ------
        GraphError
            For the first edge whose ends are no vertices, or whose weight is NaN; it names its id.
        """
        first = self.edge_count
        ends = self._checked_ends(sources, targets)
        values = self._checked_weights(weights, ends[0].size)
        self._filter.grow(self.n)
        places = self._filter.places(*ends, values)
        if places.size:
            self._waiting.append(
                (first + places, np.stack([end[places] for end in ends]), values[places])
            )
        self._waiting_count += places.size
        self.edge_count += ends[0].size
        if self._waiting_count >= max(self._batch, self.n):
            self._find_forest()

    def trees(self) -> int:
        """Count the trees of the forest found last."""
        return self.n - int(self._ids.size)

    def kept(self) -> Kept:
        """Return what :meth:`restore` takes."""
        ids, ends, weights = self._all_edges()
        return Kept(
            np.array(self.n),
            np.array(self.edge_count),
            np.array(self.maximum),
            np.array(self._ids.size),
            ids,
            ends[0],
            ends[1],
            weights,
        )

    def restore(self, kept: Kept) -> None:
        """Go on where another one stood."""
        self.n = max(self.n, int(kept.n))
        self.edge_count = int(kept.edge_count)
        ends, size = np.stack([kept.sources, kept.targets]), int(kept.forest)
        self._ids, self._ends = kept.edge_ids[:size], ends[:, :size]
        self._weights = kept.weights[:size]
        self._waiting = [(kept.edge_ids[size:], ends[:, size:], kept.weights[size:])]
        self._waiting_count = kept.edge_ids.size - size
        self._filter = self._make_filter()

    def result(self, order: NameOrder | None = None) -> MinimumForest:
        """Return the forest of the edges so far; its vertices have the order of their names."""
        self._find_forest()
        last = self._last
        links = Links(self._ids, *self._ends)
        forest = MinimumForest(
            self.n,
            _WeightedLinks(self.n, links if order is None else order.links(links), self._weights),
            variant=last.variant,
            options=last.options,
            reason=last.reason,
            backend=last.backend,
            device=last.device,
            timing=self.timing,
            maximum=self.maximum,
        )
        forest.nodes = None if order is None else order.nodes
        return forest

    def _find_forest(self) -> None:
        """Put the edges that wait into the forest."""
        if not self._waiting_count:
            self._waiting = []
            return
        ids, ends, weights = self._all_edges()
        self._waiting, self._waiting_count = [], 0
        self._last = self._solve(Graph.from_edges(ends[0], ends[1], self.n, weights=weights))
        places = self._last.edge_ids
        for step in ("transfer", "build", "compute"):
            seconds = getattr(self.timing, step) + getattr(self._last.timing, step)
            setattr(self.timing, step, seconds)
        self._ids, self._ends, self._weights = ids[places], ends[:, places], weights[places]
        self._filter = self._make_filter()

    def _all_edges(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[Any]]:
        """Return the ids, ends and weights of the forest and of the edges that wait."""
        parts = (self._ids, self._ends, self._weights), *self._waiting
        ids, ends, weights = zip(*parts, strict=True)
        return np.concatenate(ids), np.concatenate(ends, axis=1), np.concatenate(weights)

    def _make_filter(self) -> CycleFilter:
        return CycleFilter(
            self.n, self._ends[0], self._ends[1], self._weights, maximum=self.maximum
        )

    def _checked_ends(
        self, sources: NDArray[Any], targets: NDArray[Any]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the ends of a batch, and count the vertices."""
        ends = sources, targets
        if sources.size:
            largest = max(int(end.max()) for end in ends)
            if min(int(end.min()) for end in ends) < 0:
                self._refuse_edge(*ends)
            if not self._n_is_known:
                vertex_count(largest + 1, hint=largest, remedy=RENUMBER)
            if largest >= self._limit:
                self._refuse_edge(*ends)
            self.n = max(self.n, largest + 1)
        return sources.astype(np.int32, copy=False), targets.astype(np.int32, copy=False)

    def _refuse_edge(self, sources: NDArray[Any], targets: NDArray[Any]) -> None:
        first = self.edge_count
        remedy = RENUMBER_WITHOUT_N if self._n_is_known else RENUMBER
        refuse_edge(sources, targets, self._limit, first=first, remedy=remedy)

    def _checked_weights(self, weights: NDArray[Any] | None, count: int) -> NDArray[Any]:
        """Return the weights of a batch, of the type of all weights so far."""
        first = self.edge_count
        if weights is None:
            return np.ones(count, dtype=np.int64)
        if not count:
            return self._weights[:0]
        values = edge_weights(weights, count, "edge", lambda place: f"edge {first + place}")
        assert values is not None
        if not first:
            self._weights = values[:0]
        same = weights_as(values, self._weights.dtype)
        if same is not None:
            return same
        # Let all edges so far have one type before there is another.
        self._find_forest()
        kept = self._ids.tolist()
        joined = join_weights(
            self._weights,
            values,
            lambda place: f"edge {[*kept, *range(first, first + count)][place]}",
        )
        self._weights = joined[: len(kept)]
        self._filter = self._make_filter()
        return joined[len(kept) :]


class _WeightedLinks(ForestOfLinks):
    """A forest whose weights are kept, too, because its graph is not in memory."""

    def __init__(self, n: int, links: Links, weights: NDArray[Any]) -> None:
        super().__init__(n, links)
        self._weights = weights

    def weights(self) -> NDArray[Any]:
        return self._weights
