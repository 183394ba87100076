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

_COUNTERS = own_counters("EVEN_LIST", "ODD_LIST", "THRESHOLD", "LONG_PATHS")
"""The lengths of the two worklists; the largest key of a light edge, a uint; whether some path was
too long to be flattened at once."""

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
    run = _Run(builder, graph)
    steps = run.first_round()
    steps += run.rounds(run.list_light())
    if run.rank is not None:
        steps += run.flat() + flatten_and_vote(builder) + run.rounds(run.list_unsettled())
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
    """The kernels on one graph."""

    def __init__(self, builder: PlanBuilder, graph: WeightedGraph) -> None:
        self._builder = builder
        self._graph = graph
        self._tuning = builder.runtime.tuning
        self.rank = threshold_rank(graph.n, graph.entry_count, float(builder.options["c"]))
        self._chunk = PIECES * self._tuning.local_size
        self._switches: dict[str, str | int | None] = {
            **_COUNTERS, "GUARDS": None, "SAMPLES": SAMPLES, "PIECES": PIECES, "CHUNK": self._chunk,
            "GROUP_SIZE": self._tuning.local_size, "SHORT_LIST": SHORT_LIST,
            # On a processor one work-item reads any row.
            "SHORT_ROW": 2**31 - 1 if builder.runtime.is_cpu else SHORT_ROW,
        }  # fmt: skip
        if self.rank is not None:
            self._switches["FILTER"] = None
        if has_wide_minima(builder):
            self._switches["INT64"] = None
        edges = max(1, graph.edge_count)
        self._lists = [builder.scratch(name, 16 * edges) for name in ("even-list", "odd-list")]
        self._minima = [builder.scratch(name, 8 * graph.n) for name in ("minima", "odd-minima")]
        self._chunks = -(-graph.entry_count // self._chunk)
        self._chunk_rows = builder.scratch("chunk-rows", 4 * (self._chunks + 1))
        self._entries = (graph.keys, graph.indices)
        self._many = min(self._tuning.groups * self._tuning.local_size, edges)

    def _launch(
        self, kernel: str, items: int, *arguments: Any, file: str = "filter_boruvka"
    ) -> Step:
        return self._builder.launch(file, kernel, items, *arguments, **self._switches)

    def first_round(self) -> list[Step]:
        """Steps that hook each vertex along the lightest edge of its row."""
        builder, n, file = self._builder, self._graph.n, "filter_boruvka_first_round"
        entries = builder.place(self._graph.entry_count)
        arguments = (n, PARENTS, FOREST, *self._minima, builder.counters)
        steps = [self._launch("begin", n, *arguments, file=file)]
        if self.rank is not None:
            sample = (entries, int(builder.options["seed"]), self.rank, self._graph.keys)
            steps.append(self._launch("guess_threshold", 1, *sample, builder.counters, file=file))
        rows = (n, entries, *builder.row_arguments, *self._entries, PARENTS, self._chunk_rows)
        choose = self._launch("choose_from_rows", n, *rows, FOREST, file=file)
        break_cycles = self._launch("break_cycles", n, n, PARENTS, FOREST, file=file)
        return [*steps, choose, break_cycles, *self.flat()]

    def flat(self) -> list[Step]:
        """Steps that point every vertex to its root."""
        arguments = (self._builder.n, PARENTS, self._builder.counters)
        again = min(self._graph.n, self._tuning.groups * self._tuning.local_size)
        return [
            self._launch("flatten", self._graph.n, *arguments),
            self._launch("flatten_again", again, *arguments),
        ]

    def list_light(self) -> Step:
        """A step that lists the light edges between trees."""
        builder = self._builder
        entries = builder.place(self._graph.entry_count)
        rows = (entries, *builder.row_arguments, *self._entries, PARENTS, self._chunk_rows)
        target = (self._lists[0], self._minima[0], builder.counters)
        return self._launch("list_light", self._chunks * self._tuning.local_size, *rows, *target)

    def list_unsettled(self) -> Step:
        """A step that lists the edges between trees, each edge of the largest tree from outside."""
        builder = self._builder
        rows = (builder.n, *builder.row_arguments, *self._entries, PARENTS)
        target = (self._lists[0], self._minima[0], builder.counters)
        return self._launch("list_unsettled", self._graph.n, *rows, *target)

    def rounds(self, listing: Step) -> list[Step]:
        """Rounds over the edges of the even list, until it is empty."""
        builder = self._builder
        body = [*self._filter(0), *self._join(1), *self._filter(1), *self._join(0)]
        body.append(self._finish_short_list())
        return [listing, *self._join(0), Loop(body, builder.counters, 1)]

    def _finish_short_list(self) -> Step:
        builder = self._builder
        arguments = (builder.n, *self._lists, self._minima[0], PARENTS, FOREST, builder.counters)
        # One group, the larger the better.
        group = min(1024, int(builder.runtime.device.max_work_group_size))
        return builder.launch_in_groups(
            group, "filter_boruvka", "finish_short_list", 1, *arguments, **self._switches
        )

    def _filter(self, side: int) -> list[Step]:
        builder, other = self._builder, 1 - side
        lists = (self._lists[side], self._lists[other], self._minima[side], self._minima[other])
        arguments = (builder.n, np.int32(side), *lists, PARENTS, builder.counters)
        return [self._launch("filter_edges", self._many, *arguments)]

    def _join(self, side: int) -> list[Step]:
        builder = self._builder
        list_and_minima = (builder.n, np.int32(side), self._lists[side], self._minima[side])
        steps = []
        if not has_wide_minima(builder):
            steps.append(
                self._launch("offer_indices", self._many, *list_and_minima, builder.counters)
            )
        join = self._launch("join", self._many, *list_and_minima, PARENTS, FOREST, builder.counters)
        return [*steps, join]
