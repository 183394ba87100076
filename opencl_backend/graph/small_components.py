"""Whether a graph has nothing but small components: ``small_components.cl``."""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.sampled_vertices import look_at_samples, sample_switches

__all__ = [
    "MOST_ENTRIES",
    "MOST_VERTICES",
    "SEARCHES",
    "expect_small_components",
    "small_components",
]

SEARCHES = 64
"""Number of vertices to search from, a work-group each."""

MOST_VERTICES = 128
"""Vertices of a small component."""

MOST_ENTRIES = 8192
"""Entries of all rows of a small component."""

_IN_SMALL, _ALONE = 1, 2
"""What a sample is found to be, as in the kernel."""

_LIMITS = {"MOST_VERTICES": MOST_VERTICES, "MOST_ENTRIES": MOST_ENTRIES}


def expect_small_components(runtime: Runtime, offset_type: str) -> None:
    """Build the kernel of :func:`small_components` with the next one."""
    switches = sample_switches(runtime, offset_type, groups=True, **_LIMITS)
    runtime.kernels.expect("small_components", switches)


def small_components(runtime: Runtime, rows: DeviceCSR) -> float:
    """The share in 0..1 of the searches from a few vertices that find a small component.

    Searches from vertices without neighbors do not count. It is 0 if there are no others. The rows
    must be valid.
    """
    if rows.n == 0:
        return 0.0
    found = look_at_samples(
        runtime, rows, "small_components", "search_components", SEARCHES, groups=True, **_LIMITS
    )
    found = found[found != _ALONE]
    return float(np.mean(found == _IN_SMALL)) if found.size else 0.0
