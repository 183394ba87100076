"""Uniformly random edges: the Erdos-Renyi model G(n, m), drawn with repetition.

Both ends of every edge are independent and uniform. Self loops and repeated edges are
dropped afterwards, so the graph has slightly fewer edges than drawn. A drawn edge is a
loop with probability 1/n, and a repetition with probability of about ``edges / n**2``
(twice that for undirected edges).

P. Erdos and A. Renyi, "On Random Graphs I", Publicationes Mathematicae 6 (1959).
"""

from __future__ import annotations

import numpy as np

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["uniform_random"]


def uniform_random(n: int, edges: int, seed: int = 0, directed: bool = False) -> Graph:
    """Uniformly random edges between n vertices.

    Parameters
    ----------
    n : int
        Number of vertices, 0 or more.
    edges : int
        Number of edges to draw, before dropping self loops and repetitions.
    seed : int, default 0
        Start of the random numbers.
    directed : bool, default False
        Whether to draw arcs.

    Returns
    -------
    Graph
        A graph with n vertices and at most `edges` edges.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    n = checks.vertex_count(n)
    edges = checks.integer("edges", edges, 0)
    directed = checks.flag("directed", directed)
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    if edges and not n:
        raise GraphError(f"edges is {edges} but n is 0; edges need a vertex to end at")
    checks.memory(n, edges)
    sources = random.integers(0, max(n, 1), size=edges, dtype=np.int32)
    targets = random.integers(0, max(n, 1), size=edges, dtype=np.int32)
    return simple_graph(n, sources, targets, directed=directed)
