"""Choose the variant of strongly connected components for ``"auto"``."""

from __future__ import annotations

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph

__all__ = ["choose_strong_components"]

ON_GPU = "csr/two-phase/chains"
ON_PROCESSOR = "csr/pearce/serial"


def choose_strong_components(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of strong components for a device; the variant looks at the graph."""
    if graph.runtime.is_cpu:
        return request.choose(
            ON_PROCESSOR,
            "the device is a processor, where one core that reads each arc once is faster than all "
            "cores that read them again and again",
        )
    return request.choose(ON_GPU, "it decides during the run what suits the graph")
