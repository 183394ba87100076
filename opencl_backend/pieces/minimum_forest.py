"""Minimum spanning forests of pieces: that of each piece, and that of the union of their edges.

The minimum spanning forest of a union of graphs is that of the union of their minimum spanning
forests (D. Eppstein, Z. Galil, G. F. Italiano and A. Nissenzweig, "Sparsification", Journal of the
ACM 44(5), 1997). Each piece is solved like a graph of its own; the forests, of at most n - 1 edges
each, wait on the host until they are as many as a device can take.

Invariant: the edges of every graph that is solved here are in the order of their ids, so that
places break ties as ids do. An entry is an edge, also where the rows hold its mirror image: the two
are parallel edges, of which the forest takes the first by (weight, id).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from clconn.design_space import Choice, Request
from clconn.errors import DeviceMemoryError
from clconn.graph import Graph
from clconn.graph_pieces import GraphPieces, Piece, pieces_of
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import offset_type_of
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.graph.weight_keys import (
    Keys,
    equal_keys,
    keys_of_weights,
    narrow_down,
)
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.incremental.batch import Batch
from clconn.opencl_backend.incremental.late_checks import NOWHERE, no_bad_edge
from clconn.opencl_backend.minimum_forest.minimum_forest import SOLVER
from clconn.opencl_backend.pieces.arrivals import checked_arrays
from clconn.opencl_backend.pieces.crew import Dispenser, run_crew
from clconn.opencl_backend.pieces.room import Piecework, piece_bytes
from clconn.opencl_backend.pieces.solver import PiecesAnswer, PiecesSolver
from clconn.opencl_backend.plan.run import plan_choice
from clconn.problems import Problem
from clconn.results import Timing, forest_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MINIMUM_FOREST_OF_PIECES"]

BYTES_OF_AN_EDGE = 64
"""Of its ends and key, and of the lists that Filter-Boruvka makes of it. Where keys of 64 bits are
ranked first, that takes less."""

BYTES_OF_AN_EDGE_IN_ROWS = 128
"""The same for a variant that reads rows, which hold each edge twice."""

_LONGEST_LIST = 16
"""Of those, bytes in one buffer."""

BYTES_OF_A_VERTEX = {
    "links": 4,
    "parents": 4,
    "lightest edges": 8,
    "other lightest edges": 8,
    "chosen edges": 8,
    "trees": 4,
    "roots": 4,
}
"""Of the buffers that an algorithm keeps for the vertices, by what they hold."""

_MOST_EDGES = 1 << 30
"""Of a piece: kernels number them by ints."""

_FEW = 1 << 10
"""Bytes of counters and the like."""


class _Edges(NamedTuple):
    """Some of the user's edges, in the order of their ids."""

    ids: NDArray[np.int64]
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]

    def at(self, places: Any) -> _Edges:
        return _Edges(*(part[places] for part in self))


