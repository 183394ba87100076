"""Filter-Boruvka on a device: ``filter_boruvka.cl`` and ``filter_boruvka_first_round.cl``.

docs/performance.md compares it with ECL-MST's CUDA code, on an NVIDIA H100 with the weights of the
generators' hash.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.counters import own_counters
from clconn.opencl_backend.device.launches import FOREST, PARENTS, Loop, Step, bind
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.minimum_forest.lightest_edges import has_wide_minima
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.sampling import flatten_and_vote

__all__ = ["filter_boruvka"]

_ROUNDS = "filter_boruvka"
_FIRST_ROUND = "filter_boruvka_first_round"
_LISTS = "filter_boruvka_lists"

_COUNTERS = own_counters("LIGHT_LIST", "OTHER_LIST", "THRESHOLD", "LONG_PATHS")
"""The lengths of the list in the two phases; the largest key of a light edge, a uint; whether some
path was too long to be flattened at once."""

SAMPLES = 256
"""Keys sampled to guess the threshold, which then has the right rank to within about 3 % of the
edges."""

LEAST_DEGREE = 4
"""Entries per vertex above which the filter pays, as in ECL-MST."""

PIECES = 4
"""Entries that a work-item of list_light takes; 8 were slower by 5 % on an H100."""

SHORT_ROW = 24
"""The most entries of a row that one work-item of a GPU reads."""

SHORT_LIST = 2**14
"""The most edges that one work-group finishes: a round takes 13 us, as long as two launches and
half a check of the counter."""


def filter_boruvka(builder: PlanBuilder) -> list[Step]:
    """Steps that store in FOREST the edge that made each vertex a child."""
    graph = builder.inputs
    assert isinstance(graph, WeightedGraph)
    steps: list[Step]
    if builder.variant.reads == "edges":
        arrays = _Arrays(builder, graph)
        is_filtered = arrays.rank is not None
        steps = arrays.begin() + arrays.rounds(arrays.list_edges(0), 0)
        if is_filtered:
            steps += arrays.flat() + arrays.rounds(arrays.list_edges(1), 1)
    else:
        rows = _Rows(builder, graph)
        steps = rows.begin() + rows.first_round() + rows.rounds(rows.list_light(), 0)
        if rows.rank is not None:
            steps += rows.flat() + flatten_and_vote(builder)
            steps += rows.rounds(rows.list_unsettled(), 1)
    # Nobody reads the parents afterwards, so all runs share them.
    bind(steps, PARENTS, builder.scratch("parents", 4 * graph.n))
    return steps


def threshold_rank(n: int, entries: int, c: float) -> int | None:
    """The rank in the sample of about the c n-th lightest edge; None if the filter would not pay.

    Parameters
    ----------
    entries
        Twice the number of edges.
    """
    if entries <= LEAST_DEGREE * n:
        return None
    rank = int(SAMPLES * c * n / (entries / 2))
    return rank if rank < SAMPLES else None


class _Run:
    """The kernels on one graph.

    Parameters
    ----------
    places
        Number of entries of the rows, or of edges in the arrays.
    keys : pyopencl.Buffer
        Their keys.
    """

    def __init__(self, builder: PlanBuilder, graph: WeightedGraph, places: int, keys: Any) -> None:
        self._builder = builder
        self._graph = graph
        self._tuning = builder.runtime.tuning
        self._places = places
        self._keys = keys
        self.rank = threshold_rank(graph.n, 2 * graph.edge_count, float(builder.options["c"]))
        self._chunk = PIECES * self._tuning.local_size
        self._chunks = -(-places // self._chunk)
        edges = max(1, graph.edge_count)
        self._teams = self._tuning.groups
        self._switches: dict[str, str | int | None] = {
            **_COUNTERS, "GUARDS": None, "SAMPLES": SAMPLES, "PIECES": PIECES, "CHUNK": self._chunk,
            "GROUP_SIZE": self._tuning.local_size, "SHORT_LIST": SHORT_LIST, "TEAMS": self._teams,
            # On a processor one work-item reads any row.
            "SHORT_ROW": 2**31 - 1 if builder.runtime.is_cpu else SHORT_ROW,
        }  # fmt: skip
        if self.rank is not None:
            self._switches["FILTER"] = None
        if has_wide_minima(builder):
            self._switches["INT64"] = None
        self._list = builder.scratch("edge list", 16 * edges)
        self._sizes = builder.scratch("sizes of teams", 4 * self._teams)
        self._short_lists = [
            builder.scratch(name, 16 * min(SHORT_LIST, edges)) for name in ("short list", "other")
        ]
        self._minima = [builder.scratch(name, 8 * graph.n) for name in ("minima", "odd-minima")]

    def _launch(self, kernel: str, items: int, *arguments: Any, file: str = _ROUNDS) -> Step:
        return self._builder.launch(file, kernel, items, *arguments, **self._switches)

    def _launch_teams(self, kernel: str, *arguments: Any, file: str = _ROUNDS) -> Step:
        """A launch with a work-group for each team, or on a processor a work-item."""
        local = 1 if self._tuning.blocks else self._tuning.local_size
        return self._builder.launch_in_groups(
            local, file, kernel, self._teams * local, *arguments, **self._switches
        )

    def begin(self) -> list[Step]:
        """Steps that make each vertex a tree, and guess the threshold from some of the keys."""
        builder, n, file = self._builder, self._graph.n, _FIRST_ROUND
        arguments = (n, PARENTS, FOREST, *self._minima, builder.counters)
        steps = [self._launch("begin", n, *arguments, file=file)]
        if self.rank is not None:
            places = builder.place(self._places)
            sample = (places, int(builder.options["seed"]), self.rank, self._keys)
            steps.append(self._launch("guess_threshold", 1, *sample, builder.counters, file=file))
        return steps

    def flat(self) -> list[Step]:
        """Steps that point every vertex to its root."""
        arguments = (self._builder.n, PARENTS, self._builder.counters)
        again = min(self._graph.n, self._tuning.groups * self._tuning.local_size)
        return [
            self._launch("flatten", self._graph.n, *arguments),
            self._launch("flatten_again", again, *arguments),
        ]

    def rounds(self, listing: Step, phase: int) -> list[Step]:
        """Rounds over the edges of the list, until it is empty."""
        builder, number = self._builder, np.int32(phase)
        divide = self._launch("divide_list", self._teams, number, self._sizes, builder.counters)
        joins = [self._join(number, side) for side in (0, 1)]
        body = [self._filter(number, 0), *joins[1], self._filter(number, 1), *joins[0]]
        body.append(self._finish_short_list(number))
        return [listing, divide, *joins[0], Loop(body, builder.counters, 1)]

    def _finish_short_list(self, phase: Any) -> Step:
        builder = self._builder
        lists = (self._list, self._sizes, *self._short_lists)
        arguments = (builder.n, phase, *lists, self._minima[0], PARENTS, FOREST, builder.counters)
        # One group, the larger the better.
        group = min(1024, int(builder.runtime.device.max_work_group_size))
        return builder.launch_in_groups(
            group, _ROUNDS, "finish_short_list", 1, *arguments, **self._switches
        )

    def _filter(self, phase: Any, side: int) -> Step:
        builder = self._builder
        arguments = (builder.n, phase, self._list, self._sizes)
        minima = (self._minima[side], self._minima[1 - side])
        return self._launch_teams("filter_edges", *arguments, *minima, PARENTS, builder.counters)

    def _join(self, phase: Any, side: int) -> list[Step]:
        builder = self._builder
        arguments = (builder.n, phase, self._list, self._sizes, self._minima[side])
        steps = []
        if not has_wide_minima(builder):
            steps.append(self._launch_teams("offer_indices", *arguments, builder.counters))
        join = self._launch_teams("join", *arguments, PARENTS, FOREST, builder.counters)
        return [*steps, join]


class _Rows(_Run):
    """The kernels on rows."""

    def __init__(self, builder: PlanBuilder, graph: WeightedGraph) -> None:
        weighted = graph.weighted_rows
        super().__init__(builder, graph, graph.entry_count, weighted.keys)
        self._entries = (*builder.row_arguments, weighted.keys, weighted.indices)
        self._chunk_rows = builder.scratch("chunk-rows", 4 * (self._chunks + 1))

    def first_round(self) -> list[Step]:
        """Steps that hook each vertex along the lightest edge of its row."""
        n, file = self._graph.n, _FIRST_ROUND
        entries = self._builder.place(self._graph.entry_count)
        rows = (n, entries, *self._entries, PARENTS, self._chunk_rows)
        choose = self._launch("choose_from_rows", n, *rows, FOREST, file=file)
        break_cycles = self._launch("break_cycles", n, n, PARENTS, FOREST, file=file)
        return [choose, break_cycles, *self.flat()]

    def list_light(self) -> Step:
        """A step that lists the light edges between trees."""
        builder = self._builder
        entries = builder.place(self._graph.entry_count)
        rows = (entries, *self._entries, PARENTS, self._chunk_rows)
        target = (self._list, self._minima[0], builder.counters)
        items = self._chunks * self._tuning.local_size
        return self._launch("list_light", items, *rows, *target, file=_LISTS)

    def list_unsettled(self) -> Step:
        """A step that lists the edges between trees, each edge of the largest tree from outside."""
        builder = self._builder
        rows = (builder.n, *self._entries, PARENTS)
        target = (self._list, self._minima[0], builder.counters)
        return self._launch("list_unsettled", self._graph.n, *rows, *target, file=_LISTS)


class _Arrays(_Run):
    """The kernels on arrays of edges, without a first round of another kind."""

    def __init__(self, builder: PlanBuilder, graph: WeightedGraph) -> None:
        self._edges = graph.edge_arrays()
        super().__init__(builder, graph, self._edges.count, graph.keys)

    def list_edges(self, phase: int) -> Step:
        """A step that lists the edges between trees, in the first phase the light ones."""
        builder, edges = self._builder, self._edges
        arrays = (np.int64(edges.count), np.int32(phase), edges.sources, edges.targets, self._keys)
        arguments = (*arrays, PARENTS, self._list, self._minima[0], builder.counters)
        if self._tuning.blocks:
            return self._launch_teams("list_arrays", *arguments, file=_LISTS)
        return self._launch(
            "list_arrays", self._chunks * self._tuning.local_size, *arguments, file=_LISTS
        )
