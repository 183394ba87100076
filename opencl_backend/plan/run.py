"""What every problem does around its kernels: place the graph, choose, plan, run, measure time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from clconn.design_space import (
    AUTOMATIC,
    MEASURED,
    Automatic,
    Choice,
    Request,
    Variant,
    is_measured,
    make_request,
)
from clconn.errors import DeviceError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.finalist import Finalist
from clconn.opencl_backend.plan.plan import Plan
from clconn.problems import Problem, find_problem
from clconn.results import Timing

__all__ = [
    "Answer",
    "Solver",
    "check_placed",
    "plan_choice",
    "plan_variant",
    "solve",
]


@dataclass(frozen=True)
class Solver:
    """The functions that a problem provides; the problem's record names its solver.

    Attributes
    ----------
    place
        Puts a host graph into the memory of a runtime's device. Takes the graph, the runtime, a
        request, and the further options of the public function.
    take
        Returns the device graph to work on. Takes a device graph, a request and the same options.
    choose
        Returns the choice for ``"auto"``. Takes a device graph and a request.
    finalists
        Returns what ``"measured"`` tries on a device graph beside that choice.
    make_plan
        Returns the plan for a device graph and a choice.
    source
        Returns the object that the result gets its arrays from. Takes a device graph, a choice,
        the outputs of a run and its timing.
    """

    place: Callable[..., DeviceGraph]
    take: Callable[..., DeviceGraph]
    choose: Callable[[Any, Automatic], Choice]
    finalists: Callable[[Any], Iterable[Finalist]]
    make_plan: Callable[[Any, Choice], Plan]
    source: Callable[..., Any]


@dataclass(frozen=True)
class Answer:
    """The outcome of a run on a device, or on several.

    Attributes
    ----------
    n
        Number of vertices.
    device
        The device's name.
    source
        The object that the result gets its arrays from.
    """

    n: int
    device: str
    choice: Choice
    source: Any
    timing: Timing


def plan_choice(
    problem: Problem, solver: Solver, device_graph: DeviceGraph, request: Request
) -> tuple[Choice, Plan]:
    """The choice and its plan, which is created on first use and kept by the graph.

    What has been measured on a graph is kept, too.
    """
    plans = device_graph.plans
    if is_measured(request):
        # Values as they are written: True is no 1, and what is no value of an option may not hash.
        options = sorted((str(name), repr(value)) for name, value in request.options.items())
        runtime = device_graph.runtime
        asked = (problem.name, MEASURED, runtime.memory, *options)
        with runtime.lock:
            if asked not in plans:
                from clconn.opencl_backend.plan.measured_choice import measure_choice

                choice, plan = measure_choice(solver, device_graph, request)
                plans[asked] = choice, plans.setdefault((problem.name, *choice.key), plan)
            measured: tuple[Choice, Plan] = plans[asked]
            return measured
    choice = solver.choose(device_graph, request) if isinstance(request, Automatic) else request
    key = (problem.name, *choice.key)
    with device_graph.runtime.lock:
        if key not in plans:
            plans[key] = solver.make_plan(device_graph, choice)
    return choice, plans[key]


def plan_variant(
    problem: str | Problem,
    device_graph: DeviceGraph,
    variant: str | Variant = AUTOMATIC,
    options: Mapping[str, Any] | None = None,
) -> tuple[Choice, Plan]:
    """The plan of a variant on a graph, by the user's names.

    Parameters
    ----------
    device_graph
        A graph of the problem's kind.
    """
    problem = find_problem(problem)
    request = make_request(problem, variant, options)
    return plan_choice(problem, problem.load("solver"), device_graph, request)


def solve(
    problem: Problem, graph: Graph | DeviceGraph, request: Request, device: Any, **more: Any
) -> Answer:
    """Run a variant on a graph on the host or on a device, and wait for it.

    Parameters
    ----------
    device
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`. For a DeviceGraph it must
        be the graph's own device, or None.
    **more
        Further options of the problem's public function.
    """
    solver: Solver = problem.load("solver")
    start = time.perf_counter()
    if isinstance(graph, DeviceGraph):
        check_placed(graph, device)
        opened_at = time.perf_counter()
        device_graph = solver.take(graph, request, **more)
    else:
        runtime = open_runtime(device)
        opened_at = time.perf_counter()
        device_graph = solver.place(graph, runtime, request, **more)
    placed_at = time.perf_counter()
    choice, plan = plan_choice(problem, solver, device_graph, request)
    # A plan that was made before has not met the limit of this call.
    plan.runtime.check_total(plan.bytes_needed, f"{choice.variant.name} on this graph")
    planned_at = time.perf_counter()
    outputs = plan.run(wait=True)
    timing = Timing(
        transfer=placed_at - opened_at,
        build=opened_at - start + planned_at - placed_at,
        compute=time.perf_counter() - planned_at,
    )
    source = solver.source(device_graph, choice, outputs, timing)
    return Answer(device_graph.n, device_graph.runtime.name, choice, source, timing)


def check_placed(graph: DeviceGraph, device: Any) -> None:
    """Raise a DeviceError if a graph is on another device than the one asked for."""
    graph.runtime.check_process()
    if device is not None and open_runtime(device) is not graph.runtime:
        raise DeviceError(
            f"the graph is on {graph.runtime.name}; leave device out, or move the graph there"
        )
