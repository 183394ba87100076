"""The path, the connected graph with the largest diameter.

If the vertices are in order, labels spread only one step at a time. If they are
shuffled, chains of parents grow long. Each is the worst case of some algorithm. With
arcs from each vertex to the next, no two vertices are strongly connected.
"""

from __future__ import annotations

from clconn.generators import checks
from clconn.generators.order import vertex_order
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["path"]


def path(n: int, shuffled: bool = False, seed: int = 0, directed: bool = False) -> Graph:
    """Path of n vertices.

    Parameters
    ----------
    n : int
        Number of vertices, 0 or more.
    shuffled : bool, default False
        Whether to relabel the vertices at random.
    seed : int, default 0
        Start of the random numbers.
    directed : bool, default False
        Whether to lay an arc from each vertex to the next.

    Returns
    -------
    Graph
        A graph with n vertices and n - 1 edges.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    n = checks.vertex_count(n)
    directed = checks.flag("directed", directed)
    checks.memory(n, n)
    order = vertex_order(n, shuffled, seed)
    return simple_graph(n, order[:-1], order[1:], directed=directed)
