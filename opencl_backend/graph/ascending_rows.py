"""Whether rows of the host have an order, from a look at a few of them or of their entries.

A processor reads rows where they are, and nobody inspects those of a graph that is said to be
symmetric, since that takes as long as its components. The look takes 10 to 20 us where the rows are
in a cache, otherwise 100 to 300, once a graph. (Through a map of the device's buffers it took 200
to 450.)
"""

from __future__ import annotations

import numpy as np

from clconn.csr import Adjacency
from clconn.opencl_backend.graph.spread_places import spread_places

__all__ = ["ENTRIES", "FEWEST_ROWS", "ROWS", "are_upper_rows", "ascending_rows"]

ROWS = ENTRIES = 64
"""How many rows, or entries, are looked at."""
FEWEST_ROWS = 8
"""Of how many with two entries a share says something."""


def ascending_rows(rows: Adjacency) -> float:
    """Return the share in 0..1 of rows whose first two entries ascend, of a sample.

    Of those that have two; it is 1 if fewer than :data:`FEWEST_ROWS` have. The rows must be valid.
    """
    offsets, neighbors = rows.offsets, rows.neighbors
    n = offsets.size - 1
    if n == 0:
        return 1.0
    vertices = spread_places(ROWS, n)
    begins = offsets[vertices]
    begins = begins[offsets[vertices + np.uint64(1)] - begins >= 2]
    if begins.size < FEWEST_ROWS:
        return 1.0
    return float(np.mean(neighbors[begins] <= neighbors[begins + 1]))


def are_upper_rows(rows: Adjacency) -> bool:
    """Return whether no entry of a sample leads to a smaller vertex than that of its row.

    So it is for an upper triangle of a matrix. (Of a star most rows are empty, so that entries are
    looked at, each of which finds its row.) The rows must be valid.
    """
    if rows.neighbors.size == 0:
        return False
    entries = spread_places(ENTRIES, rows.neighbors.size)
    vertices = np.searchsorted(rows.offsets, entries.astype(rows.offsets.dtype), side="right") - 1
    return bool(np.all(rows.neighbors[entries] >= vertices))
