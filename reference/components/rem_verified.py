"""Rem's algorithm without locks, and verification, which repeats the unions that races lose.

E. W. Dijkstra attributes the algorithm to Rem ("A Discipline of Programming", 1976).
M. M. A. Patwary, P. Refsnes and F. Manne, "Multi-core spanning forest algorithms using
the disjoint-set data structure", IPDPS 2012, run it in parallel without any
synchronization and verify afterwards. G. Cong and P. Muzio, "Fast parallel connected
components algorithms on GPUs", Euro-Par 2014 workshops, section 6, rank it: the
fastest on their processor, not on their GPU.

The walk goes up from both ends at once, always on the side whose parent is larger.
It points each vertex that it leaves to the other side's smaller parent: it splices the
path into the other tree on the way. Patwary, Refsnes and Manne verify only the edges
that joined two trees. Here all edges are verified: another edge may have been skipped
because of a link that was lost later.

Invariant: a parent is no larger than its child and in the same component. If a round
finds both ends of each edge in one tree, the answer is verified. The serial algorithm
loses no link, so its second round verifies it.
"""

from __future__ import annotations

from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents, finalize, single

__all__ = ["finish", "unite_rem"]


def unite_rem(parents: Parents, u: int, v: int) -> bool:
    """Join the trees of u and v by splicing; return whether their parents differed."""
    apart = parents[u] != parents[v]
    while parents[u] != parents[v]:
        if parents[u] < parents[v]:
            u, v = v, u
        parent = parents[u]
        parents[u] = parents[v]
        if u == parent:
            break
        u = parent
    return apart


def finish(parents: Parents, edges: list[Edge]) -> None:
    """Join the ends of all edges, in rounds, until a round has verified it."""
    apart = True
    while apart:
        verdicts = [unite_rem(parents, u, v) for u, v in edges]
        apart = any(verdicts)
        finalize(parents, single)
