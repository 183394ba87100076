"""NetworkX's questions whether a graph is a tree or a forest, which its components answer.

A component of k nodes has at least k - 1 edges, and is a tree if it has no more. So a graph is a
forest if it has as many edges as nodes that are not the only ones of a component.
"""

from __future__ import annotations

import numpy as np

from clconn.faces.networkx.components import refuse_null_graph
from clconn.faces.networkx.converted_graph import ConvertedGraph

__all__ = ["is_arborescence", "is_branching", "is_forest", "is_tree"]


def is_forest(G: ConvertedGraph) -> bool:  # noqa: N803
    """Whether there is no cycle, whatever the directions of arcs."""
    refuse_null_graph(G, "G has no nodes.")
    # So many edges alone make a cycle, and need no device.
    return G.graph.edge_count < G.graph.n and G.graph.edge_count == G.graph.n - G.components.count


def is_tree(G: ConvertedGraph) -> bool:  # noqa: N803
    """Whether it is a forest of one tree."""
    refuse_null_graph(G, "G has no nodes.")
    return G.graph.edge_count == G.graph.n - 1 and G.components.count == 1


def is_branching(G: ConvertedGraph) -> bool:  # noqa: N803
    """Whether it is a forest in which no node has two predecessors."""
    return is_forest(G) and _has_no_meeting_arcs(G)


def is_arborescence(G: ConvertedGraph) -> bool:  # noqa: N803
    """Whether it is a tree in which no node has two predecessors."""
    return is_tree(G) and _has_no_meeting_arcs(G)


def _has_no_meeting_arcs(graph: ConvertedGraph) -> bool:
    return bool(np.bincount(graph.graph.edges()[1], minlength=1).max() <= 1)
