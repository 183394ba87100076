"""Filter-Boruvka on a device: ``filter_boruvka.cl`` and the files whose names begin so.

The rounds over a list are one launch where the device has a barrier across work-groups
(``filter_boruvka_together.cl``), and several launches each where it has none.

docs/performance/minimum-forests.md compares it with ECL-MST's CUDA code, on an NVIDIA H100 with the
weights of the generators' hash.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.counters import own_counters
from clconn.opencl_backend.device.launches import FOREST, PARENTS, Loop, Step, bind
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.minimum_forest.lightest_edges import has_wide_minima
from clconn.opencl_backend.minimum_forest.long_paths import PATIENCE, STRIDE, rounds_of_long_paths
from clconn.opencl_backend.minimum_forest.shares_of_rows import (
    entries_of_chunk,
    entries_of_section,
    hub_row,
    share_switches,
)
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["filter_boruvka"]

_ROUNDS = "filter_boruvka"
_FIRST_ROUND = "filter_boruvka_first_round"
_LISTS = "filter_boruvka_lists"
_TOGETHER = "filter_boruvka_together"
_SECOND_PHASE = "filter_boruvka_second_phase"

_KERNELS_ON_ROWS = ("choose_from_rows", "flatten", "flatten_again", "number_trees")
"""Those of the first round's file; others are for arrays of edges, or for a processor."""

_COUNTERS = own_counters(
    "LIGHT_LIST", "OTHER_LIST", "THRESHOLD", "THRESHOLD_INDEX", "LONG_PATHS", "TREES",
    "LONG_CHAINS", "LONG_WALKS", "ODD_LONG_WALKS",
)  # fmt: skip
"""The lengths of the list in the two phases; the key of the heaviest light edge, a uint, and its
index; whether some path was too long to be flattened at once; the number of trees after the first
round on rows; whether some chain of trees was too long for a vertex of the second phase, and for an
edge of the list, in two kinds of rounds that take turns: the kernels find the odd ones behind the
others."""

_STATE_SIZE = 8
"""As in ``together.h``."""

SAMPLES = 256
"""Edges sampled to guess the threshold, which then has the right rank to within about 3 % of the
edges."""

_RANK_UNIT = 2**16
"""A rank is passed to kernels as so many times its value."""

LEAST_DEGREE = 4
"""Entries per vertex above which the filter pays, as in ECL-MST."""

AT_ONCE = 2
"""Edges that a work-item takes at once in the rounds of one launch. On an H100, ms with 1, 2 and 4:
2d-2e20 0.50, 0.48 and 0.51, delaunay20 0.74, 0.70 and 0.74, r4-2e23 3.40, 3.31 and 3.31."""

SHORT_LIST = 2**14
"""The most edges that one work-group finishes: a round takes 13 us, as long as two launches and
half a check of the counter."""


def filter_boruvka(builder: PlanBuilder) -> list[Step]:
    """Steps that store in FOREST the edge that made each vertex a child."""
    graph = builder.inputs
    assert isinstance(graph, WeightedGraph)
    run = _Arrays(builder, graph) if builder.variant.reads == "edges" else _Rows(builder, graph)
    run.expect_kernels()
    steps = run.first_phase()
    if run.rank is not None:
        steps += run.second_phase()
    # Nobody reads the parents afterwards, so all runs share them.
    bind(steps, PARENTS, builder.scratch("parents", 4 * graph.n))
    return steps


def threshold_rank(n: int, entries: int, c: float) -> float | None:
    """The rank in the sample of about the c n-th lightest edge; None if the filter would not pay.

    Parameters
    ----------
    entries
        Twice the number of edges.
    """
    if entries <= LEAST_DEGREE * n:
        return None
    rank = SAMPLES * c * n / (entries / 2)
    return rank if rank < SAMPLES else None


