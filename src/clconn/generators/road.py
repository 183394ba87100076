"""Road-like graphs: a thinned grid whose edges are chains.

Road networks have small degrees, are nearly planar and very far across, and
most of their vertices only bend a road. So: take a grid (its border open),
keep each edge with a probability a good way above the threshold of 1/2 from
which on a giant component spans the grid (bond percolation on the square
lattice: H. Kesten, Communications in Mathematical Physics 74, 1980), and put
vertices of degree 2 on every edge kept.

Vertex ``row * columns + column`` is a crossing; the vertices on the i-th edge
kept follow, in order along it, from ``rows * columns + subdivisions * i`` on.
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
    """Road-like graph: a grid that lost some edges and has long ones.

    Parameters
    ----------
    rows : int
        Rows of the grid, 1 or more.
    columns : int
        Columns of the grid, 1 or more.
    keep : float, default 0.72
        Probability that an edge of the grid is kept.
    subdivisions : int, default 2
        Vertices put on each edge kept.
    seed : int, default 0
        Start of the random numbers.

    Returns
    -------
    Graph
        Of ``rows * columns + subdivisions * kept`` vertices and
        ``(subdivisions + 1) * kept`` edges, where `kept` is the number of
        edges of the grid that were kept.

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
    kept = random.random(one.size) < keep
    one, other = one[kept], other[kept]

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
