"""Connected components by breadth-first searches only (BFS-CC).

J. Shun and G. E. Blelloch, "Ligra: a lightweight graph processing framework for shared
memory", PPoPP 2013, as in C. Hong, L. Dhulipala and J. Shun, "Exploring the design
space of static and incremental graph connectivity algorithms on GPUs", PACT 2020,
section 4.2. They search from each unreached vertex, one after the other. On a graph of a
million small components that makes a million searches. Here

- searches from one source go on as long as each reaches a fair share of what is left;
- then one search from many sources at once reaches all the rest. The sources are the
  vertices that have no smaller neighbor. Each sends its id along the edges, in waves, and
  where waves meet, the smaller id goes on.

Invariant: a label is the id of a source in the same component, and only falls. The
smallest vertex of a component is a source, and no label in its component is smaller.
So when no label changes any more, all have its id.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.union_find.bfs import choose_source, search
from clconn.reference.union_find.find import Parents

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["FAIR_SHARE", "bfs_components", "search_from_many"]

FAIR_SHARE = 32
"""Searches from one source go on while each reaches this part of what is left."""


def bfs_components(graph: Graph) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, by breadth-first searches."""
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    labels = [graph.n] * graph.n
    is_reached = [False] * graph.n
    searches, remaining, pays = 0, graph.n, True
    while pays:
        source = choose_source(offsets, is_reached, searches)
        reached_by = {} if source is None else search(offsets, neighbors, source, is_reached)
        smallest = min(reached_by, default=graph.n)
        for v in reached_by:
            labels[v] = smallest
        pays = remaining // FAIR_SHARE < len(reached_by) < remaining
        searches, remaining = searches + 1, remaining - len(reached_by)
    search_from_many(labels, offsets, neighbors, is_reached)
    return np.array(labels, dtype=np.int32)


def search_from_many(
    labels: Parents, offsets: list[int], neighbors: list[int], is_reached: list[bool]
) -> None:
    """Label each unreached vertex with the smallest vertex of its component.

    Parameters
    ----------
    labels : list of int
        Changed in place for unreached vertices, where it is n at first.
    offsets, neighbors : list of int
        Compressed sparse rows; each edge is stored at both ends.
    is_reached : list of bool
        For each vertex. A component is reached as a whole or not at all.
    """
    rows = [neighbors[begin:end] for begin, end in pairwise(offsets)]
    senders = [v for v, row in enumerate(rows) if not is_reached[v] and min(row, default=v) >= v]
    for v in senders:
        labels[v] = v
    while senders:
        next_senders = set()
        for v in senders:
            for neighbor in rows[v]:
                if labels[v] < labels[neighbor]:
                    labels[neighbor] = labels[v]
                    next_senders.add(neighbor)
        senders = sorted(next_senders)
