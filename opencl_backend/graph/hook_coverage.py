"""A lower bound of what hook-based sampling would cover, on the device: ``hook_coverage.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["SAMPLES", "STEPS", "hook_coverage"]

SAMPLES = 1024
"""Vertices looked at."""

STEPS = 32
"""Most steps of a walk."""


def hook_coverage(
    runtime: Runtime, n: int, offsets: Any, neighbors: Any, offset_type: str
) -> float:
    """The share of the sampled vertices that are in the largest tree after hooking.

    Parameters
    ----------
    runtime : Runtime
    n : int
    offsets, neighbors : pyopencl.Buffer
        Valid compressed sparse rows.
    offset_type : str
        ``"int"`` or ``"long"``.

    Returns
    -------
    float
        In 0..1; 0 without vertices.
    """
    if n == 0:
        return 0.0
    ends = runtime.allocate(4 * SAMPLES)
    with runtime.lock:
        kernel = runtime.kept_kernel(
            "hook_coverage", "follow_first_neighbors", {"OFFSET": offset_type}
        )
        launch = Launch(
            kernel, SAMPLES, min(64, runtime.tuning.local_size),
            np.int32(n), np.int32(SAMPLES), np.int32(STEPS), offsets, neighbors, ends,
        )  # fmt: skip
        runtime.enqueue([launch])
    found = runtime.download(ends, SAMPLES)
    roots, counts = np.unique(found[found >= 0], return_counts=True)
    return int(counts.max()) / SAMPLES if roots.size else 0.0
