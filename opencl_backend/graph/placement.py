"""Put a graph into a device's memory: from the host, or from arrays that are already there."""

from __future__ import annotations

import contextlib
import copy
import time
from typing import Any

import numpy as np

from clconn.csr import ENTRIES_OF_INT32_OFFSETS, offset_dtype
from clconn.errors import DeviceError, DeviceMemoryError, GraphError
from clconn.graph import MAXIMUM_VERTICES, Graph
from clconn.host_memory import check_host_memory
from clconn.opencl_backend.device.callers_arrays import check_array, wait_for_its_queue
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph.device_csr import (
    DeviceCSR,
    csr_bytes,
    offset_type_of,
    upload_csr,
    upload_user_rows,
)
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.edge_arrays import put_edges
from clconn.opencl_backend.graph.rows_of_edges import rows_of_arcs
from clconn.sparse_ids import sparse_ids_advice

__all__ = [
    "arcs_to_device",
    "check_room",
    "inspect_rows",
    "keep_copy",
    "take_arrays",
    "to_device",
]


def to_device(
    graph: Graph,
    device: Any = None,
    *,
    symmetric: bool = False,
    edge_ids: bool = False,
    arrays: bool = False,
) -> DeviceGraph:
    """Put a graph's adjacency on a device; the graph keeps the copy.

    Parameters
    ----------
    device
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`.
    symmetric
        Whether each edge must be stored at both ends. Otherwise the user's rows go to the device
        unchanged, which takes no time on a processor, where the device reads them in place.
    edge_ids
        Whether :attr:`DeviceGraph.edge_ids` will be needed. Making the ids together with the
        adjacency takes half the time of making the adjacency twice.
    arrays
        Whether only :meth:`DeviceGraph.edge_arrays` will be needed. An edge list then goes to the
        device unchanged, and no rows are made.

    Raises
    ------
    DeviceMemoryError
        Before any allocation, if the graph does not fit.
    """
    runtime = open_runtime(device)
    with runtime.lock:
        if arrays and graph.user_rows is None:
            key = (runtime, "edges")
            device_copy = graph.device_copies.get(key)
            if device_copy is None:
                device_copy = _put_edges(graph, runtime)
                device_copy.host = copy.copy(graph)
                keep_copy(graph, key, device_copy)
            device_copy.vertex_names = graph.vertex_names
            return device_copy
        device_copy = graph.device_copies.get(runtime)
        if device_copy is None or (symmetric and not device_copy.symmetric):
            device_copy = _put(graph, runtime, symmetric, edge_ids)
            # Make a copy, so that the graph and its device copies do not keep each other alive.
            device_copy.host = copy.copy(graph)
            keep_copy(graph, runtime, device_copy)
        device_copy.vertex_names = graph.vertex_names
    return device_copy


def arcs_to_device(graph: Graph, device: Any = None) -> DeviceGraph:
    """Put the arcs of a graph on a device as rows; the graph keeps the copy.

    Entry v of row u is the arc u -> v. The edges of an undirected graph are stored at both ends.

    Parameters
    ----------
    device
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`.

    Raises
    ------
    DeviceMemoryError
        Before any allocation, if the graph does not fit.
    """
    runtime = open_runtime(device)
    if not graph.directed:
        return to_device(graph, runtime, symmetric=True)
    with runtime.lock:
        # Unless it was made symmetric, the copy for undirected problems has the user's rows.
        device_copy = graph.device_copies.get(runtime)
        if device_copy is None or device_copy.origin is not None:
            key = (runtime, "arcs")
            device_copy = graph.device_copies.get(key)
            if device_copy is None:
                device_copy = _put_arcs(graph, runtime)
                device_copy.host = copy.copy(graph)
                keep_copy(graph, key, device_copy)
        device_copy.vertex_names = graph.vertex_names
    return device_copy


def _put_arcs(graph: Graph, runtime: Runtime) -> DeviceGraph:
    if graph.user_rows is not None:
        return _put(graph, runtime, symmetric=False, edge_ids=False)
    start = time.perf_counter()
    check_room(graph, runtime)
    if runtime.is_cpu:
        device_graph = DeviceGraph(runtime, upload_csr(runtime, graph.arcs()), directed=True)
        device_graph.is_sorted = True  # Graph makes its rows with sorted neighbors
    else:
        rows = rows_of_arcs(runtime, graph.n, put_edges(runtime, *graph.edges()))
        device_graph = DeviceGraph(runtime, rows, directed=True)
    runtime.finish()
    device_graph.transfer_seconds = time.perf_counter() - start
    return device_graph


def keep_copy(graph: Graph, key: Any, new_copy: DeviceGraph) -> None:
    """Let a graph keep its copy on a device, and drop copies whose runtimes are retired.

    Another thread may drop the copy again at any time, so whoever needs it must hold a reference.

    Parameters
    ----------
    key
        The key of the copy in ``graph.device_copies``.
    """
    copies = graph.device_copies
    for other, device_copy in list(copies.items()):
        if device_copy.runtime.retired:
            copies.pop(other, None)
    copies[key] = new_copy


