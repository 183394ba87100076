"""Connected components on a device: from a variant's name to kernels, and back to results."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from clconn.graph import Graph
from clconn.opencl_backend.components.edge_sources import lay_out
from clconn.opencl_backend.device.launches import PARENTS
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.plan.run import Plan, keep_plan, solve
from clconn.opencl_backend.primitives.prefix_sum import (
    BlockScan,
    count_components,
    label_components,
    scan_roots,
)
from clconn.results import Components, Timing
from clconn.variants import AUTOMATIC, Variant

__all__ = ["connected_components", "plan_components"]


def _make_plan(graph: DeviceGraph, variant: Variant, options: Mapping[str, Any]) -> Plan:
    space = Workspace(graph, variant, options, result_bytes=4 * graph.n)
    return Plan(space, lay_out(space), PARENTS)


class DeviceComponents:
    """Components whose roots are on the device."""

    def __init__(self, runtime: Runtime, n: int, roots: Any, timing: Timing) -> None:
        self._runtime = runtime
        self._n = n
        self._roots = roots
        self._labels: Any = None
        self._scan: BlockScan | None = None
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

    def _root_scan(self) -> BlockScan | None:
        if self._scan is None and self._n:
            self._scan = scan_roots(self._runtime, self._roots, self._n)
        return self._scan


def plan_components(
    graph: DeviceGraph, variant: str = AUTOMATIC, options: Mapping[str, Any] | None = None
) -> tuple[Variant, Plan]:
    """The plan of a variant on a graph, made when first asked for and kept by the graph."""
    return keep_plan(_make_plan, "components", graph, variant, options)


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
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`. For a DeviceGraph, if
        given, it must be the graph's own.

    Returns
    -------
    Components
    """
    solved = solve(_make_plan, "components", graph, variant, options, device)
    placed = solved.graph
    return Components(
        placed.n,
        DeviceComponents(placed.runtime, placed.n, solved.output, solved.timing),
        variant=solved.variant.name,
        reason=solved.reason,
        backend="opencl",
        device=placed.runtime.name,
        timing=solved.timing,
    )
