"""The torus with directed edges, a hard case for strongly connected components.

Each edge of the torus becomes an arc in a random direction, and a fraction of the
edges become arcs in both directions. Unlike random arcs, this gives many components of
all sizes, with large diameters.
"""

from __future__ import annotations

import numpy as np

from clconn.generators import checks
from clconn.generators.grid import grid_edges, grid_size
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["directed_torus"]


def directed_torus(rows: int, columns: int, both: float = 0.3, seed: int = 0) -> Graph:
    """Two-dimensional torus with edges directed at random.

    Parameters
    ----------
    rows : int
        Number of rows, 3 or more.
    columns : int
        Number of columns, 3 or more.
    both : float, default 0.3
        Probability that an edge becomes arcs in both directions.
    seed : int, default 0
        Start of the random numbers.

    Returns
    -------
    Graph
        A directed graph with ``rows * columns`` vertices.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    rows, columns = grid_size(rows, columns, low=3)
    both = checks.fraction("both", both)
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    one, other = grid_edges(rows, columns, around=True)
    reverse = random.random(one.size) < 0.5
    twice = random.random(one.size) < both
    tails = np.where(reverse, other, one)
    heads = np.where(reverse, one, other)
    return simple_graph(
        rows * columns,
        np.concatenate([tails, heads[twice]]),
        np.concatenate([heads, tails[twice]]),
        directed=True,
    )
