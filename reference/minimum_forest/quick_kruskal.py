"""qKruskal: Kruskal's algorithm inside quicksort, which never sorts the heaviest edges.

V. Osipov, P. Sanders and J. Singler, "The Filter-Kruskal minimum spanning tree algorithm",
ALENEX 2009, section 2, after J. J. Brennan, "Minimal spanning trees and partial sorting",
Operations Research Letters 1(3), 1982.

Invariant: the parts come from the stack from the lightest to the heaviest, and all edges lighter
than those of the current part were visited before. Once one tree spans all vertices, the other
parts stay unsorted.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from clconn.reference.minimum_forest.kruskal import take_in_order
from clconn.reference.minimum_forest.weighted_edges import WeightedEdge, ascending, weighted_edges
from clconn.reference.union_find.disjoint_sets import DisjointSets
from clconn.weight_keys import CanonicalEdges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["partition_and_take", "quick_kruskal"]

FEW_EDGES = 16
"""A part with no more edges than this is sorted."""

Filter = Callable[[list[WeightedEdge], DisjointSets], list[WeightedEdge]]
"""Takes a part and the trees of all lighter edges; returns the edges of the part to keep."""


def quick_kruskal(n: int, edges: CanonicalEdges) -> NDArray[np.int64]:
    """The minimum spanning forest by qKruskal."""
    return partition_and_take(n, edges, lambda part, trees: part)


def partition_and_take(n: int, edges: CanonicalEdges, keep: Filter) -> NDArray[np.int64]:
    """Run Kruskal's algorithm on parts of the edges, and sort each part when its turn comes."""
    trees = DisjointSets(n)
    draw = random.Random(0)  # the pivots change the time, not the answer
    forest: list[int] = []
    parts = [weighted_edges(edges)]
    while parts and len(forest) < n - 1:
        part = keep(parts.pop(), trees)
        if len(part) <= FEW_EDGES:
            forest += take_in_order(part, trees)
            continue
        pivot = draw.choice(part)
        # No two edges are equal, so neither side has all of them unless the pivot is the heaviest.
        light = [edge for edge in part if edge <= pivot]
        heavy = [edge for edge in part if edge > pivot]
        parts += [heavy, light]
    return ascending(forest)
