"""ECL-CC: connected components in three phases, which unite each edge once.

J. Jaiganesh and M. Burtscher, "A high-performance connected components
implementation for GPUs", HPDC 2018, section 3.

1. Initialization gives each vertex a parent that is no larger than itself: a
   smaller neighbor, if there is one, joins two vertices without any union.
2. Computation unites the two ends of each edge. The adjacency stores each edge at
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

from clconn.reference.union_find.block_trees import unite_blocks
from clconn.reference.union_find.edge_map import Entry, entries_at
from clconn.reference.union_find.forest_edges import NO_EDGE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.reference.components.finishes import Finish

__all__ = ["INITIALIZATIONS", "connected_components_ecl"]

Initialization = Callable[[int, list[Entry]], Entry]
"""Takes a vertex and its entries; returns its first parent and the edge to it, if there is one."""


def first_smaller(v: int, row: list[Entry]) -> Entry:
    """Init3: the first neighbor that is smaller than the vertex, or the vertex itself.

    ``first_parent.h`` gives up after 64 entries of a row that is not sorted.
    """
    return next((entry for entry in row if entry[0] < v), (v, NO_EDGE))


def itself(v: int, row: list[Entry]) -> Entry:
    """Init1: the vertex itself."""
    return v, NO_EDGE


def smallest(v: int, row: list[Entry]) -> Entry:
    """Init2: the smallest of the vertex and all its neighbors."""
    return min([(v, NO_EDGE), *row])  # NO_EDGE is less than the edge of a self loop


INITIALIZATIONS: Final[dict[str, Initialization]] = {
    "first-smaller": first_smaller,
    "self": itself,
    "smallest": smallest,
    "far-smaller": first_smaller,
    "blocks": itself,
}
"""The first link of a vertex, by the value of the option ``initialization``; ``far-smaller`` and
``blocks``, which are our own, go on from there."""

FAR: Final = 4
"""Links to the first parent of ``far-smaller``. (A device follows fewer where the next one is not
among a vertex's first entries.)"""


def connected_components_ecl(
    graph: Graph, finish: Finish, *, initialization: str, flatten: bool = False
) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, by ECL-CC or with another finish.

    Parameters
    ----------
    graph : Graph
    finish : Finish
        Its :meth:`unite <clconn.reference.components.finishes.Finish.unite>` is the computation,
        its ``end`` the finalization.
    initialization : str
        A name in :data:`INITIALIZATIONS`.
    flatten : bool, default False
        Whether each vertex is pointed to its root before the computation, which is our own: first
        links may make chains.
    """
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    rows = [entries_at(neighbors, range(begin, end)) for begin, end in pairwise(offsets)]

    first_parent = INITIALIZATIONS[initialization]
    parents = list(range(graph.n))
    for v, row in enumerate(rows):
        parents[v], edge = first_parent(v, row)
        finish.record(v, edge)
    if initialization == "far-smaller":
        first = parents.copy()
        for _ in range(1, FAR):
            parents[:] = [first[parent] for parent in parents]
    elif initialization == "blocks":
        unite_blocks(parents, rows, finish.record)
    if flatten:
        # Parents are smaller vertices, so the parent is flat already.
        for v, parent in enumerate(parents):
            parents[v] = parents[parent]
    finish.unite(
        parents, ((v, [entry for entry in row if entry[0] < v]) for v, row in enumerate(rows))
    )
    finish.end(parents)
    return np.array(parents, dtype=np.int32)
