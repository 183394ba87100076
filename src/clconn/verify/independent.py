"""Connected components by scipy: the independent answer that a verifier compares with.

scipy's depth-first search (``scipy.sparse.csgraph.connected_components``) shares
nothing with the algorithms here. It is given the user's edges, not the adjacency
that they read, and in pieces of at least as many edges as vertices: its 32-bit
indices then do for any number of edges, and the time stays linear. Invariant:
after each piece, ``component`` numbers the components of the edges so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_graph", "first_true", "independent_components"]

SMALLEST_PIECE = 2**24
"""Fewest edges of a piece but the last."""


def check_graph(graph: Any) -> None:
    """Refuse what is not a graph on the host.

    Parameters
    ----------
    graph : object

    Raises
    ------
    GraphError
    """
    if not isinstance(graph, Graph):
        raise GraphError(
            f"expected a clconn.Graph on the host, got {type(graph).__name__}; "
            "make one with Graph.from_edges, from_csr, from_scipy or from_networkx"
        )


def independent_components(
    n: int, sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> tuple[NDArray[np.int32], int]:
    """The component of each vertex, numbered in any order, and how many there are.

    Parameters
    ----------
    n : int
        Number of vertices.
    sources, targets : numpy.ndarray, shape (m,), int32
        The ends of the edges.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    component = np.arange(n, dtype=np.int32)
    count = n
    piece = max(SMALLEST_PIECE, n)
    for begin in range(0, sources.size, piece):
        rows = component[sources[begin : begin + piece]]
        columns = component[targets[begin : begin + piece]]
        # Truth values, since the sum of 256 parallel edges would be 0 in a byte.
        stored = np.ones(rows.size, dtype=np.bool_)
        matrix: Any = coo_array((stored, (rows, columns)), shape=(count, count))
        count, merged = connected_components(matrix, directed=False)
        component = merged[component]
    return component, int(count)


def first_true(wrong: NDArray[np.bool_]) -> int | None:
    """Where the first true entry is, if there is one.

    Parameters
    ----------
    wrong : numpy.ndarray, bool
    """
    if not wrong.any():
        return None
    return int(np.argmax(wrong))
