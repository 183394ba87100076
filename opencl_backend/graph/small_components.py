"""Whether a graph has nothing but small components, or medium ones: ``small_components.cl``."""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.sampled_vertices import look_at_samples, sample_switches

__all__ = [
    "FEW_SEARCHES",
    "FIRST_SEARCHES",
    "MOST_ENTRIES",
    "MOST_ENTRIES_OF_MEDIUM",
    "MOST_VERTICES",
    "MOST_VERTICES_OF_MEDIUM",
    "SEARCHES",
    "expect_small_components",
    "medium_components",
    "small_components",
]

SEARCHES = 64
"""Number of vertices to search from, a work-group each."""

MOST_VERTICES = 128
"""Vertices of a small component."""

MOST_ENTRIES = 8192
"""Entries of all rows of a small component."""

FIRST_SEARCHES, FEW_SEARCHES = 2, 4
"""Number of vertices to search from for medium components, at first and if there are any."""

MOST_VERTICES_OF_MEDIUM = 1 << 12
"""Vertices of a medium component."""

MOST_ENTRIES_OF_MEDIUM = 1 << 16
"""Entries of all rows of one."""

_IN_SMALL, _ALONE = 1, 2
"""What a sample is found to be, as in the kernel."""

_LIMITS = {"MOST_VERTICES": MOST_VERTICES, "MOST_ENTRIES": MOST_ENTRIES}
_LIMITS_OF_MEDIUM = {
    "MOST_VERTICES": MOST_VERTICES_OF_MEDIUM,
    "MOST_ENTRIES": MOST_ENTRIES_OF_MEDIUM,
}
_BYTES_OF_MEDIUM = 4 * (5 * MOST_VERTICES_OF_MEDIUM + 128)
"""Of local memory, for a table and a list."""


def expect_small_components(runtime: Runtime, offset_type: str) -> None:
    """Build the kernel of :func:`small_components` with the next one."""
    switches = sample_switches(runtime, offset_type, groups=True, **_LIMITS)
    runtime.kernels.expect("small_components", switches)


def small_components(runtime: Runtime, rows: DeviceCSR) -> float:
    """The share in 0..1 of the searches from a few vertices that find a small component.

    Searches from vertices without neighbors do not count. It is 0 if there are no others. The rows
    must be valid.
    """
    return _share(runtime, rows, SEARCHES, _LIMITS)


def medium_components(runtime: Runtime, rows: DeviceCSR) -> float:
    """The same for components of some thousand vertices; 0 where the first two searches find none.

    It is 0 on devices without the local memory that it takes, which few but processors have.
    """
    if runtime.device.local_mem_size < _BYTES_OF_MEDIUM:
        return 0.0
    # In the component of most vertices, as most graphs have one, a search takes longest.
    if not _share(runtime, rows, FIRST_SEARCHES, _LIMITS_OF_MEDIUM):
        return 0.0
    return _share(runtime, rows, FEW_SEARCHES, _LIMITS_OF_MEDIUM)


def _share(runtime: Runtime, rows: DeviceCSR, searches: int, limits: dict[str, int]) -> float:
    if rows.n == 0:
        return 0.0
    found = look_at_samples(
        runtime, rows, "small_components", "search_components", searches, groups=True, **limits
    )
    found = found[found != _ALONE]
    return float(np.mean(found == _IN_SMALL)) if found.size else 0.0
