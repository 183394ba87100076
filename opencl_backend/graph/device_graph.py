"""A graph in a device's memory."""

from __future__ import annotations

import contextlib
import copy
import time
from functools import cached_property
from typing import Any

import numpy as np

from clconn.csr import ENTRIES_OF_INT32_OFFSETS
from clconn.errors import DeviceError, GraphError
from clconn.graph import MAXIMUM_VERTICES, Adjacency, Graph
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph.adjacency_inspection import inspect_adjacency
from clconn.opencl_backend.graph.edge_arrays import (
    EdgeArrays,
    edges_of_rows,
    entries_of_edges,
    put_edges,
)
from clconn.opencl_backend.graph.hook_coverage import hook_coverage

__all__ = ["DeviceGraph", "to_device"]


class DeviceGraph:
    """The adjacency of a graph on an OpenCL device.

    Made by :meth:`clconn.Graph.to` or :meth:`from_csr`; taken wherever a graph is. Its memory is
    given back when it is no longer referred to.

    Attributes
    ----------
    n : int
        Number of vertices.
    entry_count : int
        Number of entries: an edge that stands at both ends counts twice.
    symmetric : bool
        Whether each edge is known to stand at both ends. If not, the algorithms that need no
        symmetry run.
    is_sorted : bool
        Whether the neighbors of every vertex are known to ascend.
    transfer_seconds : float
        What putting it there took, checks included.
    origin : Graph or None
        Where the user's edges are, if entry i is not edge i: the graph on the host.
    host : Graph or None
        The graph that it was made of, if that was on the host.
    offsets, neighbors : pyopencl.Buffer or None
        None where the graph is there as arrays of edges only.
    """

    def __init__(
        self, runtime: Runtime, n: int, entry_count: int, offsets: Any, neighbors: Any,
        offset_type: str, transfer_seconds: float = 0.0,
    ) -> None:  # fmt: skip
        self.runtime = runtime
        self.n = n
        self.entry_count = entry_count
        self.offsets = offsets
        self.neighbors = neighbors
        self.offset_type = offset_type
        self.symmetric = False
        self.is_sorted = False
        self.transfer_seconds = transfer_seconds
        self.origin: Graph | None = None
        self.host: Graph | None = None
        self.plans: dict[Any, Any] = {}
        self._scratch: dict[str, Any] = {}
        self._edge_arrays: EdgeArrays | None = None

    @property
    def device(self) -> Any:
        """The pyopencl device."""
        return self.runtime.device

    def scratch(self, name: str, size: int) -> Any:
        """A buffer for a kernel's own use, shared by all plans on this graph.

        Plans take turns on the runtime's queue, so one buffer of a kind does for all of them.
        """
        kept = self._scratch.get(name)
        if kept is None or kept.size < size:
            kept = self._scratch[name] = self.runtime.allocate(size)
        return kept

    def edge_arrays(self) -> EdgeArrays:
        """The edges as two arrays, made of the rows on the device when first asked for, and kept.

        Those of ``Graph.undirected_edges``, in its order: each edge once if the rows are known to
        be symmetric; otherwise all entries, whose targets are the neighbors as they are. So rows of
        m entries need 4 m bytes more.

        Raises
        ------
        DeviceMemoryError
            Before they are allocated, if they do not fit.
        """
        if self._edge_arrays is None:
            self._edge_arrays = edges_of_rows(
                self.runtime, self.n, self.entry_count, self.offsets, self.neighbors,
                self.offset_type, symmetric=self.symmetric, needs=self.memory_needs,
            )  # fmt: skip
        return self._edge_arrays

    @cached_property
    def hook_coverage(self) -> float:
        """A lower bound of the share of the vertices that hook-based sampling covers, in 0..1.

        Looked for on the device when first asked for.
        """
        return hook_coverage(self.runtime, self.n, self.offsets, self.neighbors, self.offset_type)

    @cached_property
    def edge_ids(self) -> Any:
        """The user's edge of each entry, a buffer put there when first asked for.

        None if entry i is edge i.
        """
        if self.origin is None:
            return None
        ids = self.origin.adjacency(edge_ids=True).edge_ids
        assert ids is not None
        self.runtime.check_memory(
            {**self.memory_needs, "edge ids": ids.nbytes}, "the graph with the ids of its edges"
        )
        return self.runtime.upload(ids)

    @cached_property
    def entries_of_edges(self) -> Any:
        """The entry of each edge in :meth:`edge_arrays`, a buffer made when first asked for.

        None if edge i there is entry i.
        """
        if self.offsets is None or not self.symmetric:
            return None
        return entries_of_edges(
            self.runtime, self.n, self.entry_count, self.offsets, self.neighbors,
            self.offset_type, needs=self.memory_needs,
        )  # fmt: skip

    @property
    def edge_count(self) -> int:
        """Number of the user's edges."""
        return self.entry_count if self.origin is None else self.origin.edge_count

    def without_plans(self) -> DeviceGraph:
        """The same rows, without a copy, but with no plans and scratch memory yet.

        What is planned on it is given back together with it, and not kept by this graph.
        """
        made = copy.copy(self)
        made.plans = {}
        made._scratch = {}
        return made

    @property
    def memory_needs(self) -> dict[str, int]:
        """Bytes of the graph on the device, by what they hold."""
        needs = {}
        if self.offsets is not None:
            needs = _needs(self.n, self.entry_count, self.offset_type)
        if self._edge_arrays is not None:
            own_targets = self._edge_arrays.targets is not self.neighbors
            needs["sources"] = 4 * self._edge_arrays.count
            needs["targets"] = 4 * self._edge_arrays.count if own_targets else 0
        return needs

    @classmethod
    def from_csr(cls, offsets: Any, neighbors: Any, *, device: Any = None) -> DeviceGraph:
        """Take compressed sparse rows that are on the device already, without a copy.

        Parameters
        ----------
        offsets : pyopencl.array.Array, shape (n + 1,), int32 or int64
            The entries of vertex v are ``offsets[v]`` to ``offsets[v + 1] - 1``.
        neighbors : pyopencl.array.Array, shape (m,), int32
            The variants that sample need each edge at both ends.
        device : optional
            The caller's queue to work on; that of the arrays if not given.

        Returns
        -------
        DeviceGraph
            Which refers to the arrays' memory: do not change it meanwhile.

        Raises
        ------
        GraphError
            If the arrays are not compressed sparse rows in two buffers.
        DeviceError
            If they and the queue belong to different contexts.
        """
        cl = import_pyopencl()
        import pyopencl.array as cl_array

        for name, array in (("offsets", offsets), ("neighbors", neighbors)):
            if not isinstance(array, cl_array.Array):
                raise GraphError(
                    f"{name} is a {type(array).__name__}; expected a pyopencl array "
                    "(for host arrays use clconn.Graph.from_csr)"
                )
            if array.ndim != 1 or not array.flags.c_contiguous:
                raise GraphError(
                    f"{name} has shape {array.shape}; expected one contiguous dimension"
                )
        if offsets.dtype not in (np.int32, np.int64):
            raise GraphError(f"offsets has dtype {offsets.dtype}; expected int32 or int64")
        if neighbors.dtype != np.int32:
            raise GraphError(f"neighbors has dtype {neighbors.dtype}; expected int32")
        if offsets.size == 0 or offsets.size - 1 > MAXIMUM_VERTICES:
            raise GraphError(f"offsets has {offsets.size} entries; expected n + 1, with n < 2**31")
        if offsets.dtype == np.int32 and neighbors.size >= ENTRIES_OF_INT32_OFFSETS:
            raise GraphError(
                f"{neighbors.size} entries with int32 offsets; expected int64 offsets from "
                f"{ENTRIES_OF_INT32_OFFSETS} entries on"
            )
        for name, array in (("offsets", offsets), ("neighbors", neighbors)):
            if array.size and not isinstance(array.base_data, cl.MemoryObjectHolder):
                raise GraphError(f"{name} is in shared virtual memory; expected it in a buffer")
        # An array may be without a queue, but not without a context.
        given = neighbors.queue or offsets.queue or neighbors.context
        runtime = open_runtime(given if device is None else device)
        if runtime.context != neighbors.context or runtime.context != offsets.context:
            raise DeviceError("the arrays and the queue belong to different OpenCL contexts")
        begun = time.perf_counter()
        for array in (offsets, neighbors):
            if array.queue is not None and array.queue != runtime.queue:
                array.queue.finish()
        n, entries = int(offsets.size) - 1, int(neighbors.size)
        first_and_last = np.empty(2, dtype=offsets.dtype)
        item = offsets.dtype.itemsize
        for index, place in enumerate((0, n)):
            cl.enqueue_copy(
                runtime.queue, first_and_last[index : index + 1], offsets.base_data,
                src_offset=offsets.offset + place * item,
            )  # fmt: skip
        if first_and_last[0] != 0 or first_and_last[1] != entries:
            raise GraphError(
                f"offsets go from {first_and_last[0]} to {first_and_last[1]}; "
                f"expected 0 to {entries}"
            )
        made = cls(
            runtime, n, entries, _whole_buffer(runtime, offsets), _whole_buffer(runtime, neighbors),
            "int" if offsets.dtype == np.int32 else "long",
        )  # fmt: skip
        fault = made.inspect()
        if fault:
            raise GraphError(fault)
        made.transfer_seconds = time.perf_counter() - begun
        return made

    def inspect(self) -> str:
        """Find out on the device whether the rows are valid, symmetric and sorted.

        Returns
        -------
        str
            What makes them invalid; empty if they are valid.
        """
        seen = inspect_adjacency(
            self.runtime, self.n, self.entry_count, self.offsets, self.neighbors, self.offset_type
        )
        self.symmetric = seen.symmetric
        self.is_sorted = seen.is_sorted
        return seen.fault

    def __repr__(self) -> str:
        return f"DeviceGraph(n={self.n}, entries={self.entry_count}, device={self.runtime.name!r})"


