"""A lower bound of what hook-based sampling would cover, on the device: ``hook_coverage.cl``."""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.sampled_vertices import look_at_samples, sample_switches

__all__ = ["SAMPLES", "STEPS", "expect_hook_coverage", "hook_coverage"]

SAMPLES = 1024
"""The number of sampled vertices."""

STEPS = 32
"""The most steps of a walk."""


def expect_hook_coverage(runtime: Runtime, offset_type: str) -> None:
    """Build the kernel of :func:`hook_coverage` with the next one."""
    runtime.kernels.expect("hook_coverage", sample_switches(runtime, offset_type))


def hook_coverage(runtime: Runtime, rows: DeviceCSR) -> float:
    """The share in 0..1 of the sampled vertices in the largest tree after hooking.

    It is 0 for a graph without vertices. The rows must be valid.
    """
    if rows.n == 0:
        return 0.0
    walk_ends = look_at_samples(
        runtime, rows, "hook_coverage", "follow_first_neighbors", SAMPLES, SAMPLES, STEPS
    )
    roots, counts = np.unique(walk_ends[walk_ends >= 0], return_counts=True)
    return int(counts.max()) / SAMPLES if roots.size else 0.0
