"""Filter-Kruskal: qKruskal that drops edges within a tree before it sorts them.

V. Osipov, P. Sanders and J. Singler, "The Filter-Kruskal minimum spanning tree algorithm",
ALENEX 2009, section 3. ECL-MST uses its filter step once.

Invariant: as in :mod:`clconn.reference.minimum_forest.quick_kruskal`. A dropped edge has both ends
in a tree of lighter edges, so it is the heaviest of a cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clconn.reference.minimum_forest.quick_kruskal import partition_and_take
from clconn.reference.minimum_forest.weighted_edges import WeightedEdge
from clconn.reference.union_find.disjoint_sets import DisjointSets
from clconn.weight_keys import CanonicalEdges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["between_trees", "filter_kruskal"]


def filter_kruskal(n: int, edges: CanonicalEdges) -> NDArray[np.int64]:
    """The minimum spanning forest by Filter-Kruskal."""
    return partition_and_take(n, edges, between_trees)


def between_trees(edges: list[WeightedEdge], trees: DisjointSets) -> list[WeightedEdge]:
    """Keep the edges whose ends are in different trees."""
    return [edge for edge in edges if trees.find(edge[2]) != trees.find(edge[3])]
