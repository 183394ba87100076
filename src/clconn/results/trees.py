"""The trees that the edges of a forest make: their labels, roots and parents, in linear time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.host_memory import check_host_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["parents_of_trees", "smallest_of_trees", "tree_labels"]


def _check_memory(what: str, n: int, for_vertices: int, for_edges: int = 0) -> None:
    """Raise a HostMemoryError if there is no room; few edges may be a forest of many vertices."""
    check_host_memory(
        {"vertices": for_vertices, "edges": for_edges},
        f"{what} of the trees of {n:,} vertices",
        "edge_ids and edges, which the commands write with -o, need memory for the edges alone",
    )


def tree_labels(
    n: int, sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Number the trees 0, 1, 2, ... in the order of their smallest vertices."""
    _check_memory("labels", n, 12 * n, 25 * sources.size)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    # scipy numbers the components in the order of their smallest vertices.
    ones = np.ones(sources.size, dtype=np.int8)
    matrix = coo_array((ones, (sources, targets)), shape=(n, n))
    labels: NDArray[np.int32] = connected_components(matrix, directed=False)[1]
    return labels


def smallest_of_trees(labels: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the smallest vertex of each tree: where its label is met for the first time."""
    first = np.diff(np.maximum.accumulate(labels), prepend=np.int32(-1))
    return np.flatnonzero(first).astype(np.int32)


def parents_of_trees(
    n: int, sources: NDArray[np.int32], targets: NDArray[np.int32], roots: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the parent of each vertex; a root is its own parent.

    One breadth-first search does all trees: it starts at an additional vertex n, which is the
    neighbor of the root of each tree.
    """
    _check_memory("parents", n, 56 * n)
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    rows = np.concatenate([sources, np.full(roots.size, n, dtype=np.int32)])
    columns = np.concatenate([targets, roots])
    # scipy would convert any other type to float64.
    ones: NDArray[Any] = np.ones(rows.size, dtype=np.float64)
    matrix = coo_array((ones, (rows, columns)), shape=(n + 1, n + 1)).tocsr()
    predecessors = breadth_first_order(matrix, n, directed=False)[1]
    parents: NDArray[np.int32] = predecessors[:n].astype(np.int32, copy=False)
    parents[roots] = roots
    return parents