class _Run:
    """The kernels on one graph.

    Attributes
    ----------
    rank : float or None
        That of the threshold in a sample, before a look at the graph; None without a filter.

    Parameters
    ----------
    places
        Number of entries of the rows, or of edges in the arrays.
    keys : pyopencl.Buffer
        Their keys.
    most_trees
        The most trees that the rounds over the list begin with.
    """

    _hub_row = 0
    """More entries than this has the row of a hub."""

    _indices: Any = None
    """The indices of the keys, unless each is its own place."""

    _are_offered = False
    """Whether a kernel that puts edges on the list has also offered them to the minima."""

    def __init__(
        self, builder: PlanBuilder, graph: WeightedGraph, places: int, keys: Any, most_trees: int
    ) -> None:
        self._builder = builder
        self._graph = graph
        self._tuning = builder.runtime.tuning
        self._places = places
        self._keys = keys
        self._most_trees = most_trees
        self.rank = threshold_rank(graph.n, 2 * graph.edge_count, float(builder.options["c"]))
        self._chunks = -(-places // entries_of_chunk(self._tuning))
        edges = max(1, graph.edge_count)
        self._teams = self._tuning.groups
        self._switches: dict[str, str | int | None] = {
            **_COUNTERS, **share_switches(self._tuning), "GUARDS": None, "SAMPLES": SAMPLES,
            "RANK_UNIT": _RANK_UNIT,
            "GROUP_SIZE": self._tuning.local_size, "SHORT_LIST": SHORT_LIST, "TEAMS": self._teams,
            "AT_ONCE": AT_ONCE, "STRIDE": STRIDE,
        }  # fmt: skip
        if self.rank is not None:
            self._switches["FILTER"] = None
        if graph.looked_rows is not None:
            self._switches["ROWS"] = None
        if has_wide_minima(builder):
            self._switches["INT64"] = None
        self._list = builder.scratch("edge list", 16 * edges)
        self._minima = [builder.scratch("minima", 8 * most_trees)] * 2
        # The parent of each tree, and the vertex whose place its edge takes in the forest.
        self._trees: Any = PARENTS
        self._roots: Any = PARENTS
        self._barrier = builder.runtime.global_barrier
        if self._barrier is None:
            self._take_other_minima()
        else:
            self._state = builder.runtime.upload_writable(np.zeros(_STATE_SIZE, dtype=np.int32))
            self._switches |= {"GROUP": self._barrier.local_size, **self._barrier.switches}

    def expect_kernels(self) -> None:
        """Nothing by default: kernels are built when the first of them runs."""

    def _take_other_minima(self) -> None:
        """Provide for rounds of several launches, where two sets of minima take turns."""
        self._minima[1] = self._builder.scratch("odd-minima", 8 * self._most_trees)

    def _give_up_barrier(self) -> None:
        """Provide for several launches after all, since the kernel of one launch is too large."""
        assert self._barrier is not None
        for switch in ("GROUP", *self._barrier.switches):
            del self._switches[switch]
        self._barrier = None
        self._take_other_minima()

    def _launch(self, kernel: str, items: int, *arguments: Any, file: str = _ROUNDS) -> Step:
        return self._builder.launch(file, kernel, items, *arguments, **self._switches)

    def _launch_few(self, kernel: str, *arguments: Any, file: str = _ROUNDS) -> Step:
        """A launch whose work-items take several vertices each."""
        items = min(self._graph.n, self._tuning.groups * self._tuning.local_size)
        return self._launch(kernel, items, *arguments, file=file)

    def _launch_teams(self, kernel: str, *arguments: Any, file: str = _ROUNDS) -> Step:
        """A launch with a work-group for each team, or on a processor a work-item."""
        local = 1 if self._tuning.blocks else self._tuning.local_size
        return self._builder.launch_in_groups(
            local, file, kernel, self._teams * local, *arguments, **self._switches
        )

    def _launch_group(self, kernel: str, *arguments: Any, file: str = _ROUNDS) -> Step:
        """A launch of one group, the larger the better."""
        group = min(1024, int(self._builder.runtime.device.max_work_group_size))
        return self._builder.launch_in_groups(group, file, kernel, 1, *arguments, **self._switches)

    def _launch_together(self, kernel: str, *arguments: Any, file: str) -> Step | None:
        """A launch whose work-groups wait for each other, if the device allows that."""
        if self._barrier is None:
            return None
        return self._builder.launch_together(
            self._barrier, file, kernel, *arguments, self._state, **self._switches
        )

    @property
    def _guess_arguments(self) -> tuple[Any, ...]:
        builder, rank = self._builder, round(_RANK_UNIT * (self.rank or 0))
        sample = (builder.n, builder.place(self._places), int(builder.options["seed"]), rank)
        looked = self._graph.looked_rows
        arguments = (None, None) if looked is None else looked.arguments
        return (*sample, self._hub_row, *arguments, self._keys, self._indices, builder.counters)

    def _guess_threshold(self) -> Step:
        """A step that clears the counters, and guesses the threshold from some of the keys."""
        return self._launch("guess_threshold", 1, *self._guess_arguments, file=_FIRST_ROUND)

    def _rounds(self, phase: int) -> list[Step]:
        """Rounds over the edges of the list, until it is empty.

        The first call decides whether all are in one launch, before other launches are made.
        """
        number = np.int32(phase)
        arguments = (
            self._most_trees, number, self._list, self._minima[0], self._trees, self._roots, FOREST,
        )  # fmt: skip
        if self._barrier is not None:
            together = self._launch_together(
                "join_together", *arguments, self._builder.counters, file=_TOGETHER
            )
            if together is not None:
                return [together]
            self._give_up_barrier()
        return self._rounds_apart(number)

    def _rounds_apart(self, phase: Any) -> list[Step]:
        """The same with a launch for each step of a round."""
        builder, edges = self._builder, max(1, self._graph.edge_count)
        sizes = builder.scratch("sizes of teams", 4 * self._teams)
        before = (self._most_trees, phase, self._list, sizes)
        after = (self._trees, self._roots, FOREST, builder.counters)

        def of_side(side: int) -> tuple[Any, ...]:
            return (self._most_trees, phase, np.int32(side), *before[2:])

        def join_side(side: int) -> list[Step]:
            minima = self._minima[side]
            join = self._launch_teams("join", *of_side(side), minima, *after)
            if has_wide_minima(builder):
                return [join]
            return [self._launch_teams("offer_indices", *before, minima, builder.counters), join]

        def filter_edges(side: int) -> Step:
            minima = (self._minima[side], self._minima[1 - side])
            return self._launch_teams(
                "filter_edges", *of_side(1 - side), *minima, self._trees, builder.counters
            )

        short_lists = [
            builder.scratch(name, 16 * min(SHORT_LIST, edges)) for name in ("short list", "other")
        ]
        finish = self._launch_group("finish_short_list", *before, *short_lists, self._minima[0],
                                    *after)  # fmt: skip
        divide = self._launch("divide_list", self._teams, phase, sizes, builder.counters)
        offer = self._launch_teams("offer_edges", *before, self._minima[0], builder.counters)
        offers = [] if self._are_offered else [offer]
        body = [filter_edges(0), *join_side(1), filter_edges(1), *join_side(0), finish]
        return [divide, *offers, *join_side(0), Loop(body, builder.counters, 1)]


class _Rows(_Run):
    """The kernels on rows."""

    def __init__(self, builder: PlanBuilder, graph: WeightedGraph) -> None:
        weighted = graph.weighted_rows
        n, entries = graph.n, graph.entry_count
        self._hub_row = hub_row(n, entries)
        # A tree has two vertices at least, or one whose row is too long.
        abstain = min(n, entries // self._hub_row)
        most_trees = max(1, (n + abstain) // 2)
        super().__init__(builder, graph, entries, weighted.keys, most_trees)
        self._trees = builder.scratch("trees", 4 * most_trees)
        self._roots = builder.scratch("roots", 4 * most_trees)
        self._switches["NUMBERED"] = None
        self._indices = weighted.indices
        self._weights = (weighted.keys, weighted.indices)
        self._entries = (*builder.row_arguments, *self._weights)
        self._sections = -(-entries // entries_of_section(self._tuning))
        sections_of_chunk = entries_of_chunk(self._tuning) // entries_of_section(self._tuning)
        places = self._chunks * sections_of_chunk + 1
        self._section_rows = builder.scratch("rows of sections", 4 * places)

    def expect_kernels(self) -> None:
        """Build all of the plan's kernels with the first one that is asked for its groups' size."""
        if self._barrier is None:
            return
        switches = {**self._builder.switches, **self._switches}
        expect = self._builder.runtime.kernels.expect
        guess = ("guess_threshold",) if self._tuning.blocks else ()
        expect(_FIRST_ROUND, switches, (*_KERNELS_ON_ROWS, *guess))
        expect(_LISTS, switches, ("list_light",))
        if self.rank is not None:
            expect(_SECOND_PHASE, switches)

    def first_phase(self) -> list[Step]:
        """Steps for a round vertex by vertex, and for rounds over the light edges."""
        builder, n, file = self._builder, self._graph.n, _FIRST_ROUND
        rounds = self._rounds(0)
        choices = (*self._guess_arguments, PARENTS, self._section_rows, FOREST)
        trees = (FOREST, self._roots, self._trees, *self._minima, builder.counters)
        # On a GPU the first group guesses the threshold.
        guess = [self._guess_threshold()] if self._tuning.blocks else []
        items = n if guess else n + self._tuning.local_size
        return [
            *guess,
            self._launch("choose_from_rows", items, *choices, file=file),
            self._launch("number_trees", n, n, self._most_trees, PARENTS, *trees, file=file),
            *self._flatten(),
            self._list_light(),
            *rounds,
        ]

    def _flatten(self) -> list[Step]:
        """Steps that give each vertex the name of its tree."""
        n, counters, file = self._graph.n, self._builder.counters, _FIRST_ROUND
        first = self._launch("flatten", n, n, PARENTS, counters, file=file)
        together = self._launch_together("flatten_again", n, PARENTS, counters, file=file)
        if together is not None:
            return [first, together]
        # A processor walks to the end of a path.
        rounds = 1 if self._tuning.blocks else rounds_of_long_paths(n, STRIDE)
        again = self._launch_few("flatten_again", n, PARENTS, counters, file=file)
        return [first, *[again] * rounds]

    def _rename_again(self) -> list[Step]:
        """Steps that give the vertices of long chains the names of their trees."""
        n, file = self._graph.n, _SECOND_PHASE
        arguments = (PARENTS, self._trees, self._builder.counters)
        together = self._launch_together("rename_again", n, *arguments, file=file)
        if together is not None:
            return [together]
        if self._tuning.blocks:
            return []  # a processor walks to the end of a chain
        again, last = (
            self._launch_few("rename_again", n, np.int32(is_last), *arguments, file=file)
            for is_last in (False, True)
        )
        return [*[again] * rounds_of_long_paths(self._most_trees, PATIENCE), last]

    def _list_light(self) -> Step:
        """A step that lists the light edges between trees."""
        builder = self._builder
        entries = builder.place(self._graph.entry_count)
        rows = (entries, *self._entries, PARENTS, self._section_rows)
        target = (self._list, builder.counters)
        items = self._chunks * self._tuning.local_size
        return self._launch("list_light", items, *rows, *target, file=_LISTS)

    def second_phase(self) -> list[Step]:
        """Steps for a round over the vertices outside the largest tree, and for the rest."""
        builder, n, counters = self._builder, self._graph.n, self._builder.counters
        entries = self._graph.entry_count
        # Each vertex has a part of its row, and each section one of the long row that holds it.
        parts = n + self._sections
        share = -(-(self._sections << 32) // parts)
        chosen = builder.scratch("chosen", builder.place(0).itemsize * parts)
        minima, trees = self._minima[0], self._trees
        choices = (PARENTS, self._section_rows, chosen)

        def launch(kernel: str, *arguments: Any) -> Step:
            return self._launch(kernel, n, n, *arguments, file=_SECOND_PHASE)

        def launch_parts(kernel: str, *arguments: Any) -> Step:
            numbers = (np.uint32(parts), np.uint32(share))
            return self._launch(kernel, parts, *numbers, *arguments, file=_SECOND_PHASE)

        # The first group finds the settled tree.
        items, ends = n + self._tuning.local_size, (builder.place(entries), self._entries[1])
        rename = (n, *ends, PARENTS, trees, counters)
        steps = [
            self._launch("rename_trees", items, *rename, file=_SECOND_PHASE),
            launch_parts("choose_unsettled", *self._entries, *choices, minima, counters),
        ]
        if not has_wide_minima(builder):
            offers = (self._most_trees, *self._weights, *choices, minima, counters)
            steps.append(launch_parts("offer_unsettled_indices", *offers))
        hooks = (self._most_trees, self._entries[1], *self._weights, *choices, minima, trees)
        return [
            *steps,
            launch_parts("hook_unsettled", *hooks, self._roots, FOREST, counters),
            launch("rename_unsettled", self._most_trees, PARENTS, trees, minima, counters),
            *self._rename_again(),
            launch_parts("list_unsettled", *self._entries, *choices, self._list, counters),
            *self._rounds(1),
        ]


class _Arrays(_Run):
    """The kernels on arrays of edges, without a first round of another kind."""

    def __init__(self, builder: PlanBuilder, graph: WeightedGraph) -> None:
        self._edges = graph.edge_arrays()
        self._are_offered = builder.runtime.tuning.blocks
        super().__init__(builder, graph, self._edges.count, graph.keys, graph.n)

    def first_phase(self) -> list[Step]:
        """Steps for rounds over the light edges."""
        n, rounds = self._graph.n, self._rounds(0)
        make = self._launch("make_trees", n, n, PARENTS, FOREST, *self._minima, file=_FIRST_ROUND)
        return [self._guess_threshold(), make, self._list_edges(0), *rounds]

    def second_phase(self) -> list[Step]:
        """Steps that flatten the trees, and for rounds over the other edges between them."""
        arguments = (self._builder.n, PARENTS, self._builder.counters)
        return [
            self._launch("flatten", self._graph.n, *arguments),
            self._launch_few("flatten_again", *arguments),
            self._list_edges(1),
            *self._rounds(1),
        ]

    def _list_edges(self, phase: int) -> Step:
        """A step that lists the edges between trees, in the first phase the light ones."""
        builder, edges = self._builder, self._edges
        arrays = (np.int64(edges.count), np.int32(phase), edges.sources, edges.targets, self._keys)
        arguments = (*arrays, PARENTS, self._list, self._minima[0], builder.counters)
        if self._tuning.blocks:
            return self._launch_teams("list_arrays", *arguments, file=_LISTS)
        return self._launch(
            "list_arrays", self._chunks * self._tuning.local_size, *arguments, file=_LISTS
        )
