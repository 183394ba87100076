"""The arrays that a graph is made of, from those that a user passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.csr import Adjacency, offset_dtype
from clconn.errors import GraphError
from clconn.graph_checks import (
    check_neighbors,
    check_offsets,
    refuse_device_arrays,
    refuse_edge,
    refuse_unequal_ends,
    vertex_count,
    vertex_ids,
)
from clconn.sparse_ids import vertices_up_to

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["checked_rows", "edge_ends"]


def edge_ends(
    sources: ArrayLike, targets: ArrayLike, n: int | None
) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
    """Return both ends of each edge, and the number of vertices.

    Raises
    ------
    GraphError
        If the ends are not ids in ``0..n-1``, one for each edge.
    """
    ends = vertex_ids(sources, "sources"), vertex_ids(targets, "targets")
    refuse_unequal_ends(*ends)
    count = ends[0].size
    smallest = min((int(end.min()) for end in ends), default=0) if count else 0
    largest = max((int(end.max()) for end in ends), default=-1) if count else -1
    vertices = vertices_up_to(largest, count) if n is None else vertex_count(n, hint=largest)
    if smallest < 0 or largest >= vertices:
        refuse_edge(*ends, vertices)
    return ends[0].astype(np.int32, copy=False), ends[1].astype(np.int32, copy=False), vertices


def checked_rows(offsets: ArrayLike, neighbors: ArrayLike, n: int | None) -> Adjacency:
    """Return compressed sparse rows.

    Raises
    ------
    GraphError
        If the arrays are not valid compressed sparse rows, of `n` vertices if it is given.
    """
    refuse_device_arrays(offsets, neighbors)
    rows = vertex_ids(offsets, "offsets", "an offset")
    columns = vertex_ids(neighbors, "neighbors")
    if rows.size == 0:
        raise GraphError("offsets is empty; a graph of n vertices has n + 1 offsets, at least [0]")
    vertices = vertex_count(rows.size - 1, hint=-1)
    if n is not None and vertex_count(n, hint=-1) != vertices:
        raise GraphError(f"n is {n} but offsets has {rows.size} entries; expected n + 1")
    check_offsets(rows, columns.size)
    check_neighbors(columns, vertices)
    return Adjacency(
        np.ascontiguousarray(rows, dtype=offset_dtype(columns.size)),
        np.ascontiguousarray(columns, dtype=np.int32),
    )
