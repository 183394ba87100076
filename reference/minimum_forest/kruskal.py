"""Kruskal's algorithm: visit the edges from the lightest on, and take each that joins two trees.

J. B. Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman
problem", Proceedings of the American Mathematical Society 7(1), 1956.

Invariant: the algorithm has taken the minimum spanning forest of the edges visited so far. An
edge whose ends are in one tree is the heaviest of a cycle, because the other edges of that cycle
were visited before.
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
    """The minimum spanning forest by Kruskal's algorithm."""
    return ascending(take_in_order(weighted_edges(edges), DisjointSets(n)))


def take_in_order(edges: Iterable[WeightedEdge], trees: DisjointSets) -> list[int]:
    """Visit edges from the lightest on; return the indices of those that join two trees.

    Parameters
    ----------
    edges : iterable of WeightedEdge
        In any order.
    trees : DisjointSets
        All lighter edges have joined them already. Changed in place.
    """
    return [index for _, index, u, v in sorted(edges) if trees.union(u, v)]
