"""Label propagation: the smallest label spreads over one edge in each round.

J. Shun and G. E. Blelloch, "Ligra: a lightweight graph processing framework for shared memory",
PPoPP 2013, as in C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 3.4.

Every vertex sends its label to its neighbors, keeps the smallest that it has seen, and sends again
in the round after its label has changed. There are as many rounds as a label has edges to go.

Invariant: ``parents[v] <= v``, the label of v, is a vertex of its component; the smallest vertex of
each component keeps its own. When no label has changed, both ends of each edge have the same.
"""

from __future__ import annotations

from collections.abc import Collection

from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents, compress, finalize

__all__ = ["finish"]


def finish(parents: Parents, edges: Collection[Edge]) -> None:
    """Give every vertex the smallest label of its component.

    Parameters
    ----------
    parents : list of int
        ``parents[v] <= v``; changed in place. What they say already is kept if the ends of the
        edges are roots, or if the edges include all that the parents come from.
    edges : collection of (int, int)
    """
    changed = set(range(len(parents)))
    while changed:
        sending, changed = changed, set()
        for v, w in edges:
            if v not in sending and w not in sending:
                continue
            high, low = (v, w) if parents[v] > parents[w] else (w, v)
            if parents[low] < parents[high]:
                parents[high] = parents[low]
                changed.add(high)
    # Vertices that are the end of no edge, for their edges were relabelled, follow their root.
    finalize(parents, compress)
