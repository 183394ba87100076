"""Delaunay triangulations of random points: planar graphs, far across.

The points are uniform in the unit square and numbered in the order drawn, so
that neighbors are far from each other in memory. Two points are joined if a
triangle of the Delaunay triangulation has both; scipy (Qhull) computes it. A
planar graph of n >= 3 vertices has at most 3n - 6 edges.

B. Delaunay, "Sur la sphere vide", Izvestia Akademii Nauk SSSR (1934).
"""

from __future__ import annotations

import numpy as np

from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["delaunay"]

TRIANGULATION_EDGES = 12
"""Drawn edges whose memory the triangulation of one point takes, roughly."""


def delaunay(n: int, seed: int = 0) -> Graph:
    """Delaunay triangulation of uniformly random points in the unit square.

    Parameters
    ----------
    n : int
        Number of points, 3 or more.
    seed : int, default 0
        Start of the random numbers.

    Returns
    -------
    Graph
        Of n vertices and at most ``3 * n - 6`` edges.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    n = checks.vertex_count(n, 3)
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    checks.memory(n, TRIANGULATION_EDGES * n)
    from scipy.spatial import Delaunay

    triangles = Delaunay(random.random((n, 2))).simplices
    # Each triangle's corners in turn, and the corners after them.
    return simple_graph(n, triangles.ravel(), np.roll(triangles, -1, axis=1).ravel())
