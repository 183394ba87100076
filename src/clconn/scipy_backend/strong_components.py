"""Strong components by ``scipy.sparse.csgraph.connected_components``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.scipy_labels import smallest_of, strong_roots

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["strong_components"]


def strong_components(graph: Graph) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's strong component, shape (n,), int32."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    if graph.edge_count == 0:
        return np.arange(graph.n, dtype=np.int32)
    rows = graph.arcs()
    if graph.directed:
        return strong_roots(rows.offsets, rows.neighbors)
    # Booleans, because 256 parallel edges would add up to 0 in a byte.
    ones = np.ones(rows.neighbors.size, dtype=np.bool_)
    matrix: Any = csr_array((ones, rows.neighbors, rows.offsets), shape=(graph.n, graph.n))
    count, labels = connected_components(matrix, connection="weak")
    roots: NDArray[np.int32] = smallest_of(count, labels)[labels]
    return roots
