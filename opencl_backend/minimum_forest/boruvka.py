"""Boruvka's algorithm on a device, vertex by vertex: ``boruvka.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import FOREST, Loop, Step
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.minimum_forest.lightest_edges import has_wide_minima, lightest_edges
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["boruvka"]

_ROUNDS = 3


def boruvka(builder: PlanBuilder) -> list[Step]:
    """Steps that store in FOREST the edge that made each vertex a child."""
    graph = builder.inputs
    assert isinstance(graph, WeightedGraph)
    n, size = builder.n, graph.n
    minima = lightest_edges(builder)
    labels, hooks = builder.scratch("labels", 4 * size), builder.scratch("hooks", 4 * size)
    choices = builder.scratch("chosen", builder.place(0).itemsize * size)
    entries = (graph.weighted_rows.keys, graph.weighted_rows.indices)
    where = (labels, choices)
    switches: dict[str, str | int | None] = {
        "GUARDS": None, "GROUP_SIZE": builder.runtime.tuning.local_size,
    }  # fmt: skip

    def launch(kernel: str, *arguments: object) -> Step:
        return builder.launch("boruvka", kernel, size, n, *arguments, **switches)

    initialize = launch("initialize", labels, hooks, choices, minima, FOREST)
    body = [launch("choose", *builder.row_arguments, *entries, *where, minima)]
    if not has_wide_minima(builder):
        body.append(launch("choose_indices", *entries, *where, minima))
    hooking = (graph.neighbors, *entries, *where, minima, hooks, FOREST, builder.counters)
    body += [launch("hook", *hooking), launch("relabel", hooks, labels, minima)]
    return [initialize, Loop(body, builder.counters, _ROUNDS)]
