"""What hook-based sampling covers, by hooking all vertices of a processor: ``hooked_share.cl``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.first_links import HUB
from clconn.opencl_backend.graph.hook_coverage import SAMPLES
from clconn.opencl_backend.graph.sampled_vertices import look_at_samples, sample_switches

__all__ = ["EDGES", "FirstNeighbors", "first_neighbors", "hooked_share"]

EDGES = 2
"""Edges of a root that hook-based sampling takes."""

_ROOT, _UNLIKE, _AT_HUB = 1, 2, 4
"""What a sample is found to be, as in the kernel."""


class FirstNeighbors(NamedTuple):
    """Shares of the sampled vertices, in 0..1.

    Attributes
    ----------
    roots
        Those that have no smaller first neighbor, so that hooking leaves them roots.
    unlike
        Those that have another number of neighbors than the next vertex.
    at_hubs
        Those that are hubs, or whose first neighbor is one.
    """

    roots: float
    unlike: float
    at_hubs: float


def first_neighbors(runtime: Runtime, rows: DeviceCSR) -> FirstNeighbors:
    """Look at a few vertices of valid rows; all shares are 0 for a graph without vertices."""
    if rows.n == 0:
        return FirstNeighbors(0.0, 0.0, 0.0)
    found = look_at_samples(
        runtime, rows, "hooked_share", "look_at_first_neighbors", SAMPLES, SAMPLES, HUB
    )
    return FirstNeighbors(*(float(np.mean(found & bit > 0)) for bit in (_ROOT, _UNLIKE, _AT_HUB)))


def hooked_share(runtime: Runtime, rows: DeviceCSR) -> float:
    """The share in 0..1 of the sampled vertices in the largest tree of hook-based sampling.

    It is 0 for a graph without vertices. The rows must be valid. For a while this takes the 4 n
    bytes that any variant needs for its parents.
    """
    n = rows.n
    if n == 0:
        return 0.0
    parents, found = runtime.allocate(4 * n), runtime.allocate(4 * SAMPLES)

    def launch(kernel: str, items: int, *arguments: object) -> Launch:
        switches = sample_switches(runtime, rows.offset_type)
        kept = runtime.kept_kernel("hooked_share", kernel, switches)
        return Launch(kept, items, runtime.tuning.local_size, n, *arguments)

    with runtime.lock:
        steps = [
            launch("hook_vertices", n, *rows.arguments, parents),
            launch("flatten_hooks", n, parents),
            launch("unite_roots", n, EDGES, *rows.arguments, parents),
            launch("take_roots", SAMPLES, SAMPLES, parents, found),
        ]
        runtime.enqueue(steps)
    roots = runtime.download(found, SAMPLES, np.int32)
    return int(np.unique(roots, return_counts=True)[1].max()) / SAMPLES
