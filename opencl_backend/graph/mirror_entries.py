"""Find the two entries of an edge in rows, on the device: ``mirror_entries.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.edge_arrays import RowBlocks
from clconn.opencl_backend.graph.weight_keys import Keys

__all__ = ["find_mirrors", "list_sources"]


def find_mirrors(runtime: Runtime, rows: DeviceCSR, keys: Keys) -> Any:
    """A buffer with the index of each entry's edge, as uint32, or None unless the rows are clean.

    Rows are clean if they ascend strictly, hold each edge at both ends with equal keys, and hold
    no self loop. The index of an edge is the place of its first entry.

    Parameters
    ----------
    rows
        Valid rows of at most 2**32 - 2 entries.
    keys
        One for each entry.
    """
    entries = rows.entry_count
    if not entries or entries % 2:
        return None
    with runtime.lock:
        blocks = RowBlocks(runtime, rows, symmetric=False, KEY=keys.key_type)
        indices = runtime.allocate(4 * entries)
        faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
        blocks.count_by("mirror_entries", "find_mirrors", keys.buffer, indices, faults)
        if int(runtime.download(faults, 1)[0]) or 2 * blocks.count != entries:
            return None
    return indices


def list_sources(
    runtime: Runtime, rows: DeviceCSR, keys: Keys, *, look_for_mirrors: bool
) -> tuple[Any, int]:
    """List the source of each entry, and drop entries that no minimum spanning forest needs.

    Parameters
    ----------
    look_for_mirrors
        Whether to look for pairs of entries of one edge, to drop one of them.

    Returns
    -------
    sources : pyopencl.Buffer
        An int32 for each entry, its target if it was dropped.
    count : int
        Entries that are left; the others are self loops now.
    """
    if not rows.entry_count:
        return runtime.allocate(16), 0
    with runtime.lock:
        blocks = RowBlocks(runtime, rows, symmetric=False, KEY=keys.key_type)
        sources = runtime.allocate(4 * rows.entry_count)
        arguments = (keys.buffer, np.int32(look_for_mirrors), sources)
        blocks.count_by("mirror_entries", "list_sources", *arguments)
    return sources, blocks.count
