"""Put a graph on a device: the face behind :meth:`clconn.Graph.to`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.opencl_backend.graph.device_graph import DeviceGraph

__all__ = ["to_device"]


def to_device(graph: Graph, device: Any = None) -> DeviceGraph:
    """Put a graph on an OpenCL device; see :meth:`clconn.Graph.to`."""
    from clconn.opencl_backend.graph.device_graph import to_device as put

    return put(graph, device)
