"""What a round visits: the edges of some rows, or the edges between the trees of a sample.

For the finishes that look at all edges again and again: Liu and Tarjan's, Stergiou's, Shiloach and
Vishkin's, and label propagation. All of them take a list of edges.

Invariant after sampling: a sampled tree counts as one vertex. An edge goes between the labels of
its two ends, and an edge within a tree is dropped. So the finish runs on the graph of the trees.
Vertices of the most frequent label may be left out as sources, since their edges to other trees
are seen from the other end. A vertex that is not a root takes no part, and follows its root at
the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from clconn.reference.union_find.find import Parents

__all__ = ["Edge", "Entry", "Row", "edges_between_trees", "edges_of", "entries_at"]

Edge = tuple[int, int]
"""The two ends."""

Entry = tuple[int, int]
"""A neighbor and the edge to it: the edge's place in the rows or in the list of edges."""

Row = tuple[int, list[Entry]]
"""A vertex and some of its entries."""


def entries_at(neighbors: list[int], places: Iterable[int]) -> list[Entry]:
    """Pair each neighbor with its place.

    Examples
    --------
    >>> entries_at([7, 8, 9], range(1, 3))
    [(8, 1), (9, 2)]
    """
    return [(neighbors[place], place) for place in places]


def edges_of(rows: Iterable[Row]) -> list[Edge]:
    """List every entry of the rows as an edge.

    Examples
    --------
    >>> edges_of([(0, [(1, 0)]), (1, [(0, 1), (2, 2)]), (2, [(1, 3)])])
    [(0, 1), (1, 0), (1, 2), (2, 1)]
    """
    return [(v, neighbor) for v, entries in rows for neighbor, _ in entries]


def edges_between_trees(labels: Parents, rows: Iterable[Row]) -> list[Edge]:
    """List the entries that lead from one sampled tree to another, as edges between the trees.

    Parameters
    ----------
    labels : list of int
        The root of each vertex after sampling.
    rows : iterable of Row

    Examples
    --------
    >>> edges_between_trees([0, 0, 2, 2], [(2, [(3, 0), (1, 1)]), (3, [(2, 2)])])
    [(2, 0)]
    """
    ends = ((labels[v], labels[neighbor]) for v, neighbor in edges_of(rows))
    return [(source, target) for source, target in ends if source != target]
