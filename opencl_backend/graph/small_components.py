"""Whether a graph has nothing but small components: ``small_components.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR

__all__ = ["MOST_ENTRIES", "MOST_VERTICES", "SEARCHES", "small_components"]

SEARCHES = 64
"""Number of vertices to search from, a work-group each."""

MOST_VERTICES = 128
"""Vertices of a small component."""

MOST_ENTRIES = 8192
"""Entries of all rows of a small component."""

_GROUP = 64


def small_components(runtime: Runtime, rows: DeviceCSR) -> float:
    """The share in 0..1 of the searches from a few vertices that find a small component.

    It is 0 for a graph without vertices. The rows must be valid.
    """
    if rows.n == 0:
        return 0.0
    is_small = runtime.allocate(4 * SEARCHES)
    local = min(_GROUP, runtime.tuning.local_size)
    with runtime.lock:
        kernel = runtime.kept_kernel(
            "small_components", "search_components",
            {
                "OFFSET": rows.offset_type, "LOCAL_SIZE": local,
                "MOST_VERTICES": MOST_VERTICES, "MOST_ENTRIES": MOST_ENTRIES,
            },
        )  # fmt: skip
        launch = Launch(kernel, SEARCHES * local, local, rows.n, *rows.arguments, is_small)
        runtime.enqueue([launch])
    return float(runtime.download(is_small, SEARCHES).mean())
