"""Connected components of large sparse graphs on any OpenCL device.

This module exports everything public. It imports the heavy parts (numpy, scipy, pyopencl,
the kernels) on first use. So ``import clconn`` is quick and needs no device, and Ctrl-C
works as soon as the command line starts.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from clconn import errors
from clconn.design_space import Variant, variants

if TYPE_CHECKING:
    from clconn import verify as verify
    from clconn.components import connected_components as connected_components
    from clconn.exploration import Exploration as Exploration
    from clconn.exploration import explore as explore
    from clconn.files import read as read
    from clconn.files import write as write
    from clconn.forests import spanning_forest as spanning_forest
    from clconn.generators import generate as generate
    from clconn.graph import Graph as Graph
    from clconn.minimum_forests import minimum_spanning_forest as minimum_spanning_forest
    from clconn.opencl_backend.device.device_report import devices as devices
    from clconn.opencl_backend.graph.device_graph import DeviceGraph as DeviceGraph
    from clconn.results import Components as Components
    from clconn.results import MinimumForest as MinimumForest
    from clconn.results import SpanningForest as SpanningForest
    from clconn.results import Timing as Timing

__version__ = "0.1.0.dev0"

__all__ = [
    "Components",
    "DeviceGraph",
    "Exploration",
    "Graph",
    "MinimumForest",
    "SpanningForest",
    "Timing",
    "Variant",
    "connected_components",
    "devices",
    "errors",
    "explore",
    "generate",
    "minimum_spanning_forest",
    "read",
    "spanning_forest",
    "variants",
    "verify",
    "write",
]

_LAZY = {
    "Components": "clconn.results",
    "DeviceGraph": "clconn.opencl_backend.graph.device_graph",
    "Exploration": "clconn.exploration",
    "Graph": "clconn.graph",
    "MinimumForest": "clconn.results",
    "SpanningForest": "clconn.results",
    "Timing": "clconn.results",
    "connected_components": "clconn.components",
    "devices": "clconn.opencl_backend.device.device_report",
    "explore": "clconn.exploration",
    "generate": "clconn.generators",
    "minimum_spanning_forest": "clconn.minimum_forests",
    "read": "clconn.files",
    "spanning_forest": "clconn.forests",
    "write": "clconn.files",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(importlib.import_module(_LAZY[name]), name)
    elif name == "verify":
        value = importlib.import_module("clconn.verify")
    else:
        raise AttributeError(f"module 'clconn' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(__all__) | set(globals()))
