"""Liu and Tarjan's simple labeling algorithms: rounds of connect, update, shortcut and alter.

S. C. Liu and R. E. Tarjan, "Simple concurrent labeling algorithms for connected components",
SOSA 2019. The sixteen combinations are those of L. Dhulipala, C. Hong and J. Shun, "ConnectIt: a
framework for static and incremental parallel graph connectivity algorithms", VLDB 2021, and of
C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and incremental graph
connectivity algorithms on GPUs", PACT 2020, section 3.4. A code names a rule of each kind:

======== = =====================================================================
connect  C an edge sends its smaller end to its larger end
         P an edge sends the smaller of its ends' parents to the larger one
         E as P, and also to the end that has the larger parent
update   U every vertex takes the smallest label that it receives, if that is
           smaller than its parent
         R only roots take labels
shortcut S each vertex points to its grandparent
         F each vertex points to its root
alter    A the parents of its ends replace each edge, which is dropped if they are
           equal; without A the edges stay
======== = =====================================================================

C goes only with A: without A a label would never get farther than one edge.

Invariant: ``parents[v] <= v``, and the edges together with the pairs of a vertex and its parent
connect the same vertices as the graph. U may move a vertex with its subtree away from its parent;
only the edges connect the two then. R never does this, so the parents by themselves hold all
connections so far: these codes are root-based. When a round changes nothing, each vertex points to
a root, and both ends of each edge to the same root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents, compress, finalize

__all__ = ["CONNECTS", "connect_ends", "connect_extended", "connect_parents", "finish"]

Message = tuple[int, int]
"""A vertex, and the smaller label that it receives."""


def connect_ends(parents: Parents, v: int, w: int) -> list[Message]:
    """C: send the smaller end to the larger end."""
    return [(max(v, w), min(v, w))]


def connect_parents(parents: Parents, v: int, w: int) -> list[Message]:
    """P: send the smaller parent to the larger parent."""
    return [(max(parents[v], parents[w]), min(parents[v], parents[w]))]


def connect_extended(parents: Parents, v: int, w: int) -> list[Message]:
    """E: send the smaller parent to the other end and to its parent."""
    if parents[v] < parents[w]:
        v, w = w, v
    return [(v, parents[w]), (parents[v], parents[w])]


CONNECTS: Final[dict[str, Callable[[Parents, int, int], list[Message]]]] = {
    "C": connect_ends,
    "P": connect_parents,
    "E": connect_extended,
}
"""The messages of an edge, by the first letter of a code."""


def finish(parents: Parents, edges: Iterable[Edge], code: str) -> None:
    """Join the ends of all edges.

    Invariant: the connections that the parents hold stay if the ends of all edges are roots, or if
    the edges include all those that the parents come from and the code has no A, or if it has R.

    Parameters
    ----------
    parents : list of int
        ``parents[v] <= v``.
    edges : iterable of (int, int)
    code : str
        In :data:`clconn.design_space.components.LIU_TARJAN_CODES`.
    """
    connect = CONNECTS[code[0]]
    only_roots, full, alters = code[1] == "R", code[2] == "F", code.endswith("A")
    edges = list(edges)
    changed = True
    while changed:
        before = parents.copy()
        for v, w in edges:
            for vertex, label in connect(before, v, w):
                if not only_roots or before[vertex] == vertex:
                    parents[vertex] = min(parents[vertex], label)
        if full:
            finalize(parents, compress)
        else:
            parents[:] = [parents[parent] for parent in parents]
        changed = parents != before
        if alters:
            ends = ((parents[v], parents[w]) for v, w in edges)
            new_edges = [(v, w) for v, w in ends if v != w]
            changed = changed or new_edges != edges
            edges = new_edges
