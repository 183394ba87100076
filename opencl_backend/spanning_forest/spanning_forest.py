"""Spanning forests on a device: GConn's Algorithm 2, and the ids of the forest's edges.

The kernels of the variants record the edge that made each vertex a child (``forest_edges.h``). A
run returns that array; ``spanning_forest.cl`` lists its edges when the host asks for them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from clconn.design_space import Choice
from clconn.opencl_backend.components.edge_sources import lay_out
from clconn.opencl_backend.device.launches import FOREST, PARENTS, Launch, bind
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import dtype_of
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.auto_variant import choose_by_sampling
from clconn.opencl_backend.plan.finalists import finalists_of_unions
from clconn.opencl_backend.plan.placing import place_for, take_placed
from clconn.opencl_backend.plan.plan import Plan
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.plan.run import Solver
from clconn.opencl_backend.primitives.prefix_sum import BlockScan, expect_scan, scan_blocks
from clconn.parallel_passes import converted
from clconn.results import Timing

__all__ = ["SOLVER", "DeviceForest", "expect_listing"]


def _make_plan(graph: DeviceGraph, choice: Choice) -> Plan:
    builder = PlanBuilder(graph.runtime, graph.n, graph, choice)
    builder.output("linked", FOREST, builder.place(0).itemsize * graph.n)
    expect_listing(graph.runtime, _listing_switches(graph.offset_type, graph.edge_count))
    # Nobody reads the parents afterwards, so all runs share them.
    parents = builder.scratch("parents", 4 * graph.n)
    steps = lay_out(builder)
    bind(steps, PARENTS, parents)
    return Plan(builder, steps)


def expect_listing(runtime: Runtime, switches: Mapping[str, str]) -> None:
    """Build the kernels that list a forest's edges with the plan that is being made."""
    runtime.kernels.expect("spanning_forest", {**switches, **runtime.tuning.sharing})
    expect_scan(runtime)


def _listing_switches(offset_type: str, id_bound: int) -> dict[str, str]:
    return {"OFFSET": offset_type, "ID": "int" if id_bound < 2**31 else "long"}


class DeviceForest:
    """A spanning forest whose edges are on the device.

    Parameters
    ----------
    outputs
        ``"linked"``, a buffer: for each vertex the place of the edge that made it a child, or -1.
    timing
        Later requests add their cost to it.
    """

    def __init__(
        self, graph: DeviceGraph, choice: Choice, outputs: Mapping[str, Any], timing: Timing
    ) -> None:
        self._graph = graph
        self._variant = choice.variant
        self._link_edges = outputs["linked"]
        self._timing = timing
        self._scan: BlockScan | None = None
        self._count: int | None = None
        self._ids: Any = None

    def count(self) -> int:
        """Number of trees."""
        return self._graph.n - self._edge_count()

    def edge_ids(self) -> Any:
        """The ids of the edges, ascending, on the host."""
        return converted(self.short_edge_ids(), np.int64)

    def short_edge_ids(self) -> Any:
        """The same, as int32 if that holds all ids."""
        with self._measure("compute"):
            ids_on_device = self._list()
            self._graph.runtime.finish()
        with self._measure("transfer"):
            return self._graph.runtime.download(ids_on_device, self._edge_count(), self._id_dtype)

    def edges(self) -> tuple[Any, Any]:
        """The two ends of the edges, on the host."""
        if self._graph.origin is not None:
            ids = self.edge_ids()
            sources, targets = self._graph.origin.edges()
            return sources[ids], targets[ids]
        runtime, count = self._graph.runtime, self._edge_count()
        with self._measure("compute"):
            ends = self._find_ends(self._list(), count)
            runtime.finish()
        with self._measure("transfer"):
            return runtime.download(ends[0], count), runtime.download(ends[1], count)

    def on_device(self) -> Any:
        import pyopencl.array as cl_array

        ids = self._list()
        shape = (self._edge_count(),)
        queue = self._graph.runtime.queue
        return SimpleNamespace(edge_ids=cl_array.Array(queue, shape, self._id_dtype, data=ids))

    @property
    def _id_bound(self) -> int:
        """A number larger than every edge id."""
        return self._graph.edge_count

    @property
    def _words(self) -> int:
        return -(-self._id_bound // 32)

    @property
    def _switches(self) -> dict[str, str]:
        return _listing_switches(self._graph.offset_type, self._id_bound)

    @property
    def _id_dtype(self) -> Any:
        return dtype_of(self._switches["ID"])

    @contextmanager
    def _measure(self, part: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        seconds = time.perf_counter() - start
        setattr(self._timing, part, getattr(self._timing, part) + seconds)

    def _kernel(self, name: str) -> Any:
        runtime = self._graph.runtime
        switches = {**self._switches, **runtime.tuning.sharing}
        return runtime.kept_kernel("spanning_forest", name, switches)

    def _edge_count(self) -> int:
        runtime = self._graph.runtime
        runtime.check_process()
        with runtime.lock:
            if self._count is None:
                self._count = self._mark().total(runtime) if self._words else 0
        return self._count

    def _mark(self) -> BlockScan:
        """Mark the edges in a set of bits and count them; the caller holds the lock."""
        if self._scan is None:
            graph, runtime = self._graph, self._graph.runtime
            entries = graph.entries_of_edges if self._variant.reads == "edges" else None
            n, words, local = graph.n, self._words, runtime.tuning.local_size
            items = runtime.tuning.items_for(n)
            marks = runtime.allocate(4 * words)
            edges = (n, self._link_edges, entries, graph.edge_ids, marks)
            clear = Launch(self._kernel("clear_marks"), words, local, words, marks)
            runtime.enqueue([clear, Launch(self._kernel("mark_edges"), items, local, *edges)])
            self._scan = scan_blocks(runtime, self._kernel("count_marks"), words, marks)
            self._link_edges = None
        return self._scan

    def _list(self) -> Any:
        """List the ids of the edges, ascending, in a buffer."""
        runtime = self._graph.runtime
        with runtime.lock:
            if self._ids is None:
                count = self._edge_count()
                ids = runtime.allocate(self._id_dtype.itemsize * count)
                if count:
                    listing = self._mark().launch(runtime, self._kernel("list_marks"), ids)
                    runtime.enqueue([listing])
                self._ids = ids
                self._scan = None
        return self._ids

    def _find_ends(self, ids: Any, count: int) -> tuple[Any, Any]:
        """Find the two ends of edges, in two buffers."""
        graph, runtime = self._graph, self._graph.runtime
        ends = (runtime.allocate(4 * count), runtime.allocate(4 * count))
        with runtime.lock:
            places: tuple[Any, ...]
            if graph.rows is None:
                arrays = graph.edge_arrays()
                kernel, places = self._kernel("gather_ends"), (arrays.sources, arrays.targets)
            else:
                kernel, places = self._kernel("find_ends"), (graph.n, *graph.rows.arguments)
            arguments = (count, ids, *places, *ends)
            runtime.enqueue([Launch(kernel, count, runtime.tuning.local_size, *arguments)])
        return ends


SOLVER = Solver(
    place=partial(place_for, edge_ids=True),
    take=take_placed,
    choose=choose_by_sampling,
    finalists=finalists_of_unions,
    make_plan=_make_plan,
    source=DeviceForest,
)
