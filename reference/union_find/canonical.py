"""Canonical roots: from any root of each tree to the smallest vertex of the tree.

Algorithms that link the larger root under the smaller have the smallest vertex
of a tree at its root. Others do not: hooking in alternating directions (Soman),
hooking trees that stagnate wherever they can (Shiloach and Vishkin). For these
one more pass asks each tree for its smallest vertex.

Invariant: the trees stay what they are, as sets of vertices; only the vertex that
each is called by changes.
"""

from __future__ import annotations

from clconn.reference.union_find.find import Parents

__all__ = ["canonicalize"]


def canonicalize(parents: Parents) -> None:
    """Point every vertex to the smallest vertex of its tree.

    Parameters
    ----------
    parents : list of int
        Each vertex points to its root already. Changed in place.

    Examples
    --------
    >>> parents = [3, 4, 4, 3, 4]
    >>> canonicalize(parents)
    >>> parents
    [0, 1, 1, 0, 1]
    """
    smallest: dict[int, int] = {}
    for v, root in enumerate(parents):
        smallest.setdefault(root, v)  # vertices come in ascending order
    parents[:] = [smallest[root] for root in parents]
