"""Stergiou's shortcutting label propagation: Liu and Tarjan's rounds with two arrays.

S. Stergiou, D. Rughwani and K. Tsioutsiouliklis, "Shortcutting label propagation for distributed
connected components", WSDM 2018, as in C. Hong, L. Dhulipala and J. Shun, "Exploring the design
space of static and incremental graph connectivity algorithms on GPUs", PACT 2020, section 3.4.

In each round both ends of every edge send the parent that they had when the round began to each
other and to each other's parent. Each vertex keeps the smallest parent that it receives, and then
points to its grandparent.

Invariant: ``current[v] <= previous[v] <= v``, all in one component. A vertex may leave its old
parent; only the edges connect the two then, so all edges must take part in all rounds. If a round
changes nothing, each vertex points to a root, and both ends of each edge to the same root.
"""

from __future__ import annotations

from collections.abc import Collection

from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents

__all__ = ["finish"]


def finish(parents: Parents, edges: Collection[Edge]) -> None:
    """Join the ends of all edges.

    Parameters
    ----------
    parents : list of int
        ``parents[v] <= v``.
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
