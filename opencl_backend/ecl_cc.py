"""ECL-CC's initialization on the device: ``ecl_cc.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device_graph import DeviceGraph
from clconn.opencl_backend.runtime import PARENTS, Launch

__all__ = ["initialization"]


def initialization(
    graph: DeviceGraph, form: str, counters: Any, defines: dict[str, Any]
) -> list[Launch]:
    """Launches that give each vertex its first parent.

    Parameters
    ----------
    graph : DeviceGraph
    form : str
        ``"first-smaller"``, ``"self"`` or ``"smallest"``.
    counters : pyopencl.Buffer
    defines : dict
    """
    switches = {**defines, f"INITIALIZATION_{form.replace('-', '_')}": None}
    kernel = graph.runtime.kernel("ecl_cc", "initialize", switches)
    local = graph.runtime.tuning.local_size
    return [
        Launch(
            kernel, graph.n, local,
            np.int32(graph.n), graph.offsets, graph.neighbors, PARENTS, counters,
        )
    ]  # fmt: skip
