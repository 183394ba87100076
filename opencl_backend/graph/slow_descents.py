"""Whether links to smaller neighbors would make long chains: ``slow_descents.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.hook_coverage import SAMPLES
from clconn.opencl_backend.graph.sampled_vertices import look_at_samples

__all__ = ["DROP", "STEPS", "slow_descents"]

STEPS = 32
"""Steps of a walk."""

# An H100 has 270,000 work-items in work, so they meet 2,000 links of a walk with 128 ids a step.
DROP = 2048
"""Ids that the second half of a walk must get away."""


def slow_descents(runtime: Runtime, rows: DeviceCSR) -> float:
    """The share in 0..1 of the sampled vertices whose walks down the ids are long and slow.

    It is 0 for a graph without vertices. The rows must be valid.
    """
    if rows.n == 0:
        return 0.0
    is_slow = look_at_samples(
        runtime, rows, "slow_descents", "find_slow_descents", SAMPLES, SAMPLES, STEPS, DROP
    )
    return float(is_slow.mean())
