"""A topological order of an acyclic graph, in linear time and without recursion.

Of the many orders this is one that the graph alone decides: start a depth-first search from the
vertices in descending order, let it take the successors of a vertex in ascending order, and
reverse the order in which it leaves the vertices. Vertices that are in a topological order already
keep it.
"""

from __future__ import annotations

from functools import cache
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
    n = matrix.shape[0]
    if not matrix.nnz:
        return np.arange(n, dtype=np.int32)
    descending = _storage_for_scipy()
    count, ranks = _ranks_by_scipy(matrix, bool(descending))
    if count < n:
        return None
    return ranks if descending is not None else _ranks_by_reference(matrix)


def _ranks_by_scipy(matrix: Any, descending: bool) -> tuple[int, NDArray[np.int32]]:
    """Return the number of strong components, and the reverse of the order of leaving them.

    scipy's search starts from the vertices in ascending order, so it gets the graph with the
    vertices numbered backwards, and the successors of a vertex are stored in descending order or in
    ascending order.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    n, arcs = matrix.shape[0], matrix.nnz
    rows = matrix[::-1]
    offsets, successors = rows.indptr, n - 1 - rows.indices
    if not descending:
        offsets, successors = arcs - matrix.indptr[::-1], n - 1 - matrix.indices[::-1]
    backwards: Any = csr_array((matrix.data, successors, offsets), shape=(n, n))
    count, left = connected_components(backwards, connection="strong")
    return count, (n - 1 - left[::-1]).astype(np.int32)


def _ranks_by_reference(matrix: Any) -> NDArray[np.int32]:
    from clconn.reference.strong_components.condensation import topological_order

    rows = np.split(matrix.indices, matrix.indptr[1:-1])
    ranks = np.empty(matrix.shape[0], dtype=np.int32)
    ranks[topological_order([row.tolist() for row in rows])] = np.arange(ranks.size, dtype=np.int32)
    return ranks


@cache
def _storage_for_scipy() -> bool | None:
    """Whether scipy needs the successors in descending order; None if its order is another.

    It takes the successor first that is stored last in 1.11 and 1.13, that is last of the sorted
    ones in 1.15 to 1.17, and that is stored first in 1.18. It promises no order, so try it.
    """
    from scipy.sparse import csr_array

    n = 16
    dense = np.random.default_rng(1).random((n, n)) < 0.3
    shuffled = np.random.default_rng(2).permutation(n)
    matrix = csr_array(np.triu(dense, 1)[shuffled][:, shuffled])
    expected = _ranks_by_reference(matrix)
    for descending in (False, True):
        if np.array_equal(_ranks_by_scipy(matrix, descending)[1], expected):
            return descending
    return None
