"""Components and spanning forests of pieces: each device unites what it gets, the first unites all.

Only the trees travel between devices, through memory of the host: a root for each vertex, or the
links of a forest. Results are those of one device that has the whole graph.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from clconn.design_space import Automatic, Choice, Request, variants
from clconn.errors import OptionError
from clconn.graph import Graph
from clconn.graph_pieces import pieces_of
from clconn.opencl_backend.components.connected_components import DeviceComponents
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.incremental.choice import ON_GPU, choose_union
from clconn.opencl_backend.incremental.trees import Trees
from clconn.opencl_backend.pieces import room as sizes
from clconn.opencl_backend.pieces.arrivals import EXTRA_BYTES, SLOTS, arrivals
from clconn.opencl_backend.pieces.crew import Dispenser, run_crew
from clconn.opencl_backend.pieces.room import Piecework, piece_bytes
from clconn.opencl_backend.pieces.solver import PiecesAnswer, PiecesSolver
from clconn.opencl_backend.pieces.unite_pieces import PieceTrees
from clconn.opencl_backend.union_find.component_labels import label_components
from clconn.problems import INCREMENTAL, Problem
from clconn.results import Timing

__all__ = ["COMPONENTS_OF_PIECES", "FOREST_OF_PIECES"]


_SHARES = 4
"""Pieces for each of several devices, at least, so that none waits long for another one."""


_built: WeakKeyDictionary[Runtime, set[str]] = WeakKeyDictionary()
"""The variants whose kernels a device has."""


class _Work(NamedTuple):
    """What a device has done, and at what times it was ready and had sent for its last piece."""

    trees: PieceTrees
    outcome: list[tuple[Any, int]]
    ready: float
    sent: float


def _check(request: Request) -> None:
    if isinstance(request, Automatic):
        return
    united = {row.name for row in variants(INCREMENTAL) if row.rule is not None}
    if request.variant.name not in united:
        raise OptionError(
            f"{request.variant} needs the whole graph on one device; pieces of it, on one device "
            "or several, are united as they come: take 'auto', or a union that reads edges alone, "
            f"such as {ON_GPU!r}"
        )


def _solve(
    problem: Problem,
    graph: Graph,
    request: Request,
    runtimes: Sequence[Runtime],
    limit: int | None,
    *,
    forest: bool,
) -> PiecesAnswer:
    start = time.perf_counter()
    n = graph.n
    choices = [choose_union(request, runtime, forest) for runtime in runtimes]
    needs = _needs(n, choices, forest)
    extra = {"ends of pieces": SLOTS * EXTRA_BYTES}
    work_of_pieces = Piecework(SLOTS, 1, sizes.PIECE_BYTES, _SHARES)
    room = piece_bytes(runtimes, graph, limit, {**needs, **extra}, work_of_pieces)
    pieces = pieces_of(graph, room)
    dispenser = Dispenser(len(pieces))

    def work(place: int, runtime: Runtime) -> _Work:
        runtime.check_process()
        with runtime.memory_limited(limit):
            _build(runtime, choices[place], forest)
            trees = PieceTrees(runtime, n, choices[place], pieces, forest=forest)
            ready = time.perf_counter()
            with closing(arrivals(runtime, pieces, dispenser.take, room)) as coming:
                for arrival in coming:
                    trees.unite(arrival)
            sent = time.perf_counter()
            if trees.has_fault():
                dispenser.stop()
                pieces.check()
            outcome = trees.outcome() if place and not dispenser.stopped else []
        return _Work(trees, outcome, ready, sent)

    done = run_crew(runtimes, work, dispenser)
    first, runtime = done[0].trees, runtimes[0]
    for other in done[1:]:
        first.put_in(other.trees, other.outcome)
    with runtime.memory_limited(limit):
        timing = Timing(pieces=len(pieces))
        source = (
            _forest_source(first, timing, graph.edge_count)
            if forest
            else _roots(first, choices[0], timing)
        )
        runtime.finish()
    ready = max(each.ready for each in done)
    sent = max(ready, *(each.sent for each in done))
    timing.build = ready - start
    timing.transfer = sent - ready
    timing.compute = time.perf_counter() - sent
    return PiecesAnswer(choices[0], source, timing)


def _needs(n: int, choices: Sequence[Choice], forest: bool) -> dict[str, int]:
    rules = [choice.variant.rule for choice in choices]
    has_state = any(rule is not None and rule.state is not None for rule in rules)
    own = {"parents": 4 * n, "union state": 4 * n if has_state else 0}
    if not forest:
        # Other roots, then one's own, and then labels, when the parents are gone.
        by_id = all(rule is None or rule.orders_by_id for rule in rules)
        return {**own, "roots": 4 * n, "smallest vertices": 0 if by_id else 4 * n}
    several = 16 * n if len(choices) > 1 else 0
    return {**own, "edges of the forest": 8 * n, "their ends": 8 * n, "other edges": several}


def _build(runtime: Runtime, choice: Choice, forest: bool) -> None:
    """Build the kernels that come after the last piece, with those that come before."""
    built = _built.setdefault(runtime, set())
    if not forest and choice.variant.name not in built:
        label_components(runtime, Trees(runtime, 1, choice).roots(), 1)
        built.add(choice.variant.name)


def _roots(trees: PieceTrees, choice: Choice, timing: Timing) -> DeviceComponents:
    outputs = {"roots": trees.trees.roots()}
    return DeviceComponents(trees.trees, choice, outputs, timing)


class _LinksOfTrees:
    """A spanning forest of pieces, whose links are on the device until they are asked for."""

    def __init__(self, trees: Trees, timing: Timing, edge_count: int) -> None:
        self._trees = trees
        self._edge_count = edge_count
        self._timing = timing
        self._links: tuple[Any, Any] | None = None
        self._count = trees.count() if trees.n else 0

    def count(self) -> int:
        return self._count

    def edge_ids(self) -> Any:
        return self._fetch()[0]

    def edges(self) -> tuple[Any, Any]:
        ends = self._fetch()[1]
        return ends[:, 0].copy(), ends[:, 1].copy()

    def _fetch(self) -> tuple[Any, Any]:
        if self._links is None:
            start = time.perf_counter()
            self._trees.runtime.check_process()
            self._links = self._trees.links(self._edge_count)
            self._timing.transfer += time.perf_counter() - start
        return self._links


def _forest_source(trees: PieceTrees, timing: Timing, edge_count: int) -> _LinksOfTrees:
    return _LinksOfTrees(trees.trees, timing, edge_count)


def _components(*arguments: Any) -> PiecesAnswer:
    return _solve(*arguments, forest=False)


def _forest(*arguments: Any) -> PiecesAnswer:
    return _solve(*arguments, forest=True)


COMPONENTS_OF_PIECES = PiecesSolver(_check, _components)
FOREST_OF_PIECES = PiecesSolver(_check, _forest)
