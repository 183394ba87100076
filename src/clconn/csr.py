"""Compressed sparse rows (CSR), and the conversion of entries in any order to them.

Two stable counting sorts (scipy's coo -> csr and csc -> csr) sort the entries, so the
conversion takes linear time and parallel edges keep the user's order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph_checks import reading_advice

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
"""Rows with fewer entries than this have int32 offsets. Kernels step past the last entry before
they check it, by at most a piece of a row or the width of a work-group. The margin below 2**31
keeps these steps within int32."""


def offset_dtype(entries: int) -> type[np.int32] | type[np.int64]:
    """Return the integer type of the offsets for a number of entries."""
    return np.int32 if entries < ENTRIES_OF_INT32_OFFSETS else np.int64


@dataclass(frozen=True)
class Adjacency:
    """Compressed sparse rows.

    Attributes
    ----------
    offsets : numpy.ndarray, shape (n + 1,), int32 or int64
        The entries of vertex v are ``offsets[v]`` to ``offsets[v + 1] - 1``.
        ``offset_dtype`` gives the type.
    neighbors : numpy.ndarray, shape (m,), int32
        The other end of each entry.
    edge_ids : numpy.ndarray, shape (m,), int32 or int64, or None
        The user's edge of each entry; None if entry i is edge i, or if
        the ids were not requested.
    """

    offsets: NDArray[Any]
    neighbors: NDArray[np.int32]
    edge_ids: NDArray[Any] | None = None

    def sources(self) -> NDArray[np.int32]:
        """Return the vertex of each entry, shape (m,), int32."""
        vertices = np.arange(self.offsets.size - 1, dtype=np.int32)
        return np.repeat(vertices, np.diff(self.offsets))


def rows_from_entries(n: int, rows: NDArray[Any], columns: NDArray[Any], data: NDArray[Any]) -> Any:
    """Build a scipy CSR array with sorted rows; equal entries stay separate, in their order."""
    from scipy.sparse import coo_array

    transposed = coo_array((data, (columns, rows)), shape=(n, n))
    # Without this flag tocsr() would add up parallel edges.
    transposed.has_canonical_format = True
    return transposed.tocsr().T.tocsr()


def rows_of_matrix(matrix: Any) -> Any:
    """Convert a square matrix to CSR by its own method, which sums duplicates of COO.

    A CSR matrix is returned unchanged and unchecked.

    Raises
    ------
    GraphError
        If it is not a square sparse matrix, or an index is outside its shape. scipy's conversions
        trust the indices and could read or write beyond the ends of arrays.
    """
    if not (hasattr(matrix, "tocsr") and hasattr(matrix, "shape")):
        raise GraphError(
            f"expected a scipy sparse matrix, got {type(matrix).__name__}; "
            f"wrap a dense one as scipy.sparse.csr_array(matrix){reading_advice(matrix)}"
        )
    if len(matrix.shape) != 2 or matrix.shape[0] != matrix.shape[1]:
        raise GraphError(f"an adjacency matrix is square; this one has shape {matrix.shape}")
    if matrix.format == "csr":
        return matrix
    try:
        if matrix.format == "coo":
            from scipy.sparse import coo_array

            coo_array((matrix.data, (matrix.row, matrix.col)), shape=matrix.shape)
        elif matrix.format in ("csc", "bsr"):
            matrix.check_format(full_check=True)
    except ValueError as error:
        raise GraphError(f"the {matrix.format} matrix is not valid: {error}") from None
    return matrix.tocsr()