def _put(graph: Graph, runtime: Runtime, symmetric: bool, edge_ids: bool) -> DeviceGraph:
    start = time.perf_counter()
    rows = graph.user_rows
    if rows is not None and not (symmetric and graph.symmetric is False):
        device_rows = upload_user_rows(runtime, rows)
        device_graph = DeviceGraph(runtime, device_rows, directed=graph.directed)
        device_graph.symmetric = bool(graph.symmetric)
        if symmetric or not runtime.is_cpu:
            # A GPU finds out sooner than the host whether the rows can be used unchanged, and gains
            # more from that than the check costs. On a processor the check takes as long as the
            # components, so there it runs only for a variant that needs symmetry.
            inspect_rows(graph, device_graph)
        if device_graph.symmetric or not symmetric:
            device_graph.transfer_seconds = time.perf_counter() - start
            return device_graph
        del device_graph
    check_room(graph, runtime)
    if runtime.is_cpu or graph.edge_count >= 2**31:
        device_graph = DeviceGraph(runtime, upload_csr(runtime, graph.adjacency(edge_ids=edge_ids)))
        device_graph.symmetric = True
        device_graph.is_sorted = True  # Graph makes its adjacency with sorted rows
    else:
        device_graph = DeviceGraph.of_edges(runtime, graph.n, *graph.edges())
    device_graph.origin = copy.copy(graph)
    runtime.finish()
    device_graph.transfer_seconds = time.perf_counter() - start
    return device_graph


def inspect_rows(graph: Graph, device_graph: DeviceGraph) -> None:
    """Find out on the device whether a user's rows are valid, symmetric and sorted.

    Raises
    ------
    GraphError
        If they are not valid.
    """
    rows = graph.user_rows
    assert rows is not None
    fault = device_graph.inspect()
    if fault:
        rows.check()  # which names the place
        raise GraphError(fault)
    rows.are_valid = True
    if graph.symmetric is None:
        graph.symmetric = device_graph.symmetric


def check_room(graph: Graph, runtime: Runtime, *, rows: bool = True) -> None:
    """Check, before anything is built, that there is room for what depends on n.

    Every algorithm needs a parent and a label for each vertex, and the offsets of `rows` unless
    it reads arrays of edges. A processor has them in the memory of the host.

    Raises
    ------
    DeviceMemoryError, HostMemoryError
    """
    needs = {"parents": 4 * graph.n, "labels": 4 * graph.n}
    if rows:
        offset_type = offset_type_of(offset_dtype(graph.edge_count))
        needs = {**csr_bytes(graph.n, graph.edge_count, offset_type), **needs}
    advice = sparse_ids_advice(graph.n, graph.edge_count)
    purpose = f"a graph of {graph.n:,} vertices"
    try:
        runtime.check_memory(needs, purpose)
    except DeviceMemoryError as error:
        raise DeviceMemoryError(f"{error}; {advice}") if advice else error from None
    if runtime.is_cpu:
        check_host_memory(needs, purpose, advice)


def _put_edges(graph: Graph, runtime: Runtime) -> DeviceGraph:
    start = time.perf_counter()
    check_room(graph, runtime, rows=False)
    arrays = put_edges(runtime, *graph.edges())
    offset_type = "int" if arrays.count < ENTRIES_OF_INT32_OFFSETS else "long"
    device_graph = DeviceGraph(
        runtime, None, n=graph.n, edges=arrays, offset_type=offset_type, directed=graph.directed
    )
    runtime.finish()
    device_graph.transfer_seconds = time.perf_counter() - start
    return device_graph


def take_arrays(offsets: Any, neighbors: Any, device: Any) -> DeviceGraph:
    """Make a graph from rows that are on a device; :meth:`DeviceGraph.from_csr` explains."""
    cl = import_pyopencl()
    otherwise = "for host arrays use clconn.Graph.from_csr"
    check_array("offsets", offsets, (np.int32, np.int64), otherwise)
    check_array("neighbors", neighbors, (np.int32,), otherwise)
    if offsets.size == 0 or offsets.size - 1 > MAXIMUM_VERTICES:
        raise GraphError(f"offsets has {offsets.size} entries; expected n + 1, with n < 2**31")
    if offsets.dtype == np.int32 and neighbors.size >= ENTRIES_OF_INT32_OFFSETS:
        raise GraphError(
            f"{neighbors.size} entries with int32 offsets; expected int64 offsets from "
            f"{ENTRIES_OF_INT32_OFFSETS} entries on"
        )
    # An array may have no queue, but it always has a context.
    array_queue = neighbors.queue or offsets.queue or neighbors.context
    runtime = open_runtime(array_queue if device is None else device)
    if runtime.context != neighbors.context or runtime.context != offsets.context:
        raise DeviceError("the arrays and the queue belong to different OpenCL contexts")
    start = time.perf_counter()
    for array in (offsets, neighbors):
        wait_for_its_queue(runtime, array)
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
            f"offsets go from {first_and_last[0]} to {first_and_last[1]}; expected 0 to {entries}"
        )
    rows = DeviceCSR(
        n, entries, _whole_buffer(runtime, offsets), _whole_buffer(runtime, neighbors),
        offset_type_of(offsets.dtype),
    )  # fmt: skip
    device_graph = DeviceGraph(runtime, rows)
    fault = device_graph.inspect()
    if fault:
        raise GraphError(fault)
    device_graph.transfer_seconds = time.perf_counter() - start
    return device_graph


def _whole_buffer(runtime: Runtime, array: Any) -> Any:
    """A buffer that begins with the array's first byte; kernels take no byte offsets."""
    if array.size == 0:
        return runtime.allocate(16)
    if array.offset == 0:
        return array.base_data
    align = int(runtime.device.mem_base_addr_align) // 8
    # Only a plain buffer has sub-buffers; a pool's buffer and a sub-buffer have none.
    if array.offset % align == 0 and type(array.base_data) is import_pyopencl().Buffer:
        with contextlib.suppress(import_pyopencl().LogicError):
            return array.base_data.get_sub_region(array.offset, array.nbytes)
    return array.copy(queue=runtime.queue).base_data
