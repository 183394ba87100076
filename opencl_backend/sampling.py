"""k-out sampling on the device: ``sampling.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device_graph import DeviceGraph
from clconn.opencl_backend.runtime import PARENTS, Launch

__all__ = ["flatten_and_vote", "kout_sampling"]


def kout_sampling(
    graph: DeviceGraph, k: int, rest: Any, counters: Any, defines: dict[str, Any]
) -> list[Launch]:
    """Launches that unite each vertex with its first k neighbors.

    Parameters
    ----------
    graph : DeviceGraph
    k : int
    rest : pyopencl.Buffer
        Scratch of n int32.
    counters : pyopencl.Buffer
    defines : dict
        With the find and the union to use.
    """
    runtime = graph.runtime
    switches = {**defines, "K": k}
    local = runtime.tuning.local_size
    n = np.int32(graph.n)
    first = runtime.kernel("sampling", "sample_first", switches)
    second = runtime.kernel("sampling", "sample_rest", switches)
    rows = (graph.offsets, graph.neighbors)
    return [
        Launch(first, graph.n, local, n, *rows, PARENTS, rest, counters),
        Launch(second, graph.n, local, n, *rows, PARENTS, rest),
    ]


def flatten_and_vote(
    graph: DeviceGraph, k: int, counters: Any, defines: dict[str, Any]
) -> list[Launch]:
    """A launch that flattens the trees and leaves the most frequent label in the counters."""
    runtime = graph.runtime
    kernel = runtime.kernel("sampling", "flatten_and_vote", {**defines, "K": k})
    local = runtime.tuning.local_size
    return [Launch(kernel, graph.n, local, np.int32(graph.n), PARENTS, counters)]
