"""Looks at a few vertices of rows, from which ``"auto"`` tells what the graph is like."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR

__all__ = ["look_at_samples"]

GROUP = 64
"""Work-items of a group: a few of them spread over a device at once."""


def look_at_samples(
    runtime: Runtime,
    rows: DeviceCSR,
    file: str,
    kernel: str,
    samples: int,
    *limits: int,
    groups: bool = False,
    **switches: int,
) -> Any:
    """Run a kernel that writes an int for each sampled vertex; return these as an array.

    There is at least one vertex, and the rows are valid.

    Parameters
    ----------
    *limits
        The arguments between the number of vertices and the rows.
    groups
        Whether a sample is a work-group's, which the switch LOCAL_SIZE then tells its size, and
        not a work-item's.
    """
    local = min(GROUP, runtime.tuning.local_size)
    defines: dict[str, str | int | None] = {"OFFSET": rows.offset_type, **switches}
    if groups:
        defines["LOCAL_SIZE"] = local
    found = runtime.allocate(4 * samples)
    with runtime.lock:
        kept = runtime.kept_kernel(file, kernel, defines)
        items = samples * local if groups else samples
        launch = Launch(kept, items, local, rows.n, *limits, *rows.arguments, found)
        runtime.enqueue([launch])
    return runtime.download(found, samples, np.int32)
