"""Multistep: a search for the giant component, label propagation for the rest, or serial work.

G. M. Slota, S. Rajamanickam and K. Madduri, "BFS and coloring-based parallel algorithms
for strongly connected components and related problems", IPDPS 2014, as J. Jaiganesh and
M. Burtscher, "A high-performance connected components implementation for GPUs", HPDC
2018, section 2, describe it for components. A breadth-first search from the vertex of
the largest degree most likely reaches the giant component; what is left are small
components, which label propagation finds in a few rounds. If only a few vertices are
left, rounds are not worth their while, and they are finished serially.

Invariant: no edge leads from a vertex that the search has reached to one that it has
not, so the rows of the vertices that are left hold all edges between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.components import label_propagation
from clconn.reference.union_find.bfs import search
from clconn.reference.union_find.edge_map import edges_of
from clconn.reference.union_find.find import finalize, halve, single
from clconn.reference.union_find.union_rules import asynchronous

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["multistep_components"]


def multistep_components(graph: Graph, *, few: int) -> NDArray[np.int32]:
    """Connected components by the Multistep method.

    Parameters
    ----------
    graph : Graph
    few : int
        Most vertices that are finished serially.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.
    """
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    parents = list(range(graph.n))
    reached = [False] * graph.n
    # Of several vertices of the largest degree the first.
    source = max(range(graph.n), key=lambda v: offsets[v + 1] - offsets[v], default=None)
    if source is not None:
        found = search(offsets, neighbors, source, reached)
        smallest = min(found)
        for v in found:
            parents[v] = smallest
    left = [v for v in range(graph.n) if not reached[v]]
    edges = edges_of((v, neighbors[offsets[v] : offsets[v + 1]]) for v in left)
    if len(left) <= few:
        for u, v in edges:
            asynchronous(parents, u, v, halve)
        finalize(parents, single)
    else:
        label_propagation.finish(parents, edges)
    return np.array(parents, dtype=np.int32)
