"""NetworkX's functions of connected and weakly connected components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx

from clconn.faces.networkx.converted_graph import ConvertedGraph

__all__ = [
    "connected_components",
    "is_connected",
    "is_weakly_connected",
    "node_connected_component",
    "number_connected_components",
    "number_weakly_connected_components",
    "refuse_null_graph",
    "weakly_connected_components",
]


def connected_components(G: ConvertedGraph) -> Iterator[set[Any]]:  # noqa: N803 - NetworkX's name
    """Generate the components in the order of their first nodes."""
    components = G.components
    yield from G.sets(components.labels, range(components.count))


def number_connected_components(G: ConvertedGraph) -> int:  # noqa: N803
    """Return the number of components."""
    return G.components.count


def is_connected(G: ConvertedGraph) -> bool:  # noqa: N803
    """Whether there is one component."""
    refuse_null_graph(G, "Connectivity is undefined for the null graph.")
    return G.components.count == 1


def node_connected_component(G: ConvertedGraph, n: Any) -> set[Any]:  # noqa: N803
    """Return the component of a node."""
    vertex = G.places[n]
    labels = G.components.labels
    return set(map(G.nodes.__getitem__, (labels == labels[vertex]).nonzero()[0].tolist()))


def refuse_null_graph(graph: ConvertedGraph, message: str) -> None:
    """Raise NetworkX's error if there is no node."""
    if not len(graph):
        raise nx.NetworkXPointlessConcept(message)


# NetworkX's decorators tell directed from undirected graphs before a backend is asked.
weakly_connected_components = connected_components
number_weakly_connected_components = number_connected_components
is_weakly_connected = is_connected
