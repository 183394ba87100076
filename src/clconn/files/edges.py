"""The edges of a graph for the formats that list edges.

Such a format reads back one edge for each listed edge. Symmetric rows of an undirected
graph have two entries for each edge. Written as they are, they would come back as two
parallel edges and double the memory and the work of every algorithm.
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
    """Return sources, targets and weights of each undirected edge once, or of each arc.

    Raises
    ------
    GraphError
        If the rows are not symmetric although the caller promised it.
    """
    if graph.directed:
        return *graph.edges(), graph.weights
    sources, targets, weights, _ = graph.undirected_edges()
    return sources, targets, weights
