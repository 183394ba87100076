"""The edges of a graph of igraph as arrays."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.exact_weights import edge_weights
from clconn.graph_checks import reading_advice
from clconn.interchange.edges import Edges

__all__ = ["edges_of_igraph", "is_igraph"]


def is_igraph(graph: Any) -> bool:
    """Whether this is a graph of igraph."""
    return hasattr(graph, "get_edgelist") and hasattr(graph, "vs")


def edges_of_igraph(graph: Any, weight: Any) -> Edges:
    """Return the edges of a graph of igraph; its vertex attribute "name" names the vertices.

    Raises
    ------
    GraphError
        If it is not a graph of igraph, edges have no attribute `weight`, or one is not a number.
    """
    if not is_igraph(graph):
        raise GraphError(
            f"expected a graph of igraph, got {type(graph).__name__}{reading_advice(graph)}"
        )
    count = graph.ecount()
    # A third of the time of np.array(list), which looks at each pair.
    flat = np.fromiter(chain.from_iterable(graph.get_edgelist()), np.int32, 2 * count)
    sources, targets = np.ascontiguousarray(flat.reshape(-1, 2).T)
    nodes = list(graph.vs["name"]) if "name" in graph.vs.attributes() else None
    weights = None
    if weight is not None:
        known = graph.es.attributes()
        if weight not in known:
            there = f"edges have: {', '.join(map(repr, known))}" if known else "edges have none"
            raise GraphError(f"edges have no attribute {weight!r}; {there}")
        weights = edge_weights(graph.es[weight], count, "edge")
    return Edges(nodes, sources, targets, graph.vcount(), weights)
