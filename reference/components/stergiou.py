"""Stergiou's shortcutting label propagation: Liu and Tarjan's rounds with two arrays.

S. Stergiou, D. Rughwani and K. Tsioutsiouliklis, "Shortcutting label propagation for distributed
connected components", WSDM 2018, as in C. Hong, L. Dhulipala and J. Shun, "Exploring the design
space of static and incremental graph connectivity algorithms on GPUs", PACT 2020, section 3.4.

In each round the ends of every edge send the parent that they had at its beginning to each other
and to each other's parent, which keep the smallest; then each vertex points to its grandparent.

Invariant: ``current[v] <= previous[v] <= v``, all in one component. What a vertex is torn from
stays connected by the edges, so they must all take part in all rounds. A round that changes
nothing has found roots only, and the same at both ends of each edge.
"""

from __future__ import annotations

from collections.abc import Collection

from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents

__all__ = ["finish"]


def finish(parents: Parents, edges: Collection[Edge]) -> None:
    """Join the ends of all edges, and point every vertex to its root.

    Parameters
    ----------
    parents : list of int
        ``parents[v] <= v``; changed in place. What they say already is kept if the ends of the
        edges are roots, or if the edges include all that the parents come from.
    edges : collection of (int, int)
    """
    previous = None
    while parents != previous:
        previous = parents.copy()
        for v, w in edges:
            label = min(previous[v], previous[w])
            for vertex in (v, w, previous[v], previous[w]):
                parents[vertex] = min(parents[vertex], label)
        parents[:] = [parents[parent] for parent in parents]
