"""Rem's algorithm without locks, and verification: what races have lost is done again.

E. W. Dijkstra attributes the algorithm to Rem ("A Discipline of Programming", 1976).
M. M. A. Patwary, P. Refsnes and F. Manne, "Multi-core spanning forest algorithms using
the disjoint-set data structure", IPDPS 2012, run it in parallel without any
synchronization and verify afterwards. G. Cong and P. Muzio, "Fast parallel connected
components algorithms on GPUs", Euro-Par 2014 workshops, section 6, rank it: the
fastest on their processor, not on their GPU.

The walk goes up from both ends at once, always on the side whose parent is larger,
and gives each vertex that it leaves the other side's smaller parent: it splices the
path into the other tree on the way. Patwary, Refsnes and Manne verify the edges that
joined something. Here all edges are verified, for what such an edge joined may have
let others pass.

Invariant: a parent is no larger than its child and in the same component. A round
that finds the ends of all edges in one tree has verified the answer; the serial
algorithm loses nothing, so its second round does.
"""

from __future__ import annotations

from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents, finalize, single

__all__ = ["finish", "unite_rem"]


def unite_rem(parents: Parents, u: int, v: int) -> bool:
    """Join the trees of u and v by splicing; return whether their parents differed.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    u, v : int
    """
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
    """Join the ends of all edges, in rounds, until a round has verified it.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    edges : list of (int, int)
    """
    apart = True
    while apart:
        verdicts = [unite_rem(parents, u, v) for u, v in edges]
        apart = any(verdicts)
        finalize(parents, single)
