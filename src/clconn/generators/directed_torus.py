"""The torus with directed edges: a hard case for strongly connected components.

Each edge of the torus becomes an arc in a random one of its two directions,
and a given fraction of the edges arcs in both. Components are then many, of
all sizes, and far across, unlike those of random arcs.
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
        Probability that an edge is directed both ways.
    seed : int, default 0
        Start of the random numbers.

    Returns
    -------
    Graph
        Directed, of ``rows * columns`` vertices.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    rows, columns = grid_size(rows, columns, low=3)
    both = checks.fraction("both", both)
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    one, other = grid_edges(rows, columns, around=True)
    turned = random.random(one.size) < 0.5
    twice = random.random(one.size) < both
    tails = np.where(turned, other, one)
    heads = np.where(turned, one, other)
    return simple_graph(
        rows * columns,
        np.concatenate([tails, heads[twice]]),
        np.concatenate([heads, tails[twice]]),
        directed=True,
    )
