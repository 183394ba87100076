"""GPU-CC: the first fast connected components on a GPU.

J. Soman, K. Kishore and P. J. Narayanan, "A fast GPU algorithm for graph connectivity",
IPDPS 2010, as described by J. Jaiganesh and M. Burtscher, "A high-performance
connected components implementation for GPUs", HPDC 2018, section 2: Shiloach and
Vishkin's algorithm with hooking of representatives in alternating directions
(``hooking``), marks on the edges that later rounds may skip, and multiple pointer
jumping, which points every vertex to its representative at once.

Invariant: a marked edge has both ends in one tree. After a round without a hook
every edge is marked.
"""

from __future__ import annotations

from clconn.reference.components.hooking import directions, hook_edge
from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents, finalize, single

__all__ = ["finish", "rounds"]


def rounds(parents: Parents, edges: list[Edge]) -> int:
    """Make a star of each component, with any root; return the number of rounds.

    Parameters
    ----------
    parents : list of int
        Stars. Changed in place.
    edges : list of (int, int)
    """
    marks = [False] * len(edges)
    for number, upwards in enumerate(directions(), start=1):
        for edge, (u, v) in enumerate(edges):
            if not marks[edge]:
                marks[edge] = not hook_edge(parents, u, v, upwards=upwards)
        finalize(parents, single)
        if all(marks):
            return number
    raise AssertionError("directions never end")


def finish(parents: Parents, edges: list[Edge]) -> None:
    """Join the ends of all edges.

    Parameters
    ----------
    parents, edges
        As for :func:`rounds`.
    """
    rounds(parents, edges)
    canonicalize(parents)
