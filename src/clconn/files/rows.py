"""Rows of an undirected graph, as the formats that store both ends want them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["undirected_rows"]


def undirected_rows(
    graph: Graph,
) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[Any] | None]:
    """Each edge at both ends, with its weight; self loops are left out.

    Returns
    -------
    offsets : numpy.ndarray, shape (n + 1,), int32 or int64
    neighbors : numpy.ndarray, shape (entries,), int32
    weights : numpy.ndarray, shape (entries,), or None
    """
    rows = graph.adjacency(edge_ids=graph.weights is not None)
    offsets, neighbors = rows.offsets, rows.neighbors
    weights = graph.weights
    if weights is not None and rows.edge_ids is not None:
        weights = weights[rows.edge_ids]
    owners = np.repeat(np.arange(graph.n, dtype=np.int32), np.diff(offsets))
    proper = owners != neighbors
    if not proper.all():
        # Rows that came symmetric may hold loops; rows made by adjacency() do not.
        offsets = np.concatenate([[0], np.cumsum(np.bincount(owners[proper], minlength=graph.n))])
        neighbors = neighbors[proper]
        weights = None if weights is None else weights[proper]
    return offsets, neighbors, weights
