"""Check an adjacency on the device: is it valid, sorted, symmetric?

The kernel, ``symmetry.cl``, explains the fingerprint.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.opencl_backend.runtime import Launch, Runtime

__all__ = ["Inspection", "inspect_adjacency"]

_FALLING, _OUT_OF_RANGE, _UNSORTED = 1, 2, 4

# New in each process, so that no graph can be made to deceive it.
_KEY = np.uint64(int.from_bytes(os.urandom(8), "little"))


@dataclass(frozen=True)
class Inspection:
    """What was seen of an adjacency.

    Attributes
    ----------
    fault : str
        What makes it invalid; empty if it is valid.
    symmetric : bool
        Whether each edge stands at both ends (wrong with a chance of about 2**-60).
    is_sorted : bool
        Whether the neighbors of every vertex ascend.
    """

    fault: str
    symmetric: bool
    is_sorted: bool


def inspect_adjacency(
    runtime: Runtime, n: int, entries: int, offsets: Any, neighbors: Any, offset_type: str
) -> Inspection:
    """Look at all of an adjacency once.

    Parameters
    ----------
    runtime : Runtime
    n, entries : int
    offsets, neighbors : pyopencl.Buffer
        Of n + 1 offsets and of ``entries`` int32.
    offset_type : str
        ``"int"`` or ``"long"``.

    Returns
    -------
    Inspection
    """
    tuning = runtime.tuning
    items = min(max(n, 1) * tuning.lanes, tuning.groups * tuning.local_size)
    items = -(-items // tuning.local_size) * tuning.local_size
    switches = {"OFFSET": offset_type, "LANES": tuning.lanes, **tuning.sharing}
    kernel = runtime.kernel("symmetry", "fingerprint", switches)
    sums = runtime.allocate(8 * items)
    faults = runtime.upload_writable(np.zeros(1, dtype=np.int32))
    offset_dtype = np.int32 if offset_type == "int" else np.int64
    launch = Launch(
        kernel, items, tuning.local_size,
        np.int32(n), offset_dtype(entries), _KEY, offsets, neighbors, sums, faults,
    )  # fmt: skip
    with runtime.lock:
        runtime.enqueue([launch])
    fault = int(runtime.download(faults, 1)[0])
    total = np.add.reduce(runtime.download(sums, items, np.uint64))
    problem = ""
    if fault & _FALLING:
        problem = f"the offsets fall, or point beyond the {entries} entries"
    elif fault & _OUT_OF_RANGE:
        problem = f"a neighbor is outside 0..{n - 1}"
    return Inspection(problem, bool(total == 0), not fault & _UNSORTED)
