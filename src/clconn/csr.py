"""Compressed sparse rows, and how entries in any order become them.

Entries are sorted by two stable counting sorts (scipy's coo -> csr and csc -> csr), so
the conversion is linear, and the order of parallel edges is the user's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ENTRIES_OF_INT32_OFFSETS",
    "Adjacency",
    "offset_dtype",
    "rows_from_entries",
    "rows_of_matrix",
]

ENTRIES_OF_INT32_OFFSETS = 2**31 - 2**16
"""Fewer entries than this have int32 offsets: kernels step beyond the last one before they look,
by at most a piece of a row or the width of a work-group, and must not step beyond the type."""


def offset_dtype(entries: int) -> type[np.int32] | type[np.int64]:
    """The type of the offsets of so many entries."""
    return np.int32 if entries < ENTRIES_OF_INT32_OFFSETS else np.int64


@dataclass(frozen=True)
class Adjacency:
    """Compressed sparse rows.

    Attributes
    ----------
    offsets : numpy.ndarray, shape (n + 1,), int32 or int64
        The entries of vertex v are ``offsets[v]`` to ``offsets[v + 1] - 1``. Of the type
        that :func:`offset_dtype` names.
    neighbors : numpy.ndarray, shape (m,), int32
        The other end of each entry.
    edge_ids : numpy.ndarray, shape (m,), int32 or int64, or None
        The user's edge of each entry; None when entry i is edge i, and when
        nobody asked for the ids.
    """

    offsets: NDArray[Any]
    neighbors: NDArray[np.int32]
    edge_ids: NDArray[Any] | None = None


def rows_from_entries(n: int, rows: NDArray[Any], columns: NDArray[Any], data: NDArray[Any]) -> Any:
    """Scipy CSR with sorted rows; equal entries stay apart, in their order."""
    from scipy.sparse import coo_array

    transposed = coo_array((data, (columns, rows)), shape=(n, n))
    # Without this promise tocsr() would add up parallel edges.
    transposed.has_canonical_format = True
    return transposed.tocsr().T.tocsr()


def rows_of_matrix(matrix: Any) -> Any:
    """CSR of any other format, keeping duplicate entries, which are parallel edges."""
    coordinates = matrix.tocoo(copy=False)
    return rows_from_entries(
        coordinates.shape[0], coordinates.row, coordinates.col, coordinates.data
    )
