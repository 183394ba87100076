"""Number the edges of symmetric rows at both ends, on the device: ``edge_numbers.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR, dtype_of
from clconn.opencl_backend.graph.edge_arrays import RowBlocks

__all__ = ["keys_at", "keys_of_edges", "keys_of_entries", "number_edges"]

_KEY_BYTES = {"uint": 4, "ulong": 8}


def number_edges(runtime: Runtime, rows: DeviceCSR) -> Any:
    """A buffer with the number of each entry's edge, as int32.

    Edges are numbered in the order of their entries at the smaller end. The result is None unless
    the rows ascend strictly, hold each edge at both ends, and hold no self loop.

    Parameters
    ----------
    rows
        Valid rows of at most 2**32 - 2 entries, so that a number is an int.
    """
    entries = rows.entry_count
    if not entries or entries % 2:
        return None
    with runtime.lock:
        blocks = RowBlocks(runtime, rows, symmetric=True)
        if 2 * blocks.count != entries:
            return None
        indices = runtime.allocate(4 * entries)
        faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        blocks.launch("edge_numbers", "number_smaller_ends", blocks.begins(), indices, faults)
        if int(runtime.download(faults, 1)[0]):
            return None  # bisection needs rows that ascend
        blocks.launch("edge_numbers", "number_larger_ends", indices, faults)
        return None if int(runtime.download(faults, 1)[0]) else indices


def keys_of_edges(
    runtime: Runtime, rows: DeviceCSR, keys: Any, indices: Any, edge_entries: Any, key_type: str
) -> Any:
    """Gather each edge's key from its first CSR entry; None if its two entries differ.

    Parameters
    ----------
    keys : pyopencl.Buffer
        The key of each entry.
    indices : pyopencl.Buffer
        The result of :func:`number_edges`.
    edge_entries : pyopencl.Buffer
        The entry of each edge at its smaller end, of the offsets' type.
    key_type
        ``"uint"`` or ``"ulong"``.
    """
    entries, offset_type = rows.entry_count, rows.offset_type
    types = {"OFFSET": offset_type, "KEY": key_type}
    with runtime.lock:
        edge_keys = _gather(runtime, entries // 2, keys, edge_entries, types, offset_type)
        faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        _run(runtime, "compare_keys", types, entries, keys, indices, edge_keys, faults)
        return None if int(runtime.download(faults, 1)[0]) else edge_keys


def keys_of_entries(runtime: Runtime, rows: DeviceCSR, edge_keys: Any, indices: Any) -> Any:
    """Gather each entry's key from that of its edge, as uint32.

    Parameters
    ----------
    edge_keys : pyopencl.Buffer
        A uint32 for each edge.
    """
    types = {"OFFSET": rows.offset_type, "KEY": "uint"}
    with runtime.lock:
        return _gather(runtime, rows.entry_count, edge_keys, indices, types, "int")


def keys_at(runtime: Runtime, rows: DeviceCSR, keys: Any, edge_entries: Any, indices: Any) -> Any:
    """Download the keys of a few edges, as uint32.

    Parameters
    ----------
    keys, edge_entries
        As for :func:`keys_of_edges`; keys of 32 bits.
    indices : numpy.ndarray, shape (k,), int32
        The numbers of the edges.
    """
    count = int(indices.size)
    entry_type = "uint" if rows.offset_type == "int" else "ulong"
    with runtime.lock:
        number_buffer = runtime.upload_writable(indices)
        types = {"OFFSET": "int", "KEY": entry_type}
        entries = _gather(runtime, count, edge_entries, number_buffer, types, "int")
        types = {"OFFSET": "int", "KEY": "uint"}
        return runtime.download(
            _gather(runtime, count, keys, entries, types, rows.offset_type), count, np.uint32
        )


def _gather(
    runtime: Runtime, count: int, keys: Any, indices: Any, types: dict[str, str], index_type: str
) -> Any:
    result = runtime.allocate(_KEY_BYTES[types["KEY"]] * count)
    types = {**types, "INDEX": index_type}
    _run(runtime, "gather_keys", types, count, keys, indices, result)
    return result


def _run(runtime: Runtime, name: str, types: dict[str, str], count: int, *arguments: Any) -> None:
    kernel = runtime.kept_kernel("edge_numbers", name, types)
    size = dtype_of(types["OFFSET"]).type(count)
    runtime.enqueue([Launch(kernel, count, runtime.tuning.local_size, size, *arguments)])
