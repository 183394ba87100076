"""Connected components on a device: turn a choice into kernels, and their output into results."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any, Protocol

from clconn.design_space import Choice
from clconn.opencl_backend.components.edge_sources import lay_out
from clconn.opencl_backend.device.launches import PARENTS
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_variant import choose_by_sampling
from clconn.opencl_backend.plan.finalists import finalists_of_unions
from clconn.opencl_backend.plan.placing import place_for, take_placed
from clconn.opencl_backend.plan.plan import Plan
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import Solver
from clconn.opencl_backend.primitives.prefix_sum import BlockScan
from clconn.opencl_backend.union_find.component_labels import (
    count_components,
    expect_labels,
    label_components,
    scan_roots,
)
from clconn.results import Timing

__all__ = ["SOLVER", "DeviceComponents"]


def _make_plan(graph: DeviceGraph, choice: Choice) -> Plan:
    builder = PlanBuilder(graph.runtime, graph.n, graph, choice)
    builder.output("roots", PARENTS, 4 * graph.n)
    expect_labels(graph.runtime)
    return Plan(builder, lay_out(builder))


class Vertices(Protocol):
    """What the components are of: a graph on a device, or a stream of edges."""

    @property
    def runtime(self) -> Runtime: ...
    @property
    def n(self) -> int: ...


class DeviceComponents:
    """Components whose roots are on the device.

    Parameters
    ----------
    graph
        Its vertices; nothing refers to it afterwards.
    outputs
        ``"roots"``, a buffer of n int32.
    timing
        Later requests add their cost to it.
    """

    def __init__(
        self, graph: Vertices, choice: Choice, outputs: Mapping[str, Any], timing: Timing
    ) -> None:
        # Do not keep the graph itself: the result does not need its memory.
        self._runtime = graph.runtime
        self._n = graph.n
        self._roots = outputs["roots"]
        self._labels: Any = None
        self._scan: BlockScan | None = None
        self._timing = timing

    def count(self) -> int:
        self._runtime.check_process()
        return count_components(self._runtime, self._roots, self._n, self._root_scan())

    def roots(self) -> Any:
        start = time.perf_counter()
        roots = self._runtime.download(self._roots, self._n)
        self._timing.transfer += time.perf_counter() - start
        return roots

    def labels(self) -> Any:
        start = time.perf_counter()
        labels = self._device_labels()
        self._runtime.finish()
        middle = time.perf_counter()
        host = self._runtime.download(labels, self._n)
        self._timing.compute += middle - start
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


SOLVER = Solver(
    place=partial(place_for, edge_ids=False),
    take=take_placed,
    choose=choose_by_sampling,
    finalists=finalists_of_unions,
    make_plan=_make_plan,
    source=DeviceComponents,
)
