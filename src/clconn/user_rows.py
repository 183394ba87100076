"""The compressed sparse rows that a user passes: shared, and checked once, on the host or a device.

A device finds out in a tenth of a millisecond whether rows that it holds are valid, and the host
takes longer than to copy them. So rows may go to a device before anyone has looked at them; kernels
read them only after the device has.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.csr import Adjacency, offset_dtype
from clconn.errors import GraphError
from clconn.graph_checks import (
    check_neighbors,
    check_offsets,
    refuse_device_arrays,
    vertex_count,
    vertex_ids,
)
from clconn.parallel_passes import converted

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["UserRows", "user_rows"]


@dataclass
class UserRows:
    """Rows as the user passed them.

    Attributes
    ----------
    offsets : numpy.ndarray, shape (n + 1,), any integer type
        They begin with 0 and end with the number of entries.
    neighbors : numpy.ndarray, shape (m,), any integer type
        Both become :meth:`adjacency`'s when that is first called.
    are_valid
        Whether it is known that the offsets never fall, and that all neighbors are vertices.
    """

    offsets: NDArray[Any]
    neighbors: NDArray[Any]
    are_valid: bool = False
    _adjacency: Adjacency | None = field(default=None, repr=False)

    @property
    def n(self) -> int:
        """Number of vertices."""
        return int(self.offsets.size) - 1

    @property
    def entry_count(self) -> int:
        """Number of entries."""
        return int(self.neighbors.size)

    @property
    def offset_dtype(self) -> np.dtype[Any]:
        """The type of the offsets of :meth:`adjacency`."""
        return np.dtype(offset_dtype(self.entry_count))

    def check(self) -> None:
        """Raise a GraphError that names the first fault, if there is one."""
        if not self.are_valid:
            check_offsets(self.offsets, self.entry_count)
            check_neighbors(self.neighbors, self.n)
            self.are_valid = True

    def adjacency(self) -> Adjacency:
        """Return the rows in clconn's types; arrays that have them are not copied.

        Raises
        ------
        GraphError
            If the rows are not valid.
        """
        if self._adjacency is None:
            self.check()
            offsets = np.ascontiguousarray(self.offsets, dtype=self.offset_dtype)
            self._adjacency = Adjacency(offsets, converted(self.neighbors, np.int32))
            self.offsets, self.neighbors = offsets, self._adjacency.neighbors
        return self._adjacency


def user_rows(offsets: ArrayLike, neighbors: ArrayLike, n: int | None = None) -> UserRows:
    """Return the rows of arrays that a user passes, without a look at most of their numbers.

    Raises
    ------
    GraphError
        If the arrays are no integers, or of the wrong lengths, also for `n` vertices if it is
        given, or the first or the last offset is wrong.
    """
    refuse_device_arrays(offsets, neighbors)
    rows = vertex_ids(offsets, "offsets", "an offset")
    columns = vertex_ids(neighbors, "neighbors")
    if rows.size == 0:
        raise GraphError("offsets is empty; a graph of n vertices has n + 1 offsets, at least [0]")
    vertices = vertex_count(rows.size - 1, hint=-1)
    if n is not None and vertex_count(n, hint=-1) != vertices:
        raise GraphError(f"n is {n} but offsets has {rows.size} entries; expected n + 1")
    check_offsets(rows, columns.size, ends_only=True)
    return UserRows(rows, columns)