@dataclass
class _Solving:
    """The forests that one device finds.

    Attributes
    ----------
    most
        Edges that fit the device.
    timing
        Of this device alone.
    """

    problem: Problem
    graph: Graph
    request: Request
    runtime: Runtime
    maximum: bool
    most: int
    timing: Timing
    choice: Choice | None = None

    def of_piece(self, pieces: GraphPieces, piece: Piece) -> _Edges:
        """Find the forest of a piece."""
        start = time.perf_counter()
        arrays = checked_arrays(pieces, piece)
        buffers = [
            self.runtime.upload(array, dtype)
            for array, dtype in zip(arrays, pieces.dtypes, strict=True)
        ]
        if pieces.has_rows:
            buffers[0] = self._list_sources(pieces, piece, buffers)
        else:
            self._check_ends(pieces, piece, buffers)
        edges = EdgeArrays(buffers[0], buffers[1], piece.count)
        weights = None if self.graph.weights is None else self.graph.weights[piece.entries]
        ids = self._solve(edges, weights, start)
        sources = arrays[0][ids] if not pieces.has_rows else _rows_of(piece, arrays[0], ids)
        return _Edges(piece.first + ids, sources.astype(np.int32), arrays[1][ids].astype(np.int32))

    def of_forests(self, forests: Sequence[_Edges]) -> _Edges:
        """Find the forest of the union of forests."""
        if len(forests) == 1:
            return forests[0]
        start = time.perf_counter()
        union = _Edges(*map(np.concatenate, zip(*forests, strict=True)))
        union = union.at(np.argsort(union.ids, kind="stable"))
        if union.ids.size > self.most:
            raise DeviceMemoryError(
                f"forests of {union.ids.size:,} edges together do not fit {self.runtime.name}, "
                f"which takes {self.most:,}; use a device with more memory, or raise memory_limit"
            )
        ends = [self.runtime.upload(end) for end in union[1:]]
        weights = None if self.graph.weights is None else self.graph.weights[union.ids]
        places = self._solve(EdgeArrays(ends[0], ends[1], union.ids.size), weights, start)
        return union.at(places)

    def _list_sources(self, pieces: GraphPieces, piece: Piece, buffers: Sequence[Any]) -> Any:
        runtime, tuning = self.runtime, self.runtime.tuning
        sources = runtime.allocate(4 * piece.count)
        faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        switches: dict[str, Any] = {
            "OFFSET": offset_type_of(pieces.dtypes[0]), "PIECE": tuning.piece,
            "LOCAL_SIZE": tuning.local_size, **tuning.sharing,
        }  # fmt: skip
        share = max(piece.count, piece.row_count)
        items = tuning.groups_for(share) * tuning.local_size
        kernel = runtime.kept_kernel("unite_pieces", "list_sources_of_rows", switches)
        runtime.enqueue(
            [
                Launch(
                    kernel, items, tuning.local_size, self.graph.n, piece.first_row,
                    piece.row_count, np.int64(piece.first), piece.count, np.int64(piece.first),
                    *buffers, faults, sources,
                )
            ]
        )  # fmt: skip
        if runtime.download(faults, 1)[0]:
            pieces.check()
        return sources

    def _check_ends(self, pieces: GraphPieces, piece: Piece, ends: Sequence[Any]) -> None:
        runtime = self.runtime
        first_bad = no_bad_edge(runtime)
        local = runtime.tuning.local_size
        switches: dict[str, Any] = {"FIND": "find_naive", "LOCAL_SIZE": local}
        kernel = runtime.kept_kernel("batch", "check_edges", switches)
        batch = Batch(piece.count, ends[0], 0, ends[1], 0)
        runtime.enqueue(
            [Launch(kernel, piece.count, local, *batch.arguments, self.graph.n, first_bad)]
        )
        if runtime.download(first_bad, 1)[0] != NOWHERE:
            pieces.check()

    def _solve(self, edges: EdgeArrays, weights: Any, start: float) -> NDArray[np.int64]:
        """Return the places of the edges of the forest, ascending."""
        runtime, n, count = self.runtime, self.graph.n, edges.count
        if not count:
            return np.empty(0, dtype=np.int64)
        needs = {"sources": 4 * count, "targets": 4 * count}
        if weights is None:
            keys = Keys(equal_keys(runtime, count), "uint")
        else:
            keys = keys_of_weights(runtime, weights, maximum=self.maximum, needs=needs)
        narrow = keys.buffer
        if not keys.is_narrow:
            narrow = narrow_down(runtime, keys, weights, maximum=self.maximum, needs=needs)
        del keys  # wide ones are not needed any more
        graph = WeightedGraph(runtime, n, count, narrow, edges=edges, kept=count)
        placed = time.perf_counter()
        self.choice, plan = plan_choice(self.problem, SOLVER, graph, self.request)
        planned = time.perf_counter()
        own = Timing()
        source = SOLVER.source(graph, self.choice, plan.run(wait=True), own)
        ids: NDArray[np.int64] = source.edge_ids()
        self.timing.transfer += placed - start
        self.timing.build += planned - placed
        self.timing.compute += time.perf_counter() - planned
        return ids