def to_device(
    graph: Graph,
    device: Any = None,
    *,
    symmetric: bool = False,
    edge_ids: bool = False,
    arrays: bool = False,
) -> DeviceGraph:
    """Put a graph's adjacency on a device; the copy is kept by the graph.

    Parameters
    ----------
    graph : Graph
    device : optional
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`.
    symmetric : bool
        Whether each edge must stand at both ends. Otherwise rows go there as they were given,
        which takes no time on a processor, where the device reads them in place.
    edge_ids : bool
        Whether :attr:`DeviceGraph.edge_ids` will be asked for; to make the ids together with
        the adjacency takes half the time of making it twice.
    arrays : bool
        Whether :meth:`DeviceGraph.edge_arrays` is all that will be asked for. An edge list then
        goes there as it is, and its rows are not made.

    Raises
    ------
    DeviceMemoryError
        Before anything is allocated, if it does not fit.
    """
    runtime = open_runtime(device)
    with runtime.lock:
        if arrays and graph.rows is None:
            key = (runtime, "edges")
            kept = graph.device_copies.get(key)
            if kept is None:
                kept = _put_edges(graph, runtime)
                kept.host = copy.copy(graph)
                keep_copy(graph, key, kept)
            return kept
        kept = graph.device_copies.get(runtime)
        if kept is None or (symmetric and not kept.symmetric):
            kept = _put(graph, runtime, symmetric, edge_ids)
            # A copy, so that the graph and its copies on devices do not keep each other alive.
            kept.host = copy.copy(graph)
            keep_copy(graph, runtime, kept)
    return kept


