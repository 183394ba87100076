"""A spanning forest by ``scipy.sparse.csgraph.minimum_spanning_tree``, with ids as weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.csr import rows_from_entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["first_forest", "spanning_forest"]


def spanning_forest(graph: Graph) -> NDArray[np.int64]:
    """Return the ids of a forest's edges, ascending: each one that joins two trees of earlier ones.

    The ids of the user's edges serve as weights, so scipy's stable sort has nothing to do where the
    graph has rows.
    """
    from scipy.sparse import csr_array

    if graph.edge_count == 0:
        return np.empty(0, dtype=np.int64)
    order = np.arange(1, graph.edge_count + 1, dtype=np.float64)
    rows = graph.rows
    if rows is None:
        return first_forest(rows_from_entries(graph.n, *graph.edges(), order))
    matrix = csr_array((order, rows.neighbors, rows.offsets), shape=(graph.n, graph.n))
    return first_forest(matrix, shared=True)


def first_forest(matrix: Any, *, shared: bool = False) -> NDArray[np.int64]:
    """Return the places of the edges of the forest in an order of all edges, ascending.

    Parameters
    ----------
    matrix : scipy.sparse.csr_array
        Each entry is 1 + the place of its edge, since scipy takes 0 for no edge. float64 is exact
        up to 2**53.
    shared : bool, default False
        Whether the rows are the user's, which scipy must not overwrite: not even its indices stay.
    """
    from scipy.sparse.csgraph import minimum_spanning_tree

    tree = minimum_spanning_tree(matrix, overwrite=not shared)
    return np.sort(tree.data).astype(np.int64) - 1
