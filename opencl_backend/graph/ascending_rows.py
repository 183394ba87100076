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

__all__ = [
    "ENTRIES",
    "FEWEST_ROWS",
    "FIRST",
    "MANY_EMPTY",
    "ROWS",
    "are_mostly_empty",
    "are_upper_rows",
    "ascending_rows",
]

ROWS = ENTRIES = 64
"""How many rows, or entries, are looked at."""
MANY_EMPTY = 7 / 8
"""Share of the rows without entries from which they are mostly empty."""
FIRST = 8
"""How many of them are enough for most graphs, which are neither upper rows nor mostly empty."""
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


def are_mostly_empty(rows: Adjacency) -> bool:
    """Return whether hardly any row of a sample has entries. The rows must be valid."""
    offsets = rows.offsets
    if offsets.size == 1:
        return False
    for count in (FIRST, ROWS):
        vertices = spread_places(count, offsets.size - 1).astype(np.intp)
        if np.count_nonzero(offsets[vertices + 1] > offsets[vertices]) > (1 - MANY_EMPTY) * count:
            return False
    return True


def are_upper_rows(rows: Adjacency) -> bool:
    """Return whether no entry of a sample leads to a smaller vertex than that of its row.

    So it is for an upper triangle of a matrix. (Rows would tell less: of a star most are empty, or
    have one entry.) The rows must be valid.
    """
    offsets, neighbors = rows.offsets, rows.neighbors
    if neighbors.size == 0:
        return False
    for count in (FIRST, ENTRIES):
        # Of another type numpy would copy all offsets.
        entries = spread_places(count, neighbors.size).astype(offsets.dtype)
        if (neighbors[entries] < np.searchsorted(offsets, entries, side="right") - 1).any():
            return False
    return True
