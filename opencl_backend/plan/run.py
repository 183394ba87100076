"""What every problem does around its kernels: place the graph, choose, plan, run, take the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clconn.design_space import AUTOMATIC, Automatic, Choice, Request, Variant, make_request
from clconn.errors import DeviceError, GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
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
    "take_placed",
]


@dataclass(frozen=True)
class Solver:
    """What a problem brings along; its record names it.

    Attributes
    ----------
    place : callable
        Given a graph on the host, a runtime and a request, and what else the public function
        takes, puts the graph into the memory of the runtime's device.
    take : callable
        Given a device graph, a request and the same, returns the device graph to work on.
    choose : callable
        Given a device graph and a request for ``"auto"``, returns the choice.
    make_plan : callable
        Given a device graph and a choice.
    source : callable
        Given a device graph, a choice, the outputs of a run and its timing, returns what the result
        gets its arrays from.
    """

    place: Callable[..., DeviceGraph]
    take: Callable[..., DeviceGraph]
    choose: Callable[[Any, Automatic], Choice]
    make_plan: Callable[[Any, Choice], Plan]
    source: Callable[..., Any]


@dataclass(frozen=True)
class Answer:
    """What a run left on the device, and what came before.

    Attributes
    ----------
    graph : DeviceGraph
    choice : Choice
    source : object
        What the result gets its arrays from.
    timing : Timing
    """

    graph: DeviceGraph
    choice: Choice
    source: Any
    timing: Timing


def needs_symmetry(request: Request) -> bool:
    """Whether what was asked for by name relies on each edge standing at both ends."""
    return isinstance(request, Choice) and request.variant.reads == "rows with both ends"


def needs_edges_alone(request: Request) -> bool:
    """Whether what was asked for by name has no use for rows."""
    return isinstance(request, Choice) and request.variant.reads == "edges"


def take_placed(placed: DeviceGraph, request: Request) -> DeviceGraph:
    """The device graph as it is, if it has what a variant needs.

    Raises
    ------
    GraphError
        If each edge must stand at both ends and one does not.
    """
    if isinstance(request, Choice) and needs_symmetry(request) and not placed.symmetric:
        raise GraphError(
            f"{request.variant} needs each edge at both ends, and an edge of this device graph "
            "lacks its other direction; use a csr variant, or hand host arrays to "
            "clconn.Graph.from_csr, which adds it"
        )
    return placed


def plan_choice(
    problem: Problem, solver: Solver, placed: DeviceGraph, request: Request
) -> tuple[Choice, Plan]:
    """The choice, and its plan, made when first asked for and kept by the graph.

    Parameters
    ----------
    problem : Problem
    solver : Solver
    placed : DeviceGraph
    request : Request
    """
    choice = solver.choose(placed, request) if isinstance(request, Automatic) else request
    key = (problem.name, choice.variant.name, *sorted(choice.options.items()))
    with placed.runtime.lock:
        if key not in placed.plans:
            placed.plans[key] = solver.make_plan(placed, choice)
    return choice, placed.plans[key]


def plan_variant(
    problem: str | Problem,
    placed: DeviceGraph,
    variant: str | Variant = AUTOMATIC,
    options: Mapping[str, Any] | None = None,
) -> tuple[Choice, Plan]:
    """The plan of a variant on a graph, by a user's words.

    Parameters
    ----------
    problem : str or Problem
    placed : DeviceGraph
        Of the problem's kind.
    variant : str or Variant, default "auto"
    options : mapping, optional
    """
    problem = find_problem(problem)
    request = make_request(problem, variant, options)
    return plan_choice(problem, problem.load("solver"), placed, request)


def solve(
    problem: Problem, graph: Graph | DeviceGraph, request: Request, device: Any, **more: Any
) -> Answer:
    """Run a variant on a graph, wherever that is, and wait for it.

    Parameters
    ----------
    problem : Problem
    graph : Graph or DeviceGraph
    request : Request
    device : optional
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`. For a DeviceGraph, if
        given, it must be the graph's own.
    **more
        What else the problem's public function takes.
    """
    solver: Solver = problem.load("solver")
    begun = time.perf_counter()
    if isinstance(graph, DeviceGraph):
        check_placed(graph, device)
        opened = time.perf_counter()
        placed = solver.take(graph, request, **more)
    else:
        runtime = open_runtime(device)
        opened = time.perf_counter()
        placed = solver.place(graph, runtime, request, **more)
    placed_at = time.perf_counter()
    choice, plan = plan_choice(problem, solver, placed, request)
    planned = time.perf_counter()
    outputs = plan.run(wait=True)
    timing = Timing(
        transfer=placed_at - opened,
        build=opened - begun + planned - placed_at,
        compute=time.perf_counter() - planned,
    )
    return Answer(placed, choice, solver.source(placed, choice, outputs, timing), timing)


def check_placed(placed: DeviceGraph, device: Any) -> None:
    """Refuse to work on a graph that is on another device than the one asked for.

    Raises
    ------
    DeviceError
    """
    placed.runtime.check_process()
    if device is not None and open_runtime(device) is not placed.runtime:
        raise DeviceError(
            f"the graph is on {placed.runtime.name}; leave device out, or move the graph there"
        )


def place_for(graph: Graph, runtime: Runtime, request: Request, *, edge_ids: bool) -> DeviceGraph:
    """Put a graph on a device, as rows or as edges, whatever a request needs.

    Parameters
    ----------
    graph : Graph
    runtime : Runtime
    request : Request
    edge_ids : bool
        As for :func:`clconn.opencl_backend.graph.placement.to_device`.
    """
    from clconn.opencl_backend.graph.placement import to_device

    return to_device(
        graph,
        runtime,
        symmetric=needs_symmetry(request),
        edge_ids=edge_ids,
        arrays=needs_edges_alone(request),
    )
