"""The arrays that a graph is made of, from those that a user passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.graph_checks import (
    MAXIMUM_VERTICES,
    RENUMBER,
    RENUMBER_WITHOUT_N,
    refuse_edge,
    refuse_unequal_ends,
    vertex_count,
    vertex_ids,
)
from clconn.parallel_passes import converted, largest_unsigned
from clconn.sparse_ids import vertices_up_to

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["edge_ends"]


def edge_ends(
    sources: ArrayLike, targets: ArrayLike, n: int | None
) -> tuple[NDArray[np.int32], NDArray[np.int32], int]:
    """Return both ends of each edge, and the number of vertices.

    Raises
    ------
    GraphError
        If the ends are not ids in ``0..n-1``, one for each edge.
    """
    advice = None if n is None else f"{RENUMBER_WITHOUT_N} takes names"
    ends = (
        vertex_ids(sources, "sources", advice=advice),
        vertex_ids(targets, "targets", advice=advice),
    )
    refuse_unequal_ends(*ends)
    count = ends[0].size
    smallest, largest = 0, max(map(largest_unsigned, ends))
    if largest > MAXIMUM_VERTICES:
        # A negative one was read as unsigned.
        smallest = min(int(end.min()) for end in ends)
        largest = max(int(end.max()) for end in ends)
    vertices = vertices_up_to(largest, count) if n is None else vertex_count(n, hint=largest)
    if smallest < 0 or largest >= vertices:
        refuse_edge(*ends, vertices, remedy=RENUMBER if n is None else RENUMBER_WITHOUT_N)
    return converted(ends[0], np.int32), converted(ends[1], np.int32), vertices
