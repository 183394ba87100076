"""Multistep: a search for the giant component, label propagation for the rest, or serial work.

G. M. Slota, S. Rajamanickam and K. Madduri, "BFS and coloring-based parallel algorithms
for strongly connected components and related problems", IPDPS 2014, as J. Jaiganesh and
M. Burtscher, "A high-performance connected components implementation for GPUs", HPDC
2018, section 2, describe it for components. A breadth-first search from the vertex of
the largest degree most likely reaches the giant component. The rest are small
components, which label propagation finds in a few rounds. If only a few vertices are
left, rounds do not pay, and a serial union finishes them.

Invariant: no edge leads from a vertex that the search has reached to one that it has
not. So the rows of the other vertices hold all edges between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.components import label_propagation
from clconn.reference.union_find.bfs import search
from clconn.reference.union_find.edge_map import edges_of, entries_at
from clconn.reference.union_find.find import finalize, halve, single
from clconn.reference.union_find.union_rules import asynchronous

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["multistep_components"]


def multistep_components(graph: Graph, *, few: int) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, by the Multistep method.

    Parameters
    ----------
    graph : Graph
    few : int
        If no more vertices than this are left, finish them serially.
    """
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    parents = list(range(graph.n))
    is_reached = [False] * graph.n
    # The first of the vertices of the largest degree.
    source = max(range(graph.n), key=lambda v: offsets[v + 1] - offsets[v], default=None)
    if source is not None:
        reached_by = search(offsets, neighbors, source, is_reached)
        smallest = min(reached_by)
        for v in reached_by:
            parents[v] = smallest
    rest = [v for v in range(graph.n) if not is_reached[v]]
    edges = edges_of((v, entries_at(neighbors, range(offsets[v], offsets[v + 1]))) for v in rest)
    if len(rest) <= few:
        for u, v in edges:
            asynchronous(parents, u, v, halve)
        finalize(parents, single)
    else:
        label_propagation.finish(parents, edges)
    return np.array(parents, dtype=np.int32)
