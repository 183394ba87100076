"""Whether rows of the host have an order, from a look at a few of them.

A processor reads rows where they are, and nobody inspects those of a graph that is said to be
symmetric, since that takes as long as its components. The look takes 10 to 20 us where the rows are
in a cache, otherwise 100 to 300, once a graph. (Through a map of the device's buffers it took 200
to 450.)
"""

from __future__ import annotations

import numpy as np

from clconn.csr import Adjacency
from clconn.opencl_backend.graph.spread_places import spread_places

__all__ = ["FEWEST_ROWS", "ROWS", "ascending_rows"]

ROWS = 64
"""How many rows are looked at."""
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
