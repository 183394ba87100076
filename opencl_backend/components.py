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
from clconn.opencl_backend.gconn import finish_rows
from clconn.opencl_backend.labels import (
    RootScan,
    count_components,
    label_components,
    scan_roots,
)
from clconn.opencl_backend.runtime import Runtime, open_runtime
from clconn.opencl_backend.sampling import flatten_and_vote, kout_sampling
from clconn.opencl_backend.steps import PARENTS, Step, bind
from clconn.opencl_backend.workspace import Workspace
from clconn.results import Components, Timing
from clconn.variants import AUTOMATIC, Variant, find_variant, resolve_options

__all__ = ["ComponentsPlan", "automatic_variant", "connected_components", "plan_components"]


SAMPLING_DEGREE = 5
"""Entries a vertex from which sampling pays: on an H100 it gains on a Delaunay triangulation,
which has 6, and loses on a torus, which has 4."""


def automatic_variant(graph: DeviceGraph) -> str:
    """The variant that ``"auto"`` stands for on a graph.

    Sampling pays when it leaves most edges unread; with few edges a vertex it reads about
    as much as it saves, and on a processor it never gained. docs/choosing.md has the figures.
    """
    if graph.runtime.is_cpu:
        return "csr/ecl/split"
    if graph.symmetric and graph.entry_count >= SAMPLING_DEGREE * graph.n:
        return "kout/async/single"
    return "csr/async/single"


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
    steps : list of Launch or Loop
    """

    def __init__(self, graph: DeviceGraph, variant: Variant, options: Mapping[str, Any]) -> None:
        self.runtime = graph.runtime
        self.n = graph.n
        space = Workspace(graph, variant, options, result_bytes=4 * graph.n)
        self.steps = _lay_out(space)
        self.bytes_needed = sum(space.needs.values())
        self._bound = 0

    def run(self) -> Any:
        """Enqueue the kernels; wait only if the variant loops until nothing changes.

        Returns
        -------
        pyopencl buffer
            Of n int32: the roots, once the queue has come that far.
        """
        runtime = self.runtime
        with runtime.lock:
            parents = runtime.allocate(4 * self.n)
            if parents.int_ptr != self._bound:
                bind(self.steps, PARENTS, parents)
                self._bound = parents.int_ptr
            runtime.enqueue(self.steps)
        return parents


def _lay_out(space: Workspace) -> list[Step]:
    """The steps of a variant: its edge source, then its finish."""
    variant = space.variant
    unite: dict[str, str | None] = {
        "FIND": f"find_{variant.compression}",
        f"UNITE_{variant.finish}": None,
    }
    if variant.edges == "kout":
        skipped = int(space.options["k"])
        steps = kout_sampling(space, unite) + flatten_and_vote(space, unite)
        return steps + finish_rows(space, unite, skipped)
    return initialization(space) + finish_rows(space, unite, 0)


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
