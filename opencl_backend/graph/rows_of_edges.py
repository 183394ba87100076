"""Turn arrays of edges into rows that store each edge at both ends: ``rows_of_edges.cl``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.csr import offset_dtype
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR, csr_bytes, offset_type_of
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays

__all__ = ["WeightedRows", "rows_of_edges", "weighted_bytes"]

_MOST_BLOCKS = 65536


@dataclass(frozen=True)
class WeightedRows:
    """Rows that store each edge at both ends, with the edge and its key at each entry.

    Attributes
    ----------
    rows : DeviceCSR
    keys : pyopencl.Buffer, of uint32
        The key of each entry's edge.
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


def rows_of_edges(runtime: Runtime, n: int, edges: EdgeArrays, keys: Any) -> WeightedRows:
    """Build rows of edges; the index of an edge is its place in the arrays.

    Parameters
    ----------
    keys : pyopencl.Buffer
        A uint32 for each edge.
    """
    count = np.int64(edges.count)
    places = runtime.allocate(4 * n)
    ends = (edges.sources, edges.targets)
    block = max(32, -(-n // _MOST_BLOCKS))
    blocks = -(-n // block)
    # Of the two types of offsets the one that the entries need, self loops or not.
    dtype = np.dtype(offset_dtype(2 * edges.count))
    switches: dict[str, str | int | None] = {"OFFSET": offset_type_of(dtype)}

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
        neighbors, row_keys, indices = (runtime.allocate(4 * entries) for _ in range(3))
        results = (neighbors, row_keys, indices)
        run("put_into_rows", edges.count, count, *ends, keys, offsets, places, *results)
        # The scratch memory returns to the pool, which serves this queue, so in order.
    rows = DeviceCSR(n, entries, offsets, neighbors, offset_type_of(dtype))
    return WeightedRows(rows, row_keys, indices)
