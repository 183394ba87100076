"""ECL-MST on a device: ``ecl_mst.cl``.

The compression of a variant's name is a row of the paper's Table 5. The variant leaves out the
optimization of that row and those of all rows before it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from clconn.design_space.minimum_forest import ECL_MST_FORMS
from clconn.opencl_backend.device.counters import own_counters
from clconn.opencl_backend.device.launches import FOREST, PARENTS, Loop, Step, bind
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.minimum_forest.lightest_edges import has_wide_minima, lightest_edges
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["SAMPLES", "ecl_mst", "filter_threshold"]

_SWITCHES = {
    "GUARDS": "no-guards",
    "WARPS": "thread-based",
    "IMPLICIT": "no-implicit-compression",
    "ONE_DIRECTION": "both-directions",
    "TUPLES": "no-tuples",
    "DATA_DRIVEN": "topology-driven",
    "EDGE_CENTRIC": "vertex-centric",
}
"""The ``-D`` switch of an optimization, and the first form without it. (The filter has none.)"""

_COUNTERS = own_counters("EVEN_LIST", "ODD_LIST")
"""The lengths of the two worklists: even rounds read the first and fill the second; odd rounds do
the reverse."""

SAMPLES = 20
"""Edges sampled to guess the threshold of the filter."""

_LEAST_DEGREE = 4
_LOOK_EACH_ROUND = 2**20
_NO_THRESHOLD = (2**32 - 1, 2**32 - 1)


def filter_threshold(
    n: int, m: int, sample: Callable[[Any], tuple[Any, Any]], c: float, seed: int
) -> tuple[int, int] | None:
    """About the c n-th lightest edge, guessed from a sample.

    Parameters
    ----------
    m
        Number of edges.
    sample
        Takes numbers from 0 to m - 1, and returns the keys and the indices of so many edges.

    Returns
    -------
    tuple of int, or None
        The edge's key and index. None if the filter would not pay: with fewer than 4 entries per
        vertex, or with hardly more than c n edges.
    """
    if 2 * m < _LEAST_DEGREE * n or m == 0:
        return None
    rank = int(SAMPLES * c * n / m)
    if rank >= SAMPLES:
        return None
    keys, indices = sample(np.random.default_rng(seed).integers(m, size=SAMPLES))
    place = np.lexsort((indices, keys))[rank]
    return int(keys[place]), int(indices[place])


def ecl_mst(builder: PlanBuilder) -> list[Step]:
    """Steps that store in FOREST the edge that made each vertex a child."""
    graph = builder.inputs
    assert isinstance(graph, WeightedGraph)
    level = ECL_MST_FORMS.index(builder.variant.compression)
    switches: dict[str, str | int | None] = {
        switch: None
        for switch, without in _SWITCHES.items()
        if level < ECL_MST_FORMS.index(without)
    }
    # The paper leaves paths as they are. Every edge would walk a path as long as the graph.
    switches["FIND"] = "find_patient_lifting" if "IMPLICIT" in switches else "find_halve"
    switches |= _COUNTERS
    switches |= {"UNITE_async": None, "FOREST": None, "PLACE": "int"}
    switches["GROUP_SIZE"] = builder.runtime.tuning.local_size
    minima = lightest_edges(builder)
    run = _Run(builder, graph, minima, switches)
    initialize = run.launch(
        "initialize", graph.n, builder.n, PARENTS, minima, builder.counters, FOREST
    )
    steps: list[Step] = [initialize]
    if "EDGE_CENTRIC" not in switches:
        steps.append(run.rounds(graph.n, (builder.n, *run.rows)))
    else:
        threshold = None
        if level < ECL_MST_FORMS.index("no-filter"):
            options = builder.options
            edges = (graph.edge_count, graph.sample)
            threshold = filter_threshold(graph.n, *edges, options["c"], options["seed"])
        steps += run.phase(True, threshold or _NO_THRESHOLD)
        if threshold is not None:
            steps += run.phase(False, threshold)
    # Nobody reads the parents afterwards, so all runs share them.
    bind(steps, PARENTS, builder.scratch("parents", 4 * graph.n))
    return steps


class _Run:
    """The kernels of one form on one graph."""

    def __init__(
        self, builder: PlanBuilder, graph: WeightedGraph, minima: Any,
        switches: dict[str, str | int | None],
    ) -> None:  # fmt: skip
        self._builder = builder
        self._switches = switches
        self._minima = minima
        self.rows = (
            *builder.row_arguments, graph.weighted_rows.keys, graph.weighted_rows.indices,
        )  # fmt: skip
        self._last = () if has_wide_minima(builder) else ("offer_indices",)
        self._looks = 1 if graph.entry_count > _LOOK_EACH_ROUND else 2
        if "EDGE_CENTRIC" in switches:
            edges = graph.edge_count if "ONE_DIRECTION" in switches else graph.entry_count
            tuning = builder.runtime.tuning
            self._items = min(tuning.groups * tuning.local_size, max(1, edges))
            self._capacity = np.int64(edges)
            names = ("even-list", "odd-list")[: 2 if "DATA_DRIVEN" in switches else 1]
            self._lists = [builder.scratch(name, 16 * edges) for name in names]

    def launch(self, kernel: str, items: int, *arguments: Any) -> Step:
        return self._builder.launch("ecl_mst", kernel, items, *arguments, **self._switches)

    def phase(self, light: bool, threshold: tuple[int, int]) -> list[Step]:
        """Rounds over the edges up to a threshold, or over those above it."""
        builder = self._builder
        edges = (np.int32(light), *map(np.uint32, threshold))
        target = (self._capacity, self._lists[0], _COUNTERS["EVEN_LIST"])
        populate = self.launch(
            "populate", builder.n, builder.n, *self.rows, PARENTS, *edges, *target, builder.counters
        )
        if "DATA_DRIVEN" in self._switches:
            return [populate, self._contractions()]
        return [populate, self.rounds(self._items, (builder.n, *target))]

    def rounds(self, items: int, edges: tuple[Any, ...]) -> Loop:
        """Rounds that all look at the same edges."""
        builder, more = self._builder, (PARENTS, self._minima, self._builder.counters)
        body = [self.launch("offer", items, *edges, *more)]
        return Loop(body + self._ends(items, edges, -1), builder.counters, 2 * self._looks)

    def _contractions(self) -> Loop:
        """Rounds that move the edges from one list to the other, two rounds at a time."""
        builder = self._builder
        sides = list(zip(self._lists, _COUNTERS.values(), strict=True))
        body: list[Step] = []
        for (source, source_size), (target, target_size) in (sides, sides[::-1]):
            ways = (source, source_size, target, target_size)
            arguments = (builder.n, self._capacity, *ways, PARENTS, self._minima, builder.counters)
            body.append(self.launch("contract", self._items, *arguments))
            edges = (builder.n, self._capacity, target, target_size)
            body += self._ends(self._items, edges, int(source_size))
        return Loop(body, builder.counters, self._looks)

    def _ends(self, items: int, edges: tuple[Any, ...], size_to_reset: int) -> list[Step]:
        """The rest of a round, after the edges have been offered."""
        counters = self._builder.counters
        more = (*edges, PARENTS, self._minima)
        steps = [self.launch(kernel, items, *more, counters) for kernel in self._last]
        unite = self.launch(
            "unite_lightest", items, *more, np.int32(size_to_reset), counters, FOREST
        )
        return [*steps, unite, self.launch("reset", items, *more, counters)]
