"""Compressed sparse rows, and how entries in any order become them.

Entries are sorted by two stable counting sorts (scipy's coo -> csr and csc -> csr), so
the conversion is linear, and the order of parallel edges is the user's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Adjacency", "rows_from_entries", "rows_of_matrix"]


@dataclass(frozen=True)
class Adjacency:
    """Compressed sparse rows.

    Attributes
    ----------
    offsets : numpy.ndarray, shape (n + 1,), int32 or int64
        The entries of vertex v are ``offsets[v]`` to ``offsets[v + 1] - 1``.
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
