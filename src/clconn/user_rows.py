"""The compressed sparse rows that a user passes: shared, and checked once, on the host or a device.

A device finds out in a tenth of a millisecond whether rows that it holds are valid, and the host
takes longer than to copy them. So rows may go to a device before anyone has looked at them; kernels
read them only after the device has, or check each number before they use it. In particular nobody
reads a large file, whose arrays are mapped, only to check it.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable
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

__all__ = ["UserRows", "is_checked_later", "user_rows"]

CHECKED_AT_ONCE = 64 << 20
"""Bytes of mapped arrays that are read when a graph is made of them, in some hundredths of a
second; larger ones are checked when the graph is first used."""


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
    check_file
        Called first by :meth:`check`; may raise an error that names a file.
    """

    offsets: NDArray[Any]
    neighbors: NDArray[Any]
    are_valid: bool = False
    check_file: Callable[[], None] | None = None
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
            if self.check_file is not None:
                self.check_file()
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


def is_checked_later(*arrays: NDArray[Any]) -> bool:
    """Whether arrays are mapped files that are too large to be read only for a check."""
    return sum(array.nbytes for array in arrays) > CHECKED_AT_ONCE and any(map(_is_mapped, arrays))


def _is_mapped(array: Any) -> bool:
    while array is not None and not isinstance(array, mmap.mmap):
        array = getattr(array, "base", None)
    return array is not None


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
