"""Connected components by ``scipy.sparse.csgraph.connected_components``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.scipy_labels import smallest_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["connected_components"]


def connected_components(graph: Graph) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, shape (n,), int32."""
    from scipy.sparse import coo_array, csr_array
    from scipy.sparse.csgraph import connected_components

    if graph.edge_count == 0:
        return np.arange(graph.n, dtype=np.int32)
    # Booleans, because 256 parallel edges would add up to 0 in a byte.
    ones = np.ones(graph.edge_count, dtype=np.bool_)
    shape = (graph.n, graph.n)
    rows = graph.rows
    matrix: Any = (
        coo_array((ones, graph.edges()), shape=shape).tocsr()
        if rows is None
        else csr_array((ones, rows.neighbors, rows.offsets), shape=shape)
    )
    count, labels = connected_components(matrix, connection="weak")
    roots: NDArray[np.int32] = smallest_of(count, labels)[labels]
    return roots
