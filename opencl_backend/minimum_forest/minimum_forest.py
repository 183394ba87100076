"""Minimum spanning forests on a device: turn a variant into kernels, and indices into edge ids.

All variants order the edges by (key, index), so they return the same forest. ``linked``, the result
of a run, holds for each vertex the index of the edge that made it a child, or -1. Which vertex
became a child by an edge differs from run to run; the set of the edges does not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clconn.design_space import Choice, Request
from clconn.errors import DeviceMemoryError, GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.launches import FOREST, Step
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.weight_keys import gather_keys
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.opencl_backend.graph.weights_of_keys import KeyCode
from clconn.opencl_backend.minimum_forest.boruvka import boruvka
from clconn.opencl_backend.minimum_forest.choice import (
    choose_minimum_forest,
    minimum_forest_finalists,
)
from clconn.opencl_backend.minimum_forest.ecl_mst import ecl_mst
from clconn.opencl_backend.minimum_forest.filter_boruvka import filter_boruvka
from clconn.opencl_backend.minimum_forest.kruskal import kruskal
from clconn.opencl_backend.plan.plan import Plan
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import Solver
from clconn.opencl_backend.spanning_forest.spanning_forest import DeviceForest, expect_listing
from clconn.results import forest_weights

__all__ = ["SOLVER", "DeviceMinimumForest"]

_ALGORITHMS: dict[str, Callable[[PlanBuilder], list[Step]]] = {
    "boruvka": boruvka,
    "ecl-mst": ecl_mst,
    "filter-boruvka": filter_boruvka,
    "kruskal": kruskal,
}


def _make_plan(graph: WeightedGraph, choice: Choice) -> Plan:
    if choice.variant.reads == "rows":
        _ = graph.weighted_rows
    elif choice.variant.finish != "kruskal" or graph.unlisted_rows is None:
        graph.edge_arrays()
    builder = PlanBuilder(graph.runtime, graph.n, graph, choice)
    builder.output("linked", FOREST, 4 * graph.n)
    expect_listing(graph.runtime, _listing_switches(graph))
    return Plan(builder, _ALGORITHMS[choice.variant.finish](builder))


def _listing_switches(graph: WeightedGraph) -> dict[str, str]:
    # A kernel identifies an edge by its index, which is a uint whatever the number of entries.
    return {"OFFSET": "uint", "ID": "int" if graph.id_bound < 2**31 else "long"}


class DeviceMinimumForest(DeviceForest):
    """A minimum spanning forest whose edges are on the device."""

    _graph: WeightedGraph

    def weights(self) -> Any:
        """The weights of the edges, on the host."""
        graph = self._graph
        assert graph.origin is not None
        if graph.origin.weights is not None and graph.key_code and not graph.runtime.is_cpu:
            weights = self._decoded_weights(graph.key_code, graph.origin.weights.dtype)
            if weights is not None:
                return weights
        return forest_weights(graph.origin, self.short_edge_ids())

    def _decoded_weights(self, code: KeyCode, dtype: Any) -> Any:
        """The weights from the keys, or None if keys do not have them or the device is full."""
        runtime = self._graph.runtime
        with self._measure("transfer"):
            ids, count, id_type = self._list(), self._edge_count(), self._switches["ID"]
            try:
                keys = gather_keys(runtime, self._graph.keys, ids, id_type, count)
            except DeviceMemoryError:
                return None
            return code.weights(keys, dtype)

    @property
    def _id_bound(self) -> int:
        return self._graph.id_bound

    @property
    def _switches(self) -> dict[str, str]:
        return _listing_switches(self._graph)


def _place(
    graph: Graph, runtime: Runtime, request: Request, *, maximum: bool = False
) -> WeightedGraph:
    named_rows = isinstance(request, Choice) and request.variant.reads == "rows"
    as_rows = True if named_rows else None
    return put_weighted_graph(graph, runtime, maximum=maximum, as_rows=as_rows)


def _take(device_graph: DeviceGraph, request: Request, *, maximum: bool = False) -> WeightedGraph:
    if device_graph.host is None:
        raise GraphError(
            "this device graph is made of arrays on the device and has no weights; give a "
            "clconn.Graph with weights, or a device graph made of one by its method to()"
        )
    return _place(device_graph.host, device_graph.runtime, request, maximum=maximum)


SOLVER = Solver(
    place=_place,
    take=_take,
    choose=choose_minimum_forest,
    finalists=minimum_forest_finalists,
    make_plan=_make_plan,
    source=DeviceMinimumForest,
)
