"""Strong components on a device: turn a choice into kernels, and their output into results."""

from __future__ import annotations

import copy
import weakref
from collections.abc import Callable
from functools import partial

from clconn.design_space import Choice, Request
from clconn.graph import Graph
from clconn.opencl_backend.components.connected_components import DeviceComponents
from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.placement import arcs_to_device
from clconn.opencl_backend.plan.plan import Outputs, Plan
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import Solver
from clconn.opencl_backend.strong_components.choice import (
    choose_strong_components,
    strong_components_finalists,
)
from clconn.opencl_backend.strong_components.coloring import coloring
from clconn.opencl_backend.strong_components.condensation import condensation
from clconn.opencl_backend.strong_components.contraction import contraction
from clconn.opencl_backend.strong_components.forward_backward import forward_backward
from clconn.opencl_backend.strong_components.numbered_forward_backward import (
    numbered_forward_backward,
)
from clconn.opencl_backend.strong_components.obf import obf
from clconn.opencl_backend.strong_components.outputs import (
    ROOTS,
    WORK,
    WORK_FIELDS,
    clear_work,
    course,
)
from clconn.opencl_backend.strong_components.pearce import pearce
from clconn.opencl_backend.strong_components.signatures import signatures
from clconn.opencl_backend.strong_components.two_phase import two_phase
from clconn.results import Timing, Work
from clconn.results.condensation import CondensationSource, HostCondensation

__all__ = ["ALGORITHMS", "SOLVER", "DeviceStrongComponents"]

ALGORITHMS: dict[str, Callable[[PlanBuilder], list[Step]]] = {
    "pearce": pearce,
    "forward-backward": forward_backward,
    "coloring": coloring,
    "obf": obf,
    "numbered": numbered_forward_backward,
    "signatures": signatures,
    "two-phase": two_phase,
    "contraction": contraction,
}
"""The algorithms by the second part of a variant's name."""
_BEGIN_THEMSELVES = frozenset({"signatures", "two-phase", "contraction"})
"""Those whose first kernel clears the numbers that say how much work a run was."""


def _make_plan(graph: DeviceGraph, choice: Choice) -> Plan:
    builder = PlanBuilder(graph.runtime, graph.n, graph, choice)
    builder.output("roots", ROOTS, 4 * graph.n)
    builder.output("work", WORK, 4 * WORK_FIELDS)
    algorithm = choice.variant.finish
    first = [] if algorithm in _BEGIN_THEMSELVES else [clear_work(builder)]
    return Plan(builder, [*first, *ALGORITHMS[algorithm](builder)])


class DeviceStrongComponents(DeviceComponents):
    """Strong components whose roots are on the device.

    Parameters
    ----------
    outputs
        ``"roots"``, a buffer of n int32, and ``"work"`` (``outputs.py``).
    """

    def __init__(
        self, graph: DeviceGraph, choice: Choice, outputs: Outputs, timing: Timing
    ) -> None:
        super().__init__(graph, choice, outputs, timing)
        self._work = outputs["work"]
        self._launches = outputs.launches
        # A condensation needs the graph again. The result does not keep one on the device that
        # can be put there once more.
        self._host = graph.host
        self._graph = partial(_same, graph) if graph.host is None else weakref.ref(graph)

    def work(self) -> Work:
        """How much work the run was."""
        depth, rounds, _ = self._fields()
        return Work(depth, rounds, self._launches)

    def course(self) -> str:
        """What the run decided on its way, in words."""
        return course(self._fields())

    def _fields(self) -> list[int]:
        fields: list[int] = self._runtime.download(self._work, WORK_FIELDS).tolist()
        return fields

    def condensation(self, *, on_device: bool) -> CondensationSource:
        """The arcs between the components, on the device or on the host."""
        graph, host = self._graph(), self._host
        if host is not None:
            # One core of a processor is faster on the host's arrays, which are sorted less often.
            if not on_device and (graph is None or self._runtime.is_cpu):
                return HostCondensation(host, self.labels(), self.count())
            # A graph keeps its copies on devices; that of another one goes with it.
            graph = graph or arcs_to_device(copy.copy(host), self._runtime)
        assert graph is not None
        assert graph.rows is not None
        return condensation(
            self._runtime, graph.rows, self._device_labels(), self.count(), graph.memory_needs
        )


def _same(graph: DeviceGraph) -> DeviceGraph:
    return graph


def _place(graph: Graph, runtime: Runtime, request: Request) -> DeviceGraph:
    return arcs_to_device(graph, runtime)


def _take(device_graph: DeviceGraph, request: Request) -> DeviceGraph:
    host = device_graph.host
    if host is None:
        return device_graph
    # The rows may hold both directions of each of the user's arcs, or only one of each edge.
    has_arcs = device_graph.origin is None if host.directed else device_graph.symmetric
    return device_graph if has_arcs else arcs_to_device(host, device_graph.runtime)


SOLVER = Solver(
    place=_place,
    take=_take,
    choose=choose_strong_components,
    finalists=strong_components_finalists,
    make_plan=_make_plan,
    source=DeviceStrongComponents,
)
