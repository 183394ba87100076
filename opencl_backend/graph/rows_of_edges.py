"""Turn arrays of edges into rows, on the device: ``rows_of_edges.cl``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.csr import offset_dtype
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR, csr_bytes, offset_type_of
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays

__all__ = ["WeightedRows", "rows_of_arcs", "rows_of_edges", "weighted_bytes"]

_MOST_BLOCKS = 65536


@dataclass(frozen=True)
class WeightedRows:
    """Rows that store each edge at both ends, with the edge and its key at each entry.

    Attributes
    ----------
    rows : DeviceCSR
    keys : pyopencl.Buffer, of uint32
        The key of each entry's edge; None without weights.
    indices : pyopencl.Buffer, of uint32
        The index of each entry's edge.
    """

    rows: DeviceCSR
    keys: Any
    indices: Any


def weighted_bytes(n: int, entry_count: int, offset_type: str) -> dict[str, int]:
    """Bytes of weighted rows on a device, by what they hold."""
    size = 4 * entry_count
    return {**csr_bytes(n, entry_count, offset_type), "keys": size, "edge indices": size}


def rows_of_edges(runtime: Runtime, n: int, edges: EdgeArrays, keys: Any = None) -> WeightedRows:
    """Build rows that store each edge at both ends; the index of an edge is its place.

    Parameters
    ----------
    keys : pyopencl.Buffer, optional
        A uint32 for each edge.
    """
    rows, row_keys, indices = _count_and_put(runtime, n, edges, keys, {})
    return WeightedRows(rows, row_keys, indices)


def rows_of_arcs(runtime: Runtime, n: int, arcs: EdgeArrays) -> DeviceCSR:
    """Build rows of arcs."""
    return _count_and_put(runtime, n, arcs, None, {"ARCS": None})[0]


def _count_and_put(
    runtime: Runtime, n: int, edges: EdgeArrays, keys: Any, switches: dict[str, str | int | None]
) -> tuple[DeviceCSR, Any, Any]:
    ends_per_edge = 1 if "ARCS" in switches else 2
    count = np.int64(edges.count)
    places = runtime.allocate(4 * n)
    ends = (edges.sources, edges.targets)
    block = max(32, -(-n // _MOST_BLOCKS))
    blocks = -(-n // block)
    # Of the two types of offsets the one that the entries need, self loops or not.
    dtype = np.dtype(offset_dtype(ends_per_edge * edges.count))
    switches = {**switches, "OFFSET": offset_type_of(dtype)}
    if keys is not None:
        switches["WEIGHTED"] = None

    def run(name: str, items: int, *arguments: Any) -> None:
        kernel = runtime.kept_kernel("rows_of_edges", name, switches)
        runtime.enqueue([Launch(kernel, items, runtime.tuning.local_size, *arguments)])

    with runtime.lock:
        run("clear_degrees", n, n, places)
        run("count_degrees", edges.count, count, *ends, places)
        sums = runtime.allocate(8 * blocks)
        run("add_up_degrees", blocks, n, block, places, sums)
        totals = runtime.download(sums, blocks, np.int64)
        entries = int(totals.sum())
        begins = runtime.upload_writable(np.cumsum(totals) - totals)
        offsets = runtime.allocate(dtype.itemsize * (n + 1))
        if n:
            run("write_offsets", blocks, n, block, places, begins, offsets)
        else:
            offsets = runtime.upload(np.zeros(1, dtype=dtype))
        neighbors = runtime.allocate(4 * entries)
        row_keys = None if keys is None else runtime.allocate(4 * entries)
        indices = None if "ARCS" in switches else runtime.allocate(4 * entries)
        results = (neighbors, row_keys, indices)
        run("put_into_rows", edges.count, count, *ends, keys, offsets, places, *results)
        # The scratch memory returns to the pool, which serves this queue, so in order.
    return DeviceCSR(n, entries, offsets, neighbors, offset_type_of(dtype)), row_keys, indices
