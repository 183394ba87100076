"""Minimum spanning forests on a device: from a variant to its kernels, and to the edges' ids.

All variants order the edges by (key, index), so they leave the same forest: in ``linked``, the
result of a run, each vertex has the index of the edge that made it a child, or -1. Which vertex
became a child by an edge differs from run to run; the set of the edges does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.launches import FOREST, Step
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.weighted_graph import WeightedRows, put_weighted_rows
from clconn.opencl_backend.minimum_forest import boruvka, ecl_mst, filter_boruvka
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.plan.run import Plan, check_placed, keep_plan, solve
from clconn.opencl_backend.spanning_forest.spanning_forest import DeviceForest
from clconn.results import MinimumForest, forest_weights
from clconn.variants import AUTOMATIC, Variant

__all__ = ["minimum_forest", "plan_minimum_forest"]

_ALGORITHMS: dict[str, Callable[[Workspace], list[Step]]] = {
    "boruvka": boruvka.lay_out,
    "ecl-mst": ecl_mst.lay_out,
    "filter-boruvka": filter_boruvka.lay_out,
}


def _make_plan(graph: WeightedRows, variant: Variant, options: Mapping[str, Any]) -> Plan:
    space = Workspace(graph, variant, options, result_bytes=4 * graph.n)
    return Plan(space, _ALGORITHMS[variant.finish](space), FOREST)


def plan_minimum_forest(
    graph: WeightedRows, variant: str = AUTOMATIC, options: Mapping[str, Any] | None = None
) -> tuple[Variant, Plan]:
    """The plan of a variant on a graph, made when first asked for and kept by the graph."""
    return keep_plan(_make_plan, "minimum-forest", graph, variant, options)


class DeviceMinimumForest(DeviceForest):
    """A minimum spanning forest whose edges are on the device."""

    _graph: WeightedRows

    def weights(self) -> Any:
        """The weights of the edges, on the host."""
        assert self._graph.origin is not None
        return forest_weights(self._graph.origin, self.edge_ids())

    @property
    def _id_bound(self) -> int:
        return self._graph.id_bound

    @property
    def _switches(self) -> dict[str, str]:
        # A kernel knows an edge by its index, an int however many entries there are.
        return {"OFFSET": "int", "ID": self._graph.id_type}


def minimum_forest(
    graph: Graph | DeviceGraph,
    variant: str = AUTOMATIC,
    options: Mapping[str, Any] | None = None,
    *,
    device: Any = None,
    maximum: bool = False,
) -> MinimumForest:
    """The minimum spanning forest of a graph, computed on an OpenCL device.

    Parameters
    ----------
    graph : Graph or DeviceGraph
        A DeviceGraph must come from a graph on the host, whose weights are then used.
    variant : str
    options : mapping, optional
    device : optional
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`. For a DeviceGraph, if
        given, it must be the graph's own.
    maximum : bool
        Whether the heaviest forest is wanted instead.

    Returns
    -------
    MinimumForest
    """
    if isinstance(graph, DeviceGraph):
        check_placed(graph, device)
        if graph.host is None:
            raise GraphError(
                "this device graph is made of arrays on the device and has no weights; give a "
                "clconn.Graph with weights, or a device graph made of one by its method to()"
            )
        device = graph.runtime
        graph = graph.host
    host = graph

    def place(_: Graph, runtime: Runtime) -> WeightedRows:
        return put_weighted_rows(host, runtime, maximum=maximum)

    solved = solve(_make_plan, "minimum-forest", graph, variant, options, device, place)
    placed = solved.graph
    return MinimumForest(
        placed.n,
        DeviceMinimumForest(placed, solved.variant, solved.output, solved.timing),
        maximum=maximum,
        variant=solved.variant.name,
        reason=solved.reason,
        backend="opencl",
        device=placed.runtime.name,
        timing=solved.timing,
    )
