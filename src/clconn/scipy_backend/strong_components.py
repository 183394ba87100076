"""Strong components by ``scipy.sparse.csgraph.connected_components``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.scipy_backend.components import smallest_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["roots_of_rows", "strong_components"]


def strong_components(graph: Graph) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's strong component, shape (n,), int32."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    if graph.edge_count == 0:
        return np.arange(graph.n, dtype=np.int32)
    rows = graph.arcs()
    if graph.directed:
        return roots_of_rows(rows.offsets, rows.neighbors)
    # Booleans, because 256 parallel edges would add up to 0 in a byte.
    ones = np.ones(rows.neighbors.size, dtype=np.bool_)
    matrix: Any = csr_array((ones, rows.neighbors, rows.offsets), shape=(graph.n, graph.n))
    count, labels = connected_components(matrix, connection="weak")
    roots: NDArray[np.int32] = smallest_of(count, labels)[labels]
    return roots


def roots_of_rows(
    offsets: NDArray[np.integer[Any]], neighbors: NDArray[np.integer[Any]]
) -> NDArray[np.int32]:
    """Return the same for the rows of a directed graph, in any order, with parallel arcs or not."""
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
