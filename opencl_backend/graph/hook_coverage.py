"""A lower bound of what hook-based sampling would cover, on the device: ``hook_coverage.cl``."""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR

__all__ = ["SAMPLES", "STEPS", "hook_coverage"]

SAMPLES = 1024
"""The number of sampled vertices."""

STEPS = 32
"""The most steps of a walk."""


def hook_coverage(runtime: Runtime, rows: DeviceCSR) -> float:
    """The share in 0..1 of the sampled vertices in the largest tree after hooking.

    It is 0 for a graph without vertices. The rows must be valid.
    """
    if rows.n == 0:
        return 0.0
    ends = runtime.allocate(4 * SAMPLES)
    with runtime.lock:
        kernel = runtime.kept_kernel(
            "hook_coverage", "follow_first_neighbors", {"OFFSET": rows.offset_type}
        )
        launch = Launch(
            kernel, SAMPLES, min(64, runtime.tuning.local_size),
            rows.n, SAMPLES, STEPS, *rows.arguments, ends,
        )  # fmt: skip
        runtime.enqueue([launch])
    walk_ends = runtime.download(ends, SAMPLES)
    roots, counts = np.unique(walk_ends[walk_ends >= 0], return_counts=True)
    return int(counts.max()) / SAMPLES if roots.size else 0.0
