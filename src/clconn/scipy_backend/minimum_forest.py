"""A minimum spanning forest by ``scipy.sparse.csgraph.minimum_spanning_tree``.

scipy rounds weights to float64, drops zeros, and breaks ties by the order of the entries. So it
gets ranks instead, which are exact, positive, and different: by weight, then by edge id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.csr import rows_from_entries
from clconn.scipy_backend.spanning_forest import first_forest
from clconn.weight_keys import canonical_edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["minimum_forest"]


def minimum_forest(graph: Graph, *, maximum: bool = False) -> NDArray[np.int64]:
    """Return the ids of the edges of the minimum spanning forest, ascending."""
    edges = canonical_edges(graph, maximum=maximum)
    if edges.ids.size == 0:
        return np.empty(0, dtype=np.int64)
    order = np.argsort(edges.keys, kind="stable")
    ranks = np.empty(order.size, dtype=np.float64)
    ranks[order] = np.arange(1, order.size + 1)
    places = first_forest(rows_from_entries(graph.n, edges.sources, edges.targets, ranks))
    return np.sort(edges.ids[order[places]])
