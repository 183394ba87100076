"""What a round visits: the edges of some rows, or the edges between the trees of a sample.

For the finishes that look at all edges again and again: Liu and Tarjan's, Stergiou's, Shiloach and
Vishkin's, and label propagation, which all take a list of edges.

Invariant of what sampling has left: a sampled tree is one vertex as far as components go. The edges
go between the labels of their ends, and an edge within a tree is none. So the finish runs on the
graph of the trees; vertices of the most frequent label may be left out as sources, since their
edges to other trees are seen from there. A vertex that is no root takes no part, and follows its
root at the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from clconn.reference.union_find.find import Parents

__all__ = ["Edge", "Row", "edges_between_trees", "edges_of"]

Edge = tuple[int, int]

Row = tuple[int, list[int]]
"""A vertex and some of its neighbors."""


def edges_of(rows: Iterable[Row]) -> list[Edge]:
    """Every entry of the rows.

    Parameters
    ----------
    rows : iterable of (int, list of int)

    Examples
    --------
    >>> edges_of([(0, [1]), (1, [0, 2]), (2, [1])])
    [(0, 1), (1, 0), (1, 2), (2, 1)]
    """
    return [(v, neighbor) for v, row in rows for neighbor in row]


def edges_between_trees(labels: Parents, rows: Iterable[Row]) -> list[Edge]:
    """The entries of the rows that lead from one sampled tree to another, as edges of the trees.

    Parameters
    ----------
    labels : list of int
        The root of each vertex after sampling.
    rows : iterable of (int, list of int)

    Examples
    --------
    >>> edges_between_trees([0, 0, 2, 2], [(2, [3, 1]), (3, [2])])
    [(2, 0)]
    """
    ends = ((labels[v], labels[neighbor]) for v, neighbor in edges_of(rows))
    return [(source, target) for source, target in ends if source != target]
