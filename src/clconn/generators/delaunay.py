"""Delaunay triangulations of random points: planar graphs with large diameters.

The points are uniform in the unit square and numbered in random order, so neighbors
are far from each other in memory. Two points are joined if they are corners of one
triangle of the Delaunay triangulation, which scipy (Qhull) computes. A planar graph of
n >= 3 vertices has at most 3n - 6 edges.

B. Delaunay, "Sur la sphere vide", Izvestia Akademii Nauk SSSR (1934).
"""

from __future__ import annotations

import numpy as np

from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["delaunay"]

TRIANGULATION_EDGES = 12
"""Approximate memory of the triangulation per point, in units of a drawn edge's memory."""


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
        A graph with n vertices and at most ``3 * n - 6`` edges.

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
    # Join each corner of a triangle to the next one.
    return simple_graph(n, triangles.ravel(), np.roll(triangles, -1, axis=1).ravel())
