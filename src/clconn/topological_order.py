"""A topological order of an acyclic graph, in linear time and without recursion.

Of the many orders this is one that the graph alone decides: start a depth-first search from the
vertices in descending order, let it take the successors of a vertex in ascending order, and
reverse the order in which it leaves the vertices. Vertices that are in a topological order already
keep it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["topological_ranks"]


def topological_ranks(matrix: Any) -> NDArray[np.int32] | None:
    """Return the place of each vertex in the order, or None if there is a cycle.

    Parameters
    ----------
    matrix : scipy.sparse.csr_array, shape (n, n)
        An entry for each arc; the columns of a row ascend. There are no self loops, and no parallel
        arcs, with which scipy's search may never end.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n, arcs = matrix.shape[0], matrix.nnz
    if not arcs:
        return np.arange(n, dtype=np.int32)
    # scipy's search starts from the vertices in ascending order, and takes the successors in
    # descending order. So give it the graph with the vertices numbered backwards.
    offsets, successors = arcs - matrix.indptr[::-1], n - 1 - matrix.indices[::-1]
    backwards: Any = csr_array((matrix.data, successors, offsets), shape=(n, n))
    count, left = connected_components(backwards, connection="strong")
    if count < n:
        return None
    # scipy numbers the strong components as the search leaves them. It does not promise that, so
    # look at all arcs.
    ranks: NDArray[np.int32] = (n - 1 - left[::-1]).astype(np.int32)
    if bool((np.repeat(ranks, np.diff(matrix.indptr)) < ranks[matrix.indices]).all()):
        return ranks
    from clconn.reference.strong_components.condensation import topological_order

    rows = np.split(matrix.indices, matrix.indptr[1:-1])
    ranks[topological_order([row.tolist() for row in rows])] = np.arange(n, dtype=np.int32)
    return ranks
