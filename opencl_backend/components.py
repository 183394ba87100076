"""Connected components on a device: from a variant's name to kernels, and back to results."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from clconn.errors import DeviceError, GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device_graph import DeviceGraph, to_device
from clconn.opencl_backend.ecl_cc import initialization
from clconn.opencl_backend.gconn import finish_defines, finish_phase, piece_capacity
from clconn.opencl_backend.labels import (
    RootScan,
    count_components,
    label_components,
    scan_roots,
)
from clconn.opencl_backend.runtime import PARENTS, Launch, Runtime, open_runtime
from clconn.opencl_backend.sampling import flatten_and_vote, kout_sampling
from clconn.results import Components, Timing
from clconn.variants import AUTOMATIC, Variant, find_variant, resolve_options

__all__ = ["ComponentsPlan", "automatic_variant", "connected_components", "plan_components"]

_COUNTERS = 16  # at least COUNTERS of counters.h


def automatic_variant(graph: DeviceGraph) -> str:
    """The variant that ``"auto"`` stands for on a graph.

    Sampling pays when it leaves most edges unread; with few edges a vertex it reads about
    as much as it saves, and on a processor it never gained. docs/choosing.md has the figures.
    """
    if graph.runtime.is_cpu:
        return "csr/ecl/split"
    if graph.symmetric and graph.entry_count >= 8 * graph.n:
        return "kout/async/single"
    return "csr/async/compress"


def needs_symmetry(variant: Variant) -> bool:
    """Whether a variant relies on each edge standing at both ends."""
    return variant.edges == "kout"


class ComponentsPlan:
    """The kernels of one variant on one graph, made once and launched many times.

    Parameters
    ----------
    graph : DeviceGraph
    variant : Variant
    options : mapping
        A value for each of the variant's options.

    Attributes
    ----------
    bytes_needed : int
        Device memory of the graph, the scratch and the result together.
    launches : list of Launch
    """

    def __init__(self, graph: DeviceGraph, variant: Variant, options: Mapping[str, Any]) -> None:
        runtime = graph.runtime
        self.runtime = runtime
        self.n = graph.n
        needs = {
            "worklist": 4 * graph.n,
            "pieces": 8 * piece_capacity(graph),
            "counters": 4 * _COUNTERS,
        }
        parents = {"parents": 4 * graph.n}
        self.bytes_needed = runtime.check_memory(
            {**graph.memory_needs, **needs, **parents}, f"{variant.name} on this graph"
        )
        # The graph keeps the scratch: a kernel's argument alone would let it go back to the pool.
        scratch = tuple(graph.scratch(name, size) for name, size in needs.items())
        defines: dict[str, Any] = {
            "OFFSET": graph.offset_type,
            "FIND": f"find_{variant.compression}",
            f"UNITE_{variant.finish}": None,
        }
        if graph.symmetric:
            defines["SYMMETRIC"] = None
        if graph.is_sorted:
            defines["SORTED"] = None
        self.launches: list[Launch] = []
        worklist, _, counters = scratch
        skipped = int(options["k"]) if variant.edges == "kout" else 0
        finish = finish_defines(graph, skipped, options["finalization"], defines)
        if skipped:
            self.launches += kout_sampling(graph, skipped, worklist, counters, defines)
            self.launches += flatten_and_vote(graph, skipped, counters, defines)
        else:
            self.launches += initialization(graph, options["initialization"], counters, defines)
        gather = bool(options.get("vertex_gathering", False))
        self.launches += finish_phase(graph, skipped, gather, scratch, finish)  # type: ignore[arg-type]
        self._bound = 0

    def run(self) -> Any:
        """Enqueue the kernels.

        Returns
        -------
        pyopencl buffer
            Of n int32: the roots, once the queue has come that far.
        """
        runtime = self.runtime
        with runtime.lock:
            parents = runtime.allocate(4 * self.n)
            if parents.int_ptr != self._bound:
                for launch in self.launches:
                    launch.bind(PARENTS, parents)
                self._bound = parents.int_ptr
            runtime.enqueue(self.launches)
        return parents


class DeviceComponents:
    """Components whose roots are on the device."""

    def __init__(self, runtime: Runtime, n: int, roots: Any, timing: Timing) -> None:
        self._runtime = runtime
        self._n = n
        self._roots = roots
        self._labels: Any = None
        self._scan: RootScan | None = None
        self._timing = timing

    def count(self) -> int:
        self._runtime.check_process()
        return count_components(self._runtime, self._roots, self._n, self._root_scan())

    def roots(self) -> Any:
        begun = time.perf_counter()
        roots = self._runtime.download(self._roots, self._n)
        self._timing.transfer += time.perf_counter() - begun
        return roots

    def labels(self) -> Any:
        begun = time.perf_counter()
        labels = self._device_labels()
        self._runtime.finish()
        middle = time.perf_counter()
        host = self._runtime.download(labels, self._n)
        self._timing.compute += middle - begun
        self._timing.transfer += time.perf_counter() - middle
        return host

    def on_device(self) -> Any:
        import pyopencl.array as cl_array

        arrays = [
            cl_array.Array(self._runtime.queue, (self._n,), "int32", data=buffer)
            for buffer in (self._roots, self._device_labels())
        ]
        return SimpleNamespace(roots=arrays[0], labels=arrays[1])

    def _device_labels(self) -> Any:
        self._runtime.check_process()
        if self._labels is None:
            self._labels = label_components(self._runtime, self._roots, self._n, self._root_scan())
        return self._labels

    def _root_scan(self) -> RootScan | None:
        if self._scan is None and self._n:
            self._scan = scan_roots(self._runtime, self._roots, self._n)
        return self._scan


def plan_components(
    graph: DeviceGraph, variant: str = AUTOMATIC, options: Mapping[str, Any] | None = None
) -> tuple[Variant, ComponentsPlan]:
    """The plan of a variant on a graph, made when first asked for and kept by the graph."""
    name = automatic_variant(graph) if variant == AUTOMATIC else variant
    chosen = find_variant(name, "components")
    resolved = resolve_options(chosen, options)
    key = (chosen.name, *sorted(resolved.items()))
    with graph.runtime.lock:
        if key not in graph.plans:
            graph.plans[key] = ComponentsPlan(graph, chosen, resolved)
    return chosen, graph.plans[key]


def connected_components(
    graph: Graph | DeviceGraph,
    variant: str = AUTOMATIC,
    options: Mapping[str, Any] | None = None,
    *,
    device: Any = None,
) -> Components:
    """Connected components of a graph, computed on an OpenCL device.

    Parameters
    ----------
    graph : Graph or DeviceGraph
    variant : str
    options : mapping, optional
    device : optional
        As for :func:`clconn.opencl_backend.runtime.open_runtime`. For a DeviceGraph, if given, it
        must be the graph's own.

    Returns
    -------
    Components
    """
    wanted = None if variant == AUTOMATIC else find_variant(variant, "components")
    if wanted is not None:
        resolve_options(wanted, options)
    symmetric = wanted is not None and needs_symmetry(wanted)
    begun = time.perf_counter()
    if isinstance(graph, DeviceGraph):
        placed = graph
        placed.runtime.check_process()
        if device is not None and open_runtime(device) is not placed.runtime:
            raise DeviceError(
                f"the graph is on {placed.runtime.name}; leave device out, or move the graph there"
            )
        if symmetric and not placed.symmetric:
            raise GraphError(
                f"{variant} needs each edge at both ends, and an edge of this device graph lacks "
                "its other direction; use a csr variant, or hand host arrays to "
                "clconn.Graph.from_csr, which adds it"
            )
        opened = placed_at = begun
    else:
        runtime = open_runtime(device)
        opened = time.perf_counter()
        placed = to_device(graph, runtime, symmetric=symmetric)
        placed_at = time.perf_counter()
    chosen, plan = plan_components(placed, variant, options)
    planned = time.perf_counter()
    roots = plan.run()
    placed.runtime.finish()
    done = time.perf_counter()
    timing = Timing(
        transfer=placed_at - opened,
        build=opened - begun + planned - placed_at,
        compute=done - planned,
    )
    return Components(
        placed.n,
        DeviceComponents(placed.runtime, placed.n, roots, timing),
        variant=chosen.name,
        backend="opencl",
        device=placed.runtime.name,
        timing=timing,
    )
