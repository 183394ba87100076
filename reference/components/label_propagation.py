"""Label propagation: the smallest label spreads over one edge in each round.

J. Shun and G. E. Blelloch, "Ligra: a lightweight graph processing framework for shared memory",
PPoPP 2013, as in C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 3.4.

Every vertex sends its label to its neighbors, keeps the smallest label that it receives, and sends
again in the round after its label has changed. The longest way of a label, in edges, is the number
of rounds.

Invariant: ``parents[v] <= v``, the label of v, is a vertex of its component; the smallest vertex of
each component keeps its own label. When no label changes, both ends of each edge have the same.
"""

from __future__ import annotations

from collections.abc import Collection

from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents, compress, finalize

__all__ = ["finish"]


def finish(parents: Parents, edges: Collection[Edge]) -> None:
    """Join the ends of all edges.

    Parameters
    ----------
    parents : list of int
        ``parents[v] <= v``.
    edges : collection of (int, int)
    """
    next_senders = set(range(len(parents)))
    while next_senders:
        senders, next_senders = next_senders, set()
        for v, w in edges:
            if v not in senders and w not in senders:
                continue
            high, low = (v, w) if parents[v] > parents[w] else (w, v)
            if parents[low] < parents[high]:
                parents[high] = parents[low]
                next_senders.add(high)
    # Relabeling may take all edges from a vertex; such a vertex follows its root.
    finalize(parents, compress)
