"""Canonical roots: make the smallest vertex of each tree its root.

If an algorithm links the larger root under the smaller, the root of a tree is its
smallest vertex. In other algorithms it need not be: Soman's hooks in alternating
directions, and Shiloach and Vishkin's hooks stagnant trees to any neighbor. They
need one more pass, which looks for the smallest vertex of each tree.

Invariant: each tree keeps its vertices; only its root changes.
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
