"""The reachability query of all divide-and-conquer algorithms: breadth first, within a subgraph.

G. Li, Z. Zhu, Z. Cong and F. Yang, "Efficient decomposition of strongly connected components on
GPUs", Journal of Systems Architecture 60, 2014, section 2.1: FWD(P, V) and BWD(P, V).

Invariant: when a round begins, all vertices at a smaller distance than the frontier are reached,
and of the rows of reached vertices only those of the frontier are still to be followed. So the
query takes time linear in the arcs that it meets.
"""

from __future__ import annotations

from collections.abc import Iterable

from clconn.reference.strong_components.arcs import Rows

__all__ = ["closure"]


def closure(rows: Rows, sources: Iterable[int], within: set[int]) -> set[int]:
    """Return the vertices that a path from a source leads to, all of it within a set.

    Parameters
    ----------
    rows
        The successors for the forward closure, the predecessors for the backward closure.
    sources
        In `within`.
    """
    frontier = list(sources)
    reached = set(frontier)
    while frontier:
        next_frontier = []
        for v in frontier:
            for w in rows[v]:
                if w in within and w not in reached:
                    reached.add(w)
                    next_frontier.append(w)
        frontier = next_frontier
    return reached
