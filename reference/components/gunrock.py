"""Connected components in Gunrock: Soman's algorithm with filters.

Y. Wang, A. Davidson, Y. Pan, Y. Wu, A. Riffel and J. D. Owens, "Gunrock: a
high-performance graph processing library on the GPU", PPoPP 2016, as described by
J. Jaiganesh and M. Burtscher, "A high-performance connected components
implementation for GPUs", HPDC 2018, section 2. Hooking goes over a list of edges and
drops those whose ends have one representative. Pointer jumping goes over a list of
vertices and drops those that have arrived: the representatives, and the vertices that
point to one.

Invariant: a dropped edge has both ends in one tree; a dropped vertex points to a root,
and roots stay roots as long as pointers jump. So the lists hold all edges and vertices
that can still change, and an empty list ends its loop.
"""

from __future__ import annotations

from clconn.reference.components.hooking import directions, hook_edge
from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents

__all__ = ["finish", "hook_and_filter", "jump_and_filter"]


def hook_and_filter(parents: Parents, edges: list[Edge], *, upwards: bool) -> list[Edge]:
    """Hook every edge of a list; return those that the next round must visit again."""
    return [(u, v) for u, v in edges if hook_edge(parents, u, v, upwards=upwards)]


def jump_and_filter(parents: Parents, vertices: list[int]) -> list[int]:
    """Point every vertex of a list to its grandparent; return those that have not arrived."""
    remaining = []
    for v in vertices:
        parents[v] = parents[parents[v]]
        if parents[v] != parents[parents[v]]:
            remaining.append(v)
    return remaining


def finish(parents: Parents, edges: list[Edge]) -> None:
    """Join the ends of all edges.

    Parameters
    ----------
    parents : list of int
        Stars.
    edges : list of (int, int)
    """
    for upwards in directions():
        edges = hook_and_filter(parents, edges, upwards=upwards)
        if not edges:
            break
        vertices = list(range(len(parents)))
        while vertices:
            vertices = jump_and_filter(parents, vertices)
    canonicalize(parents)
