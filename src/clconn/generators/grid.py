"""The two-dimensional torus: a grid whose last row and column are joined to the first.

Vertex ``row * columns + column`` is joined to its right and lower neighbors, also
around the border. With three or more rows and columns every vertex has degree 4. With
two, the edge around the border repeats the inner edge; with one, it is a self loop.
Both are dropped.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["grid_edges", "grid_size", "torus"]


def torus(rows: int, columns: int) -> Graph:
    """Two-dimensional torus, in which every vertex has degree 4.

    Parameters
    ----------
    rows : int
        Number of rows, 1 or more.
    columns : int
        Number of columns, 1 or more.

    Returns
    -------
    Graph
        A graph with ``rows * columns`` vertices, and with ``2 * rows * columns`` edges if
        there are three or more rows and columns.

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
    """Return the two lengths of a grid, each at least `low`, with fewer than 2**31 vertices."""
    rows, columns = (
        checks.vertex_count(rows, low, "rows"),
        checks.vertex_count(columns, low, "columns"),
    )
    n = checks.product("rows", rows, "columns", columns)
    checks.memory(n, 2 * n)
    return rows, columns


def grid_edges(
    rows: int, columns: int, *, around: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return sources and targets of a grid's edges: first all to the right, then all down.

    With `around` the last row and column are joined to the first.
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
