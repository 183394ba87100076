"""Prim's algorithm: a tree grows from one vertex by the lightest edge that leaves it.

R. C. Prim, "Shortest connection networks and some generalizations", Bell System Technical
Journal 36(6), 1957; V. Jarník found it before, in 1930.

Invariant: the tree is part of the minimum spanning forest, because the lightest edge between
a set of vertices and all other vertices is. When no edge leaves the tree, it spans a
component, and the next tree begins at an unreached vertex.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING

from clconn.reference.minimum_forest.weighted_edges import WeightedEdge, ascending, weighted_edges
from clconn.weight_keys import CanonicalEdges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["prim"]


def prim(n: int, edges: CanonicalEdges) -> NDArray[np.int64]:
    """The minimum spanning forest by Prim's algorithm, with a binary heap."""
    incident: list[list[WeightedEdge]] = [[] for _ in range(n)]
    for edge in weighted_edges(edges):
        _, _, u, v = edge
        incident[u].append(edge)
        incident[v].append(edge)

    is_reached = [False] * n
    forest = []
    for start in range(n):
        if is_reached[start]:
            continue
        is_reached[start] = True
        leaving = incident[start].copy()
        heapq.heapify(leaving)
        while leaving:
            _, index, u, v = heapq.heappop(leaving)
            if is_reached[u] and is_reached[v]:
                continue
            new = v if is_reached[u] else u
            is_reached[new] = True
            forest.append(index)
            for edge in incident[new]:
                heapq.heappush(leaving, edge)
    return ascending(forest)
