"""Connected components in Groute: atomic hooking, one segment of the edges after another.

T. Ben-Nun, M. Sutton, S. Pai and K. Pingali, "Groute: an asynchronous multi-GPU
programming model for irregular computations", PPoPP 2017, as described by
J. Jaiganesh and M. Burtscher, "A high-performance connected components
implementation for GPUs", HPDC 2018, section 2. The m edges are cut into 2m/n segments.
Atomic steps hook the representatives of the two ends of an edge, so no hook is lost
and each edge is visited once. Multiple pointer jumping after each segment keeps the
paths short for the next one.

Invariant: the trees are the components of the edges visited so far. The larger
representative is hooked to the smaller one, so each root is the smallest vertex of
its tree.
"""

from __future__ import annotations

from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents, finalize, naive, single
from clconn.reference.union_find.union_rules import asynchronous

__all__ = ["finish"]


def finish(parents: Parents, edges: list[Edge]) -> None:
    """Join the ends of all edges.

    Parameters
    ----------
    parents : list of int
        Stars with the smallest vertex as root.
    edges : list of (int, int)
    """
    size = max((len(parents) + 1) // 2, 1)
    for begin in range(0, len(edges), size):
        for u, v in edges[begin : begin + size]:
            asynchronous(parents, u, v, naive)
        finalize(parents, single)
