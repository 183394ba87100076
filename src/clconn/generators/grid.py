"""The two-dimensional torus: a grid whose last row and column touch the first.

Vertex ``row * columns + column`` is joined to its neighbors to the right and
below, around the border. With three or more rows and columns every vertex has
degree 4; with two the edge around the border repeats the inner one, with one
it is a self loop, and neither is kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import MAXIMUM_VERTICES, Graph

__all__ = ["grid_edges", "grid_size", "torus"]


def torus(rows: int, columns: int) -> Graph:
    """Two-dimensional torus, every vertex of degree 4.

    Parameters
    ----------
    rows : int
        Number of rows, 1 or more.
    columns : int
        Number of columns, 1 or more.

    Returns
    -------
    Graph
        Of ``rows * columns`` vertices; ``2 * rows * columns`` edges from 3 x 3 on.

    Raises
    ------
    GraphError
        If a parameter is outside its range.

    Examples
    --------
    >>> from clconn.generators import torus
    >>> torus(4, 5).n
    20
    """
    rows, columns = grid_size(rows, columns)
    return simple_graph(rows * columns, *grid_edges(rows, columns, around=True))


def grid_size(rows: Any, columns: Any, low: int = 1) -> tuple[int, int]:
    """Check the two lengths of a grid.

    Raises
    ------
    GraphError
        If one is below `low`, or the grid has 2**31 vertices or more.
    """
    rows, columns = (
        checks.vertex_count(rows, low, "rows"),
        checks.vertex_count(columns, low, "columns"),
    )
    if rows * columns > MAXIMUM_VERTICES:
        raise GraphError(
            f"rows x columns is {rows} x {columns} = {rows * columns} vertices; "
            f"give a grid of at most {MAXIMUM_VERTICES}"
        )
    checks.memory(rows * columns, 2 * rows * columns)
    return rows, columns


def grid_edges(
    rows: int, columns: int, *, around: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Edges of a grid: all that go right, then all that go down.

    Parameters
    ----------
    rows, columns : int
    around : bool
        Whether the last row and column are joined to the first.

    Returns
    -------
    sources, targets : numpy.ndarray, shape (edges,), int32
    """
    vertex = np.arange(rows * columns, dtype=np.int32).reshape(rows, columns)
    if around:
        sources = (vertex, vertex)
        targets = (np.roll(vertex, -1, axis=1), np.roll(vertex, -1, axis=0))
    else:
        sources = (vertex[:, :-1], vertex[:-1])
        targets = (vertex[:, 1:], vertex[1:])
    right_and_down = [
        np.concatenate([part.ravel() for part in ends]) for ends in (sources, targets)
    ]
    return right_and_down[0], right_and_down[1]
