"""Road-like graphs: a grid with missing edges, whose other edges are chains.

Road networks have small degrees and large diameters, are nearly planar, and most of
their vertices only bend a road. So the generator takes a grid with an open border and
keeps each edge with a probability well above 1/2. This is the threshold of bond
percolation on the square lattice, above which a giant component spans the grid. Then
it puts vertices of degree 2 on every remaining edge.

Vertex ``row * columns + column`` is a crossing. The vertices on the i-th remaining edge
start at ``rows * columns + subdivisions * i``, in order along the edge.

H. Kesten, "The critical probability of bond percolation on the square lattice equals
1/2", Communications in Mathematical Physics 74, 1980.
"""

from __future__ import annotations

import numpy as np

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.generators.grid import grid_edges, grid_size
from clconn.generators.simple import simple_graph
from clconn.graph import MAXIMUM_VERTICES, Graph

__all__ = ["road"]


def road(
    rows: int, columns: int, keep: float = 0.72, subdivisions: int = 2, seed: int = 0
) -> Graph:
    """Road-like graph: a grid with missing edges, whose other edges are chains of vertices.

    Parameters
    ----------
    rows : int
        Rows of the grid, 1 or more.
    columns : int
        Columns of the grid, 1 or more.
    keep : float, default 0.72
        Probability that an edge of the grid remains.
    subdivisions : int, default 2
        Number of vertices on each remaining edge.
    seed : int, default 0
        Start of the random numbers.

    Returns
    -------
    Graph
        A graph with ``rows * columns + subdivisions * k`` vertices and
        ``(subdivisions + 1) * k`` edges, if k edges of the grid remain.

    Raises
    ------
    GraphError
        If a parameter is outside its range, or there would be 2**31 vertices
        or more.
    """
    rows, columns = grid_size(rows, columns)
    keep = checks.fraction("keep", keep)
    subdivisions = checks.integer("subdivisions", subdivisions, 0)
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    one, other = grid_edges(rows, columns, around=False)
    remains = random.random(one.size) < keep
    one, other = one[remains], other[remains]

    crossings = rows * columns
    n = crossings + subdivisions * one.size
    if n > MAXIMUM_VERTICES:
        raise GraphError(
            f"{subdivisions} subdivisions of {one.size} edges and {crossings} crossings are {n} "
            f"vertices; give fewer subdivisions, for at most {MAXIMUM_VERTICES} vertices"
        )
    checks.memory(n, (subdivisions + 1) * one.size)
    chains = np.empty((one.size, subdivisions + 2), dtype=np.int32)
    chains[:, 0] = one
    chains[:, 1:-1] = np.arange(crossings, n, dtype=np.int32).reshape(one.size, subdivisions)
    chains[:, -1] = other
    return simple_graph(n, chains[:, :-1].ravel(), chains[:, 1:].ravel())
