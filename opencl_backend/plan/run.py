"""What every problem does around its kernels: place the graph, choose, plan, run, take the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clconn.errors import DeviceError, GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.launches import Slot, Step, bind
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph, to_device
from clconn.opencl_backend.plan.auto_variant import settle
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.results import Timing
from clconn.variants import AUTOMATIC, Variant, find_variant, resolve_options

__all__ = ["Plan", "Solved", "check_placed", "keep_plan", "needs_symmetry", "solve"]


class Plan:
    """The kernels of one variant on one graph, made once and launched many times.

    Parameters
    ----------
    space : Workspace
    steps : sequence of Launch or Loop
    output : Slot
        Stands in the steps for the buffer that holds the result.

    Attributes
    ----------
    bytes_needed : int
        Device memory of the graph, the scratch and the result together.
    """

    def __init__(self, space: Workspace, steps: Sequence[Step], output: Slot) -> None:
        self.runtime = space.runtime
        self.steps = steps
        self.bytes_needed = sum(space.needs.values())
        self._output = output
        self._output_bytes = space.needs["result"]
        self._bound = 0
        self.runtime.kernels.free_after(self, steps)

    def run(self) -> Any:
        """Enqueue the kernels; wait only if the variant loops until nothing changes.

        Returns
        -------
        pyopencl buffer
            The result, once the queue has come that far.
        """
        runtime = self.runtime
        with runtime.lock:
            output = runtime.allocate(self._output_bytes)
            if output.int_ptr != self._bound:
                bind(self.steps, self._output, output)
                self._bound = output.int_ptr
            runtime.enqueue(self.steps)
        return output


MakePlan = Callable[[Any, Variant, Mapping[str, Any]], Plan]

Place = Callable[[Graph, Runtime], DeviceGraph]


@dataclass(frozen=True)
class Solved:
    """What a plan left on the device, and what came before.

    Attributes
    ----------
    graph : DeviceGraph
    variant : Variant
    reason : str
        Why that variant.
    output : pyopencl.Buffer
        What the plan's run returned; complete.
    timing : Timing
    """

    graph: DeviceGraph
    variant: Variant
    reason: str
    output: Any
    timing: Timing


def needs_symmetry(variant: Variant) -> bool:
    """Whether a variant relies on each edge standing at both ends."""
    return variant.edges in ("kout", "hb", "bfs") or variant.finish in ("bfs-cc", "multistep")


def needs_edges_alone(variant: Variant) -> bool:
    """Whether a variant has no use for rows."""
    return variant.edges in ("coo", "coo-relabel")


def keep_plan(
    make: MakePlan,
    problem: str,
    graph: DeviceGraph,
    name: str,
    options: Mapping[str, Any] | None,
) -> tuple[Variant, Plan]:
    """The plan of a variant on a graph, made when first asked for and kept by the graph.

    Parameters
    ----------
    make : callable
        Makes the plan, of the graph, the variant and a value for each of its options.
    problem : str
    graph : DeviceGraph
    name : str
        Of a variant, or ``"auto"``.
    options : mapping, optional
    """
    choice = settle(graph, problem, name, options)
    chosen = find_variant(choice.variant, problem)
    resolved = resolve_options(chosen, choice.options)
    key = (problem, chosen.name, *sorted(resolved.items()))
    with graph.runtime.lock:
        if key not in graph.plans:
            graph.plans[key] = make(graph, chosen, resolved)
    return chosen, graph.plans[key]


def solve(
    make: MakePlan,
    problem: str,
    graph: Graph | DeviceGraph,
    name: str,
    options: Mapping[str, Any] | None,
    device: Any,
    place: Place | None = None,
) -> Solved:
    """Run a variant on a graph, wherever that is, and wait for it.

    Parameters
    ----------
    make : callable
        Makes the plan, of the graph, the variant and a value for each of its options.
    problem : str
    graph : Graph or DeviceGraph
    name : str
        Of a variant, or ``"auto"``.
    options : mapping, optional
    device : optional
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`. For a DeviceGraph, if
        given, it must be the graph's own.
    place : callable, optional
        Puts the graph into the memory of a runtime's device. If not given, its rows or its edges
        go there, as the variant needs them.

    Returns
    -------
    Solved
    """
    wanted = None if name == AUTOMATIC else find_variant(name, problem)
    if wanted is not None:
        resolve_options(wanted, options)
    symmetric = wanted is not None and needs_symmetry(wanted)
    begun = time.perf_counter()
    if isinstance(graph, DeviceGraph):
        placed = graph
        check_placed(placed, device)
        if symmetric and not placed.symmetric:
            raise GraphError(
                f"{name} needs each edge at both ends, and an edge of this device graph lacks "
                "its other direction; use a csr variant, or hand host arrays to "
                "clconn.Graph.from_csr, which adds it"
            )
        opened = placed_at = begun
    else:
        runtime = open_runtime(device)
        opened = time.perf_counter()
        if place is not None:
            placed = place(graph, runtime)
        else:
            placed = to_device(
                graph, runtime, symmetric=symmetric, edge_ids=problem == "forest",
                arrays=wanted is not None and needs_edges_alone(wanted),
            )  # fmt: skip
        placed_at = time.perf_counter()
    choice = settle(placed, problem, name, options)
    chosen, plan = keep_plan(make, problem, placed, choice.variant, choice.options)
    planned = time.perf_counter()
    output = plan.run()
    placed.runtime.finish()
    timing = Timing(
        transfer=placed_at - opened,
        build=opened - begun + planned - placed_at,
        compute=time.perf_counter() - planned,
    )
    return Solved(placed, chosen, choice.reason, output, timing)


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
