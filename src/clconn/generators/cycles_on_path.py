"""Directed cycles strung on a path: many small strong components, one behind the other.

The last vertex of each cycle has an arc to the first one of the next. Nothing can be
trimmed vertex by vertex, since every vertex has an arc from and to its own cycle. And
whoever searches from one cycle meets all those behind it.
"""

from __future__ import annotations

import numpy as np

from clconn.generators import checks
from clconn.generators.order import vertex_order
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["cycles_on_path"]


def cycles_on_path(cycles: int, length: int = 2, shuffled: bool = False, seed: int = 0) -> Graph:
    """Directed cycles, each with an arc to the next.

    Parameters
    ----------
    cycles : int
        Number of cycles, 0 or more.
    length : int, default 2
        Number of vertices in a cycle, 2 or more.
    shuffled : bool, default False
        Whether to relabel the vertices at random.
    seed : int, default 0
        Start of the random numbers.

    Returns
    -------
    Graph
        A directed graph with ``cycles * length`` vertices.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    cycles = checks.vertex_count(cycles, 0, "cycles")
    length = checks.vertex_count(length, 2, "length")
    n = checks.product("cycles", cycles, "length", length)
    checks.memory(n, n + cycles)
    order = vertex_order(n, shuffled, seed).reshape(cycles, length)
    return simple_graph(
        n,
        np.concatenate([order.ravel(), order[:-1, -1]]),
        np.concatenate([np.roll(order, -1, axis=1).ravel(), order[1:, 0]]),
        directed=True,
    )
