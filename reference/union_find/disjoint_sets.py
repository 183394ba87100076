"""The classic serial disjoint sets: the baseline that everything else must equal.

B. A. Galler and M. J. Fischer, "An improved equivalence algorithm",
Communications of the ACM 7(5), 1964.

Each set is a tree of parent pointers. The union of two sets links the larger
root under the smaller. Invariant: ``parents[v] <= v``; the root of a tree is
therefore its smallest vertex, and the roots are the canonical answer as they are.
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
    """Disjoint sets of the vertices 0..n-1, each vertex alone at first.

    Parameters
    ----------
    n : int
        Number of vertices.
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
        """The smallest vertex of the set of v."""
        return self._find(self.parents, v)

    def union(self, u: int, v: int) -> bool:
        """Join the sets of u and v; return whether they were apart."""
        root_u, root_v = self.find(u), self.find(v)
        if root_u == root_v:
            return False
        if root_u > root_v:
            root_u, root_v = root_v, root_u
        self.parents[root_v] = root_u
        return True


def connected_components_union_find(graph: Graph, compression: str = "halve") -> NDArray[np.int32]:
    """Connected components by one union for each of the user's edges.

    Parameters
    ----------
    graph : Graph
    compression : str, default "halve"
        A name in :data:`clconn.reference.union_find.find.FINDS`.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.
    """
    sets = DisjointSets(graph.n, compression)
    sources, targets = graph.edges()
    for u, v in zip(sources.tolist(), targets.tolist(), strict=True):
        sets.union(u, v)
    finalize(sets.parents, FINDS["single"])
    return np.array(sets.parents, dtype=np.int32)
