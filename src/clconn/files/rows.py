"""The rows of an undirected graph for the formats that store each edge at both ends."""

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
    """Return offsets, neighbors and weights of rows with each edge at both ends, without loops."""
    rows = graph.adjacency(edge_ids=graph.weights is not None)
    offsets, neighbors = rows.offsets, rows.neighbors
    weights = graph.weights
    if weights is not None and rows.edge_ids is not None:
        weights = weights[rows.edge_ids]
    owners = np.repeat(np.arange(graph.n, dtype=np.int32), np.diff(offsets))
    proper = owners != neighbors
    if not proper.all():
        # Symmetric rows from the user may contain loops; rows that adjacency() builds do not.
        offsets = np.concatenate([[0], np.cumsum(np.bincount(owners[proper], minlength=graph.n))])
        neighbors = neighbors[proper]
        weights = None if weights is None else weights[proper]
    return offsets, neighbors, weights
