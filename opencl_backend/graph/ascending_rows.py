"""Whether rows of the host have an order, from a look at a few of them.

A processor reads rows where they are, and nobody inspects those of a graph that is said to be
symmetric, since that takes as long as its components. The look takes 10 to 20 us where the rows are
in a cache, otherwise 100 to 300, once a graph. (Through a map of the device's buffers it took 200
to 450.)
"""

from __future__ import annotations

import numpy as np

from clconn.csr import Adjacency

__all__ = ["ROWS", "ascending_rows"]

ROWS = 64
"""How many rows are looked at, spread evenly."""


def ascending_rows(rows: Adjacency) -> float:
    """Return the share in 0..1 of rows whose first two entries ascend, of a sample.

    Of those that have two; it is 1 if none has. The rows must be valid.
    """
    offsets, neighbors = rows.offsets, rows.neighbors
    n = offsets.size - 1
    vertices = np.arange(ROWS if n else 0, dtype=np.int64) * n // ROWS
    begins = offsets[vertices]
    begins = begins[offsets[vertices + 1] - begins >= 2]
    return float(np.mean(neighbors[begins] <= neighbors[begins + 1])) if begins.size else 1.0
