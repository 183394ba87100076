"""Connected components by scipy, the independent answer that verifiers compare with.

scipy's depth-first search (``scipy.sparse.csgraph.connected_components``) shares no
code with clconn's algorithms. It reads the user's edges, not the adjacency that the
algorithms read. The edges come in pieces, so that scipy's 32-bit indices suffice for
any number of edges. A piece has at least as many edges as there are vertices, so the
time stays linear. Invariant: after each piece, ``component`` numbers the components of
the edges so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FOR_FORESTS", "FOR_LABELS", "READER", "first_true", "independent_components"]

FOR_FORESTS = (
    "the ids of a forest's edges are for clconn.verify.forest or minimum_forest, on the command "
    "line for --forest or --msf"
)
FOR_LABELS = (
    "a label for each vertex is for clconn.verify.components or strong_components, on the command "
    "line without --forest and --msf"
)
"""What verifies the other kind of answer, in messages."""

READER = "a verifier"
"""What needs the graph on the host, in messages."""

SMALLEST_PIECE = 2**24
"""Smallest number of edges in a piece; only the last piece may have fewer."""


def independent_components(
    n: int, sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> tuple[NDArray[np.int32], int]:
    """Return the component of each vertex, in any numbering, and the number of components."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    component = np.arange(n, dtype=np.int32)
    count = n
    piece = max(SMALLEST_PIECE, n)
    for begin in range(0, sources.size, piece):
        rows = component[sources[begin : begin + piece]]
        columns = component[targets[begin : begin + piece]]
        # Booleans, because 256 parallel edges would add up to 0 in a byte.
        ones = np.ones(rows.size, dtype=np.bool_)
        matrix: Any = coo_array((ones, (rows, columns)), shape=(count, count))
        count, union = connected_components(matrix, directed=False)
        component = union[component]
    return component, int(count)


def first_true(wrong: NDArray[np.bool_]) -> int | None:
    """Return the index of the first true entry, or None."""
    if not wrong.any():
        return None
    return int(np.argmax(wrong))
