"""The path, the connected graph with the largest diameter.

If the vertices are in order, labels spread only one step at a time. If they are
shuffled, chains of parents grow long. Each is the worst case of some algorithm.
"""

from __future__ import annotations

import numpy as np

from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["path"]


def path(n: int, shuffled: bool = False, seed: int = 0) -> Graph:
    """Path of n vertices.

    Parameters
    ----------
    n : int
        Number of vertices, 0 or more.
    shuffled : bool, default False
        Whether to relabel the vertices at random.
    seed : int, default 0
        Start of the random numbers.

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
    shuffled = checks.flag("shuffled", shuffled)
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    checks.memory(n, n)
    order = np.arange(n, dtype=np.int32)
    if shuffled:
        order = random.permutation(n).astype(np.int32)
    return simple_graph(n, order[:-1], order[1:])
