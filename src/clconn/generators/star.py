"""The star: one vertex joined to all others, which gives the most unequal degrees."""

from __future__ import annotations

import numpy as np

from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["star"]


def star(n: int) -> Graph:
    """Star: vertex 0 joined to every other vertex.

    Parameters
    ----------
    n : int
        Number of vertices, 0 or more.

    Returns
    -------
    Graph
        A graph with n vertices and n - 1 edges.

    Raises
    ------
    GraphError
        If n is outside its range.
    """
    n = checks.vertex_count(n)
    checks.memory(n, n)
    leaves = np.arange(1, n, dtype=np.int32)
    return simple_graph(n, np.zeros_like(leaves), leaves)