def _rows_of(piece: Piece, offsets: NDArray[Any], ids: NDArray[np.int64]) -> NDArray[Any]:
    """Return the rows of the given entries of a piece."""
    rows = np.searchsorted(offsets, piece.first + ids, side="right") - 1
    return piece.first_row + rows


class _KeptForest:
    """A forest whose edges are on the host, with their ends."""

    def __init__(self, graph: Graph, edges: _Edges) -> None:
        self._graph = graph
        self._edges = edges

    def count(self) -> int:
        return self._graph.n - int(self._edges.ids.size)

    def edge_ids(self) -> NDArray[np.int64]:
        return self._edges.ids

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        return self._edges.sources, self._edges.targets

    def weights(self) -> NDArray[Any]:
        return forest_weights(self._graph, self._edges.ids)


def _solve(
    problem: Problem,
    graph: Graph,
    request: Request,
    runtimes: Sequence[Runtime],
    limit: int | None,
    *,
    maximum: bool = False,
) -> PiecesAnswer:
    start = time.perf_counter()
    n = graph.n
    needs = {what: size * n for what, size in BYTES_OF_A_VERTEX.items()} | {"counters": _FEW}
    in_rows = isinstance(request, Choice) and request.variant.reads != "edges"
    each = BYTES_OF_AN_EDGE_IN_ROWS if in_rows else BYTES_OF_AN_EDGE
    # A piece has 4 bytes for an entry of rows, 8 for an edge. Two forests must fit together.
    width = 8 if graph.user_rows is None else 4
    two_forests = width * min(2 * max(n - 1, 0), graph.edge_count)
    work_of_pieces = Piecework(each / width, _LONGEST_LIST / width, width * _MOST_EDGES, 1)
    room = piece_bytes(runtimes, graph, limit, needs, work_of_pieces, two_forests)
    pieces = pieces_of(graph, room)
    dispenser = Dispenser(len(pieces))
    most = room // width

    def make(runtime: Runtime) -> _Solving:
        return _Solving(problem, graph, request, runtime, maximum, most, Timing())

    def work(place: int, runtime: Runtime) -> tuple[_Solving, list[_Edges]]:
        runtime.check_process()
        solving, found = make(runtime), list[_Edges]()
        with runtime.memory_limited(limit):
            while (number := dispenser.take()) is not None:
                forest = solving.of_piece(pieces, pieces[number])
                if sum(each.ids.size for each in (*found, forest)) > most:
                    found = [solving.of_forests(found)]
                found.append(forest)
            if len(found) > 1 and not dispenser.stopped:
                found = [solving.of_forests(found)]
        return solving, found

    done = run_crew(runtimes, work, dispenser)
    slowest = max((solving.timing for solving, _ in done), key=lambda timing: timing.total)
    last = make(runtimes[0])
    last.timing = Timing(slowest.transfer, slowest.build, slowest.compute, len(pieces))
    forests = [forest for _, found in done for forest in found]
    with runtimes[0].memory_limited(limit):
        if not forests:
            none = np.empty(0, dtype=np.int32)
            forests = [_Edges(none.astype(np.int64), none, none)]
        forest = forests[0]
        for other in forests[1:]:
            forest = last.of_forests([forest, other])
        choice = next((each.choice for each, _ in done if each.choice is not None), None)
        if choice is None:
            # There is no edge, and so nothing to choose by.
            choice = _choice_without_edges(last)
    last.timing.compute += time.perf_counter() - start - last.timing.total
    return PiecesAnswer(choice, _KeptForest(graph, forest), last.timing)


def _choice_without_edges(solving: _Solving) -> Choice:
    runtime = solving.runtime
    none = EdgeArrays(runtime.allocate(16), runtime.allocate(16), 0)
    graph = WeightedGraph(runtime, solving.graph.n, 0, runtime.allocate(16), edges=none)
    return plan_choice(solving.problem, SOLVER, graph, solving.request)[0]


def _check(request: Request) -> None:
    """Any variant solves a piece as it does a graph."""


MINIMUM_FOREST_OF_PIECES = PiecesSolver(_check, _solve)
