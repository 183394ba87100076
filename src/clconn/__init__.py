"""Connected and strong components and spanning forests of large graphs on any OpenCL device.

This module exports everything public, and imports all of it on first use. So ``import
clconn`` is quick and needs no device.

Invariant: it imports nothing at all by itself, because the command line can end quietly on
Ctrl-C only from the moment that this module is imported.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing, where it stands otherwise, takes longer than the rest

if TYPE_CHECKING:
    from typing import Any

    from clconn import csgraph as csgraph
    from clconn import distributed as distributed
    from clconn import errors as errors
    from clconn import streams as streams
    from clconn import verify as verify
    from clconn.components import connected_components as connected_components
    from clconn.design_space import Variant as Variant
    from clconn.design_space import variants as variants
    from clconn.exploration import Exploration as Exploration
    from clconn.exploration import explore as explore
    from clconn.files import read as read
    from clconn.files import write as write
    from clconn.forests import spanning_forest as spanning_forest
    from clconn.generators import generate as generate
    from clconn.graph import Graph as Graph
    from clconn.incremental import IncrementalComponents as IncrementalComponents
    from clconn.minimum_forests import minimum_spanning_forest as minimum_spanning_forest
    from clconn.opencl_backend.device.device_report import devices as devices
    from clconn.opencl_backend.graph.device_graph import DeviceGraph as DeviceGraph
    from clconn.questions import is_connected as is_connected
    from clconn.questions import is_strongly_connected as is_strongly_connected
    from clconn.questions import number_connected_components as number_connected_components
    from clconn.questions import (
        number_strongly_connected_components as number_strongly_connected_components,
    )
    from clconn.results import Components as Components
    from clconn.results import Condensation as Condensation
    from clconn.results import MinimumForest as MinimumForest
    from clconn.results import SpanningForest as SpanningForest
    from clconn.results import StrongComponents as StrongComponents
    from clconn.results import Timing as Timing
    from clconn.results import Work as Work
    from clconn.strong_components import (
        strongly_connected_components as strongly_connected_components,
    )

__version__ = "0.1.0.dev0"

__all__ = [
    "Components",
    "Condensation",
    "DeviceGraph",
    "Exploration",
    "Graph",
    "IncrementalComponents",
    "MinimumForest",
    "SpanningForest",
    "StrongComponents",
    "Timing",
    "Variant",
    "Work",
    "connected_components",
    "csgraph",
    "devices",
    "distributed",
    "errors",
    "explore",
    "generate",
    "is_connected",
    "is_strongly_connected",
    "minimum_spanning_forest",
    "number_connected_components",
    "number_strongly_connected_components",
    "read",
    "spanning_forest",
    "streams",
    "strongly_connected_components",
    "variants",
    "verify",
    "write",
]

_LAZY = {
    "Components": "clconn.results",
    "Condensation": "clconn.results",
    "DeviceGraph": "clconn.opencl_backend.graph.device_graph",
    "Exploration": "clconn.exploration",
    "Graph": "clconn.graph",
    "IncrementalComponents": "clconn.incremental",
    "MinimumForest": "clconn.results",
    "SpanningForest": "clconn.results",
    "StrongComponents": "clconn.results",
    "Timing": "clconn.results",
    "Variant": "clconn.design_space",
    "Work": "clconn.results",
    "connected_components": "clconn.components",
    "devices": "clconn.opencl_backend.device.device_report",
    "explore": "clconn.exploration",
    "generate": "clconn.generators",
    "is_connected": "clconn.questions",
    "is_strongly_connected": "clconn.questions",
    "minimum_spanning_forest": "clconn.minimum_forests",
    "number_connected_components": "clconn.questions",
    "number_strongly_connected_components": "clconn.questions",
    "read": "clconn.files",
    "spanning_forest": "clconn.forests",
    "strongly_connected_components": "clconn.strong_components",
    "variants": "clconn.design_space",
    "write": "clconn.files",
}
_MODULES = ("csgraph", "distributed", "errors", "streams", "verify")


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
    elif name in _MODULES:
        value = import_module(f"clconn.{name}")
    else:
        raise AttributeError(f"module 'clconn' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(__all__) | set(globals()))
