"""The cycle: a path whose last vertex is joined to its first.

With arcs it is one strong component, however far its vertices are from each other. So
a search that goes a step in each round takes n rounds to find it.
"""

from __future__ import annotations

import numpy as np

from clconn.generators import checks
from clconn.generators.order import vertex_order
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["cycle"]


def cycle(n: int, shuffled: bool = False, seed: int = 0, directed: bool = False) -> Graph:
    """Cycle of n vertices.

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
        A graph with n vertices and, if n is at least 3, n edges.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    n = checks.vertex_count(n)
    directed = checks.flag("directed", directed)
    checks.memory(n, n)
    order = vertex_order(n, shuffled, seed)
    return simple_graph(n, order, np.roll(order, -1), directed=directed)
