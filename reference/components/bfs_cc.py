"""Connected components by breadth-first searches alone (BFS-CC).

J. Shun and G. E. Blelloch, "Ligra: a lightweight graph processing framework for shared
memory", PPoPP 2013, as in C. Hong, L. Dhulipala and J. Shun, "Exploring the design
space of static and incremental graph connectivity algorithms on GPUs", PACT 2020,
section 4.2. They search from each vertex not reached yet, one after the other, which on
a graph of a million small components makes a million searches. Here

- searches from one source go on as long as each reaches a fair share of what is left;
- then one search from many sources at once reaches all the rest. The sources are the
  vertices that have no smaller neighbor. Each sends its id along the edges, in waves, and
  where waves meet the smaller id goes on.

Invariant: a label is the id of a source in the same component, and only falls. The
smallest vertex of a component is a source, and no label in its component is smaller;
so when no label changes any more all have its id.
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
    """Connected components by breadth-first searches.

    Parameters
    ----------
    graph : Graph

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.
    """
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    labels = [graph.n] * graph.n
    reached = [False] * graph.n
    searches, left, pays = 0, graph.n, True
    while pays:
        source = choose_source(offsets, reached, searches)
        found = [] if source is None else search(offsets, neighbors, source, reached)
        smallest = min(found, default=graph.n)
        for v in found:
            labels[v] = smallest
        pays = len(found) < left and len(found) > left // FAIR_SHARE
        searches, left = searches + 1, left - len(found)
    search_from_many(labels, offsets, neighbors, reached)
    return np.array(labels, dtype=np.int32)


def search_from_many(
    labels: Parents, offsets: list[int], neighbors: list[int], reached: list[bool]
) -> None:
    """Give the vertices that are not reached the smallest vertex of their component.

    Parameters
    ----------
    labels : list of int
        Changed in place where not reached; n there.
    offsets, neighbors : list of int
        Compressed sparse rows; each edge stands at both ends.
    reached : list of bool
        For each vertex. A component is reached as a whole or not at all.
    """
    rows = [neighbors[begin:end] for begin, end in pairwise(offsets)]
    sending = [v for v, row in enumerate(rows) if not reached[v] and min(row, default=v) >= v]
    for v in sending:
        labels[v] = v
    while sending:
        news = set()
        for v in sending:
            for neighbor in rows[v]:
                if labels[v] < labels[neighbor]:
                    labels[neighbor] = labels[v]
                    news.add(neighbor)
        sending = sorted(news)
