"""The edges of symmetric rows, numbered on the device at both ends: ``edge_numbers.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.edge_arrays import RowBlocks
from clconn.opencl_backend.runtime import Runtime
from clconn.opencl_backend.steps import Launch

__all__ = ["have_equal_keys", "number_edges"]


def number_edges(
    runtime: Runtime, n: int, entries: int, offsets: Any, neighbors: Any, offset_type: str
) -> Any:
    """The number of each entry's edge: those with the smaller end first, in the order of the rows.

    Parameters
    ----------
    runtime : Runtime
    n, entries : int
        At most 2**32 - 2 entries, so that a number is an int.
    offsets, neighbors : pyopencl.Buffer
        Valid compressed sparse rows.
    offset_type : str
        ``"int"`` or ``"long"``.

    Returns
    -------
    pyopencl.Buffer of ``entries`` int32, or None
        None unless the rows ascend strictly, hold each edge at both ends, and no self loop.
    """
    if not entries or entries % 2:
        return None
    with runtime.lock:
        blocks = RowBlocks(runtime, n, entries, offsets, neighbors, offset_type, symmetric=True)
        if 2 * blocks.count != entries:
            return None
        indices = runtime.allocate(4 * entries)
        faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        blocks.launch("edge_numbers", "number_smaller_ends", blocks.begins(), indices, faults)
        if int(runtime.download(faults, 1)[0]):
            return None  # bisection is for rows that ascend
        blocks.launch("edge_numbers", "number_larger_ends", indices, faults)
        return None if int(runtime.download(faults, 1)[0]) else indices


def have_equal_keys(
    runtime: Runtime, entries: int, keys: Any, indices: Any, offset_type: str
) -> bool:
    """Whether the two entries of each edge have the same key.

    Parameters
    ----------
    runtime : Runtime
    entries : int
    keys : pyopencl.Buffer
        Of ``entries`` uint32.
    indices : pyopencl.Buffer
        Made by :func:`number_edges`.
    offset_type : str
    """
    with runtime.lock:
        edge_keys = runtime.allocate(2 * entries)
        faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        count = np.int32(entries) if offset_type == "int" else np.int64(entries)
        local = runtime.tuning.local_size
        switches = {"OFFSET": offset_type}
        steps = [
            Launch(
                runtime.kept_kernel("edge_numbers", name, switches),
                entries, local, count, keys, indices, edge_keys, *more,
            )
            for name, more in (("spread_keys", ()), ("compare_keys", (faults,)))
        ]  # fmt: skip
        runtime.enqueue(steps)
        return not int(runtime.download(faults, 1)[0])
