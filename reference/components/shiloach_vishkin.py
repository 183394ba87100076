"""Shiloach and Vishkin's algorithm with minima: hook roots to smaller roots, then point to roots.

Y. Shiloach and U. Vishkin, "An O(log n) parallel connectivity algorithm", Journal of Algorithms
3(1), 1982; B. Awerbuch and Y. Shiloach, "New connectivity and MSF algorithms for shuffle-exchange
network and PRAM", IEEE Transactions on Computers C-36(10), 1987; in the form of C. Hong,
L. Dhulipala and J. Shun, "Exploring the design space of static and incremental graph connectivity
algorithms on GPUs", PACT 2020, section 3.4.

In each round every edge between two trees offers the smaller root to the larger one, which takes
the smallest of its offers as its parent. Then every vertex is pointed to its root.

Invariant: when a round begins every parent is a root, and hooks go from roots to smaller roots.
So whole trees are joined and no tree is ever cut: the algorithm is root-based. If a round makes
no hook, both ends of each edge have the same root.
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
    roots = None
    while parents != roots:
        finalize(parents, compress)
        roots = parents.copy()
        for v, w in edges:
            high, low = max(roots[v], roots[w]), min(roots[v], roots[w])
            parents[high] = min(parents[high], low)
