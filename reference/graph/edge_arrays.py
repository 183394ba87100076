"""Rows as arrays of edges: the coordinate form (COO) of a graph in compressed sparse rows.

Invariant: if the rows store each edge at both ends, each edge is listed once, from its
smaller end; so is a self loop. Otherwise every entry is listed. The order is that of the
rows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["edges_of_rows"]


def edges_of_rows(
    offsets: NDArray[np.int32], neighbors: NDArray[np.int32], *, symmetric: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the sources and the targets of the edges.

    Parameters
    ----------
    offsets : numpy.ndarray, shape (n + 1,), int32 or int64
    neighbors : numpy.ndarray, shape (m,), int32
    symmetric : bool
        Whether each edge is stored at both ends.

    Examples
    --------
    >>> import numpy as np
    >>> offsets, neighbors = np.array([0, 1, 3, 4]), np.array([1, 0, 2, 1], dtype=np.int32)
    >>> [ends.tolist() for ends in edges_of_rows(offsets, neighbors, symmetric=True)]
    [[0, 1], [1, 2]]
    """
    sources = np.repeat(np.arange(offsets.size - 1, dtype=np.int32), np.diff(offsets))
    if not symmetric:
        return sources, neighbors
    from_smaller_end = sources <= neighbors
    return sources[from_smaller_end], neighbors[from_smaller_end]
