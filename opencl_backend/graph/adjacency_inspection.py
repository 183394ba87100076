"""Determine on the device whether an adjacency is valid, sorted and symmetric.

The kernel file ``adjacency_inspection.cl`` explains the fingerprint.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR

__all__ = ["Inspection", "fingerprint", "inspect_adjacency"]

_FALLING, _OUT_OF_RANGE, _UNSORTED, _LONG_ROW = 1, 2, 4, 8

# Each process draws a new key, so that no graph can be crafted to deceive the check.
_KEY = int.from_bytes(os.urandom(8), "little")


@dataclass(frozen=True)
class Inspection:
    """The result of inspecting an adjacency.

    Attributes
    ----------
    fault
        What makes it invalid; empty if it is valid.
    symmetric
        Whether each edge is stored at both ends; wrongly True with a probability of about 2**-63.
    is_sorted
        Whether the neighbors of every vertex ascend.
    has_long_rows
        Whether a vertex has more than a low degree (``tuning.py``).
    """

    fault: str
    symmetric: bool
    is_sorted: bool
    has_long_rows: bool


def inspect_adjacency(runtime: Runtime, rows: DeviceCSR) -> Inspection:
    """Inspect a whole adjacency once."""
    faults, total = fingerprint(runtime, rows, _KEY)
    problem = ""
    if faults & _FALLING:
        problem = f"the offsets fall, or point beyond the {rows.entry_count} entries"
    elif faults & _OUT_OF_RANGE:
        problem = f"a neighbor is outside 0..{rows.n - 1}"
    return Inspection(problem, total == 0, not faults & _UNSORTED, bool(faults & _LONG_ROW))


def fingerprint(runtime: Runtime, rows: DeviceCSR, key: int) -> tuple[int, int]:
    """The faults of an adjacency, and the number that is zero if it is symmetric.

    Parameters
    ----------
    key
        The key of the hashes, in 0..2**64-1.

    Returns
    -------
    faults : int
        Bits, as ``adjacency_inspection.cl`` defines them.
    total : int
        In 0..2**64-1.
    """
    tuning = runtime.tuning
    local = tuning.local_size
    # A processor goes through the vertices, and each work-item has a sum.
    groups = tuning.groups_for(rows.n if tuning.blocks else max(rows.n, rows.entry_count))
    items = groups * local
    sums_count = items if tuning.blocks else groups
    switches: dict[str, str | int | None] = {
        "OFFSET": rows.offset_type, "PIECE": tuning.piece, "LOCAL_SIZE": local,
        "LOW_DEGREE": tuning.low_degree, **tuning.sharing,
    }  # fmt: skip
    kernel = runtime.kernel("adjacency_inspection", "fingerprint", switches)
    sums = runtime.allocate(8 * sums_count)
    faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
    launch = Launch(
        kernel, items, tuning.local_size,
        rows.n, rows.place(rows.entry_count), np.uint64(key), *rows.arguments, sums, faults,
    )  # fmt: skip
    with runtime.lock:
        runtime.enqueue([launch])
    total = np.add.reduce(runtime.download(sums, sums_count, np.uint64))
    found = int(runtime.download(faults, 1)[0])
    # A new kernel object takes pyopencl a third of a millisecond, more than all else here.
    runtime.kernels.give_back([launch])
    return found, int(total)
