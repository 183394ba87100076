"""Edges of a graph, as the formats that list edges want them.

Such a format reads back one edge for each that it lists. An undirected graph of
symmetric rows has two entries for each, which would come back as two parallel
edges and double the memory and the work of every algorithm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["edges_once"]


def edges_once(
    graph: Graph,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None]:
    """Each undirected edge once, or each arc of a directed graph, with its weight.

    Returns
    -------
    sources, targets : numpy.ndarray, shape (k,), int32
    weights : numpy.ndarray, shape (k,), or None

    Raises
    ------
    GraphError
        If the rows are not symmetric although they were promised to be.
    """
    if graph.directed:
        return *graph.edges(), graph.weights
    sources, targets, weights, _ = graph.undirected_edges()
    return sources, targets, weights