def keep_copy(graph: Graph, key: Any, made: DeviceGraph) -> None:
    """Let a graph keep its copy on a device, and forget those on queues of long ago.

    Another thread may forget it again at any time: whoever needs the copy holds on to it.

    Parameters
    ----------
    graph : Graph
    key : object
        What the copy is looked up by.
    made : DeviceGraph
    """
    copies = graph.device_copies
    for other, placed in list(copies.items()):
        if placed.runtime.retired:
            copies.pop(other, None)
    copies[key] = made


def _put(graph: Graph, runtime: Runtime, symmetric: bool, edge_ids: bool) -> DeviceGraph:
    begun = time.perf_counter()
    if graph.rows is not None and not (symmetric and graph.symmetric is False):
        made = _upload(graph.n, graph.rows, runtime)
        made.symmetric = bool(graph.symmetric)
        if symmetric or not runtime.is_cpu:
            # A GPU finds out sooner than the host whether the rows can be used as they are, and
            # gains more by it than the look costs. A processor does not: the look takes as long
            # as the components, so there it is taken only for a variant that needs symmetry.
            made.inspect()
        if graph.symmetric is None and (symmetric or not runtime.is_cpu):
            graph.symmetric = made.symmetric
        if made.symmetric or not symmetric:
            made.transfer_seconds = time.perf_counter() - begun
            return made
        del made
    made = _upload(graph.n, graph.adjacency(edge_ids=edge_ids), runtime)
    made.origin = copy.copy(graph)
    made.symmetric = True
    made.is_sorted = True  # Graph makes its adjacency with sorted rows
    runtime.finish()
    made.transfer_seconds = time.perf_counter() - begun
    return made


def _put_edges(graph: Graph, runtime: Runtime) -> DeviceGraph:
    begun = time.perf_counter()
    arrays = put_edges(runtime, *graph.edges())
    offset_type = "int" if arrays.count < ENTRIES_OF_INT32_OFFSETS else "long"
    made = DeviceGraph(runtime, graph.n, arrays.count, None, None, offset_type)
    made._edge_arrays = arrays
    runtime.finish()
    made.transfer_seconds = time.perf_counter() - begun
    return made


def _upload(n: int, rows: Adjacency, runtime: Runtime) -> DeviceGraph:
    offset_type = "int" if rows.offsets.dtype == np.int32 else "long"
    entries = int(rows.neighbors.size)
    runtime.check_memory(_needs(n, entries, offset_type), "the graph")
    offsets = runtime.upload(rows.offsets)
    neighbors = runtime.upload(rows.neighbors)
    return DeviceGraph(runtime, n, entries, offsets, neighbors, offset_type)


def _needs(n: int, entries: int, offset_type: str) -> dict[str, int]:
    return {"offsets": (n + 1) * (4 if offset_type == "int" else 8), "neighbors": entries * 4}


def _whole_buffer(runtime: Runtime, array: Any) -> Any:
    """A buffer whose first byte is the array's first; kernels know no offsets."""
    if array.size == 0:
        return runtime.allocate(16)
    if array.offset == 0:
        return array.base_data
    align = int(runtime.device.mem_base_addr_align) // 8
    # Only a plain buffer has parts: one of a memory pool has not, nor a part itself.
    if array.offset % align == 0 and type(array.base_data) is import_pyopencl().Buffer:
        with contextlib.suppress(import_pyopencl().LogicError):
            return array.base_data.get_sub_region(array.offset, array.nbytes)
    return array.copy(queue=runtime.queue).base_data
