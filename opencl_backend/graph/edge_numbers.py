"""The edges of symmetric rows, numbered on the device at both ends: ``edge_numbers.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.edge_arrays import RowBlocks

__all__ = ["keys_at", "keys_of_edges", "keys_of_entries", "number_edges"]

_KEY_BYTES = {"uint": 4, "ulong": 8}


def number_edges(runtime: Runtime, rows: DeviceCSR) -> Any:
    """The number of each entry's edge: those with the smaller end first, in the order of the rows.

    Parameters
    ----------
    runtime : Runtime
    rows : DeviceCSR
        Valid; at most 2**32 - 2 entries, so that a number is an int.

    Returns
    -------
    pyopencl.Buffer of as many int32 as entries, or None
        None unless the rows ascend strictly, hold each edge at both ends, and no self loop.
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
            return None  # bisection is for rows that ascend
        blocks.launch("edge_numbers", "number_larger_ends", indices, faults)
        return None if int(runtime.download(faults, 1)[0]) else indices


def keys_of_edges(
    runtime: Runtime, entries: int, keys: Any, indices: Any, edge_entries: Any, offset_type: str,
    key_type: str,
) -> Any:  # fmt: skip
    """The keys of edges, of those of their entries.

    Parameters
    ----------
    runtime : Runtime
    entries : int
    keys : pyopencl.Buffer
        Of each entry.
    indices : pyopencl.Buffer
        Made by :func:`number_edges`.
    edge_entries : pyopencl.Buffer
        The entry of each edge at its smaller end, of the type that ``offset_type`` names.
    offset_type : str
    key_type : str
        ``"uint"`` or ``"ulong"``.

    Returns
    -------
    pyopencl.Buffer, or None
        Of half as many keys. None if the two entries of some edge differ.
    """
    types = {"OFFSET": offset_type, "KEY": key_type}
    with runtime.lock:
        edge_keys = _gather(runtime, entries // 2, keys, edge_entries, types, offset_type)
        faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        _run(runtime, "compare_keys", types, entries, keys, indices, edge_keys, faults)
        return None if int(runtime.download(faults, 1)[0]) else edge_keys


def keys_of_entries(
    runtime: Runtime, entries: int, edge_keys: Any, indices: Any, offset_type: str
) -> Any:
    """The keys of entries, uint32, of those of their edges.

    Parameters
    ----------
    runtime, entries, indices, offset_type
        As for :func:`keys_of_edges`.
    edge_keys : pyopencl.Buffer
        Of ``entries`` / 2 uint32.
    """
    types = {"OFFSET": offset_type, "KEY": "uint"}
    with runtime.lock:
        return _gather(runtime, entries, edge_keys, indices, types, "int")


def keys_at(runtime: Runtime, keys: Any, edge_entries: Any, indices: Any, offset_type: str) -> Any:
    """The keys of a few edges, on the host.

    Parameters
    ----------
    runtime, keys, edge_entries, offset_type
        As for :func:`keys_of_edges`; keys of 32 bits.
    indices : numpy.ndarray, shape (k,), int32
        The numbers of the edges.

    Returns
    -------
    numpy.ndarray, shape (k,), uint32
    """
    count = int(indices.size)
    entry_type = "uint" if offset_type == "int" else "ulong"
    with runtime.lock:
        asked = runtime.upload_writable(indices)
        types = {"OFFSET": "int", "KEY": entry_type}
        entries = _gather(runtime, count, edge_entries, asked, types, "int")
        types = {"OFFSET": "int", "KEY": "uint"}
        return runtime.download(
            _gather(runtime, count, keys, entries, types, offset_type), count, np.uint32
        )


def _gather(
    runtime: Runtime, count: int, keys: Any, indices: Any, types: dict[str, str], index_type: str
) -> Any:
    gathered = runtime.allocate(_KEY_BYTES[types["KEY"]] * count)
    types = {**types, "INDEX": index_type}
    _run(runtime, "gather_keys", types, count, keys, indices, gathered)
    return gathered


def _run(runtime: Runtime, name: str, types: dict[str, str], count: int, *arguments: Any) -> None:
    kernel = runtime.kept_kernel("edge_numbers", name, types)
    size = np.int32(count) if types["OFFSET"] == "int" else np.int64(count)
    runtime.enqueue([Launch(kernel, count, runtime.tuning.local_size, size, *arguments)])
