"""What NetworkX loads when a graph is to be handled by clconn: functions by NetworkX's names."""

from __future__ import annotations

from typing import Any

import networkx as nx

from clconn.faces.networkx.backend_info import TIMES_AS_LARGE
from clconn.faces.networkx.components import (
    connected_components,
    is_connected,
    is_weakly_connected,
    node_connected_component,
    number_connected_components,
    number_weakly_connected_components,
    weakly_connected_components,
)
from clconn.faces.networkx.converted_graph import ConvertedGraph
from clconn.faces.networkx.spanning_forests import (
    maximum_spanning_edges,
    maximum_spanning_tree,
    minimum_spanning_edges,
    minimum_spanning_tree,
)
from clconn.faces.networkx.strong_components import (
    attracting_components,
    condensation,
    is_attracting_component,
    is_semiconnected,
    is_strongly_connected,
    number_attracting_components,
    number_strongly_connected_components,
    strongly_connected_components,
)
from clconn.faces.networkx.trees import is_arborescence, is_branching, is_forest, is_tree

__all__ = [
    "attracting_components",
    "can_run",
    "condensation",
    "connected_components",
    "convert_from_nx",
    "convert_to_nx",
    "is_arborescence",
    "is_attracting_component",
    "is_branching",
    "is_connected",
    "is_forest",
    "is_semiconnected",
    "is_strongly_connected",
    "is_tree",
    "is_weakly_connected",
    "maximum_spanning_edges",
    "maximum_spanning_tree",
    "minimum_spanning_edges",
    "minimum_spanning_tree",
    "node_connected_component",
    "number_attracting_components",
    "number_connected_components",
    "number_strongly_connected_components",
    "number_weakly_connected_components",
    "should_run",
    "strongly_connected_components",
    "weakly_connected_components",
]


def convert_from_nx(graph: Any, **_what_to_keep: Any) -> ConvertedGraph:
    """Convert a NetworkX graph; its attributes are read when they are needed."""
    if isinstance(graph, ConvertedGraph):
        return graph
    converted = ConvertedGraph(graph)
    if hasattr(graph, "_graph"):
        # A view, which shows other edges when the graph behind it changes: NetworkX's way to say
        # that nothing is to be kept for it. The one of this call may stay.
        graph.__networkx_cache__ = None
    return converted


def convert_to_nx(result: Any, **_name: Any) -> Any:
    """Return the NetworkX graph of a converted one, and anything else as it is."""
    return result.original if isinstance(result, ConvertedGraph) else result


def can_run(name: str, args: Any, kwargs: Any) -> bool | str:
    """Whether the backend has an answer for these arguments, or why not."""
    graph = _graph(args, kwargs)
    if isinstance(graph, (ConvertedGraph, nx.Graph)):
        return True
    return f"{type(graph).__name__} is no NetworkX graph"


def should_run(name: str, args: Any, kwargs: Any) -> bool | str:
    """Whether the backend is faster than NetworkX, or why not."""
    graph = _graph(args, kwargs)
    if isinstance(graph, ConvertedGraph) or _is_cached(graph):
        return True
    if name in TIMES_AS_LARGE and hasattr(graph, "_graph"):
        return "a view is converted at each call, which takes longer than NetworkX's answer"
    least = nx.config.backends.clconn.least_size * TIMES_AS_LARGE.get(name, 1)
    if len(graph) < least and len(graph) + sum(map(len, graph._adj.values())) < least:
        return f"less than {least:,} nodes and neighbors are sooner done than converted"
    return True


def _graph(args: Any, kwargs: Any) -> Any:
    return args[0] if args else kwargs["G"]


def _is_cached(graph: Any) -> bool:
    cache = getattr(graph, "__networkx_cache__", None) or {}
    return bool(cache.get("backends", {}).get("clconn"))
