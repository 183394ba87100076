"""Whether a graph has nothing but small components: ``small_components.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.sampled_vertices import look_at_samples

__all__ = ["MOST_ENTRIES", "MOST_VERTICES", "SEARCHES", "small_components"]

SEARCHES = 64
"""Number of vertices to search from, a work-group each."""

MOST_VERTICES = 128
"""Vertices of a small component."""

MOST_ENTRIES = 8192
"""Entries of all rows of a small component."""


def small_components(runtime: Runtime, rows: DeviceCSR) -> float:
    """The share in 0..1 of the searches from a few vertices that find a small component.

    It is 0 for a graph without vertices. The rows must be valid.
    """
    if rows.n == 0:
        return 0.0
    is_small = look_at_samples(
        runtime, rows, "small_components", "search_components", SEARCHES,
        groups=True, MOST_VERTICES=MOST_VERTICES, MOST_ENTRIES=MOST_ENTRIES,
    )  # fmt: skip
    return float(is_small.mean())
