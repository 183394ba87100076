"""ECL-CC: connected components in three phases, each edge looked at once.

J. Jaiganesh and M. Burtscher, "A high-performance connected components
implementation for GPUs", HPDC 2018, section 3.

1. Initialization gives each vertex a parent that is no larger than itself: a
   smaller neighbor, if there is one, joins two vertices without any union.
2. Computation unites the two ends of each edge. The adjacency holds each edge at
   both ends; only the larger end looks at it.
3. Finalization points each vertex to its root.

Invariant: ``parents[v] <= v``, and the parent of v is in the component of v. So
there are no cycles, and in the end each root is the smallest vertex of its component.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.reference.components.finishes import Finish

__all__ = ["INITIALIZATIONS", "connected_components_ecl"]

Initialization = Callable[[int, list[int]], int]


def first_smaller(v: int, row: list[int]) -> int:
    """Init3: the first neighbor that is smaller than the vertex, or the vertex itself."""
    return next((neighbor for neighbor in row if neighbor < v), v)


def itself(v: int, row: list[int]) -> int:
    """Init1: the vertex itself."""
    return v


def smallest(v: int, row: list[int]) -> int:
    """Init2: the smallest of the vertex and all its neighbors."""
    return min(v, min(row, default=v))


INITIALIZATIONS: Final[dict[str, Initialization]] = {
    "first-smaller": first_smaller,
    "self": itself,
    "smallest": smallest,
}
"""The first parent of a vertex, by the value of the option ``initialization``."""


def connected_components_ecl(
    graph: Graph, finish: Finish, *, initialization: str
) -> NDArray[np.int32]:
    """Connected components by ECL-CC, or with another finish in the place of its union.

    Parameters
    ----------
    graph : Graph
    finish : Finish
        Its :meth:`unite <clconn.reference.components.finishes.Finish.unite>` is the computation,
        its ``end`` the finalization.
    initialization : str
        A name in :data:`INITIALIZATIONS`.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.
    """
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), finish.ends(adjacency.neighbors)
    rows = [neighbors[begin:end] for begin, end in pairwise(offsets)]

    first_parent = INITIALIZATIONS[initialization]
    parents = finish.begin(graph.n)
    for v, row in enumerate(rows):
        parents[v] = first_parent(v, row)
    finish.unite(
        parents, ((v, [neighbor for neighbor in row if neighbor < v]) for v, row in enumerate(rows))
    )
    finish.end(parents)
    return np.array(parents, dtype=np.int32)
