"""Labels of scipy's components, made canonical: the smallest vertex of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["smallest_of", "strong_roots"]


def smallest_of(count: int, labels: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the smallest vertex with each label."""
    smallest = np.empty(count, dtype=np.int32)
    # numpy keeps the last of several values for one place, so assign in descending order.
    smallest[labels[::-1]] = np.arange(labels.size - 1, -1, -1, dtype=np.int32)
    return smallest


def strong_roots(
    offsets: NDArray[np.integer[Any]], neighbors: NDArray[np.integer[Any]]
) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's strong component, shape (n,), int32.

    Rows may be in any order, and have arcs twice.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    shape = (offsets.size - 1,) * 2
    matrix: Any = csr_array((np.ones(neighbors.size, dtype=np.bool_), neighbors, offsets), shape)
    if not matrix.has_canonical_format:
        # scipy's search for strong components may never end if a row has the same arc twice. The
        # arcs turned round have the same components, and come sorted, faster than by a sort.
        columns = matrix.tocsc()
        columns.sum_duplicates()
        offsets, neighbors = columns.indptr, columns.indices
    # One number in memory, of the type to which scipy would convert others.
    ones = np.broadcast_to(1.0, neighbors.size)
    count, labels = connected_components(
        csr_array((ones, neighbors, offsets), shape), True, "strong"
    )
    roots: NDArray[np.int32] = smallest_of(count, labels)[labels]
    return roots
