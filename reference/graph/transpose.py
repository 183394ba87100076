"""The transpose of rows: the rows of the opposite arcs.

Invariant: a stable sort by the target keeps the sources of each target in ascending order. So the
neighbors in each row of the transpose ascend.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["transpose_rows"]


def transpose_rows(
    offsets: NDArray[np.int32], neighbors: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return offsets and neighbors of the opposite arcs, of the same shapes and types.

    Parameters
    ----------
    offsets : numpy.ndarray, shape (n + 1,), int32 or int64
    neighbors : numpy.ndarray, shape (m,), int32

    Examples
    --------
    >>> import numpy as np
    >>> rows = np.array([0, 2, 2, 3]), np.array([1, 2, 1], dtype=np.int32)
    >>> [part.tolist() for part in transpose_rows(*rows)]
    [[0, 0, 2, 3], [0, 2, 0]]
    """
    n = offsets.size - 1
    sources = np.repeat(np.arange(n, dtype=np.int32), np.diff(offsets))
    order = np.argsort(neighbors, kind="stable")
    ends = np.searchsorted(neighbors[order], np.arange(n + 1))
    return ends.astype(offsets.dtype), sources[order]
