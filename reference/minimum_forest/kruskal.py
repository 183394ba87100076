"""Kruskal's algorithm: all edges from the lightest on, each taken if it joins two trees.

J. B. Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman
problem", Proceedings of the American Mathematical Society 7(1), 1956.

Invariant: the edges taken are those of the minimum spanning forest of the edges seen. An
edge whose ends are in one tree is the heaviest of a cycle, for the others of that cycle
were seen before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from clconn.reference.minimum_forest.weighted_edges import WeightedEdge, ascending, weighted_edges
from clconn.reference.union_find.disjoint_sets import DisjointSets
from clconn.weight_keys import CanonicalEdges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["kruskal", "take_in_order"]


def kruskal(n: int, edges: CanonicalEdges) -> NDArray[np.int64]:
    """The minimum spanning forest by Kruskal's algorithm.

    Parameters
    ----------
    n : int
        Number of vertices.
    edges : CanonicalEdges

    Returns
    -------
    numpy.ndarray, shape (k,), int64
        Indices of the forest's edges, ascending.
    """
    return ascending(take_in_order(weighted_edges(edges), DisjointSets(n)))


def take_in_order(edges: Iterable[WeightedEdge], trees: DisjointSets) -> list[int]:
    """Go through some edges from the lightest on; return the indices of those that join trees.

    Parameters
    ----------
    edges : iterable of WeightedEdge
        In any order.
    trees : DisjointSets
        Joined by all lighter edges already. Changed in place.
    """
    return [index for _, index, u, v in sorted(edges) if trees.union(u, v)]
