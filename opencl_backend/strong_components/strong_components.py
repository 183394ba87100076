"""Strong components on a device: turn a choice into kernels, and their output into results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from clconn.design_space import Automatic, Choice, Request
from clconn.graph import Graph
from clconn.opencl_backend.components.connected_components import DeviceComponents
from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.plan.plan import Plan
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import Solver
from clconn.opencl_backend.strong_components.outputs import ROOTS, WORK, WORK_FIELDS
from clconn.opencl_backend.strong_components.pearce import pearce
from clconn.results import Timing, Work

__all__ = ["ALGORITHMS", "SOLVER", "DeviceStrongComponents"]

ALGORITHMS: dict[str, Callable[[PlanBuilder], list[Step]]] = {
    "pearce": pearce,
}
"""The algorithms by the second part of a variant's name."""


def _make_plan(graph: DeviceGraph, choice: Choice) -> Plan:
    builder = PlanBuilder(graph.runtime, graph.n, graph, choice)
    builder.output("roots", ROOTS, 4 * graph.n)
    builder.output("work", WORK, 4 * WORK_FIELDS)
    clear = builder.launch("work", "clear_work", WORK_FIELDS, WORK, WORK_FIELDS=WORK_FIELDS)
    return Plan(builder, [clear, *ALGORITHMS[choice.variant.finish](builder)])


class DeviceStrongComponents(DeviceComponents):
    """Strong components whose roots are on the device.

    Parameters
    ----------
    outputs
        ``"roots"``, a buffer of n int32, and ``"work"``.
    """

    def __init__(
        self, graph: DeviceGraph, choice: Choice, outputs: Mapping[str, Any], timing: Timing
    ) -> None:
        super().__init__(graph, choice, outputs, timing)
        self._work = outputs["work"]

    def work(self) -> Work:
        """How much work the run was."""
        depth, rounds = self._runtime.download(self._work, WORK_FIELDS).tolist()
        return Work(depth, rounds)


def _place(graph: Graph, runtime: Runtime, request: Request) -> DeviceGraph:
    return arcs_to_device(graph, runtime)


def _take(device_graph: DeviceGraph, request: Request) -> DeviceGraph:
    host = device_graph.host
    if host is None:
        return device_graph
    # The rows may hold both directions of each of the user's arcs, or only one of each edge.
    has_arcs = device_graph.origin is None if host.directed else device_graph.symmetric
    return device_graph if has_arcs else arcs_to_device(host, device_graph.runtime)


def _choose(graph: DeviceGraph, request: Automatic) -> Choice:
    return request.choose("csr/pearce/serial", "the device is a processor")


SOLVER = Solver(
    place=_place,
    take=_take,
    choose=_choose,
    make_plan=_make_plan,
    source=DeviceStrongComponents,
)
