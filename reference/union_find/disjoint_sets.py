"""The classic serial disjoint sets: the baseline; all other code must give the same answer.

B. A. Galler and M. J. Fischer, "An improved equivalence algorithm",
Communications of the ACM 7(5), 1964.

Each set is a tree of parent pointers. The union of two sets links the larger
root under the smaller. Invariant: ``parents[v] <= v``. So the root of a tree is its
smallest vertex, and the roots are the canonical answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.union_find.find import FINDS, finalize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["DisjointSets", "connected_components_union_find"]


class DisjointSets:
    """Disjoint sets of the vertices 0..n-1; at first each vertex is a set by itself.

    Parameters
    ----------
    n : int
    compression : str, default "halve"
        A name in :data:`clconn.reference.union_find.find.FINDS`.

    Examples
    --------
    >>> sets = DisjointSets(4)
    >>> sets.union(3, 1), sets.union(1, 3), sets.find(3)
    (True, False, 1)
    """

    def __init__(self, n: int, compression: str = "halve") -> None:
        self.parents = list(range(n))
        self._find = FINDS[compression]

    def find(self, v: int) -> int:
        """Return the smallest vertex of the set of v."""
        return self._find(self.parents, v)

    def union(self, u: int, v: int) -> bool:
        """Join the sets of u and v; return whether they were different."""
        root_u, root_v = self.find(u), self.find(v)
        if root_u == root_v:
            return False
        if root_u > root_v:
            root_u, root_v = root_v, root_u
        self.parents[root_v] = root_u
        return True


def connected_components_union_find(graph: Graph, compression: str = "halve") -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, by one union for each edge.

    Parameters
    ----------
    graph : Graph
    compression : str, default "halve"
        As for :class:`DisjointSets`.
    """
    sets = DisjointSets(graph.n, compression)
    sources, targets = graph.edges()
    for u, v in zip(sources.tolist(), targets.tolist(), strict=True):
        sets.union(u, v)
    finalize(sets.parents, FINDS["single"])
    return np.array(sets.parents, dtype=np.int32)
