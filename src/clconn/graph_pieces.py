"""Cut the edges or the rows of a graph into pieces, each small enough for a device's memory.

A piece is a range of consecutive entries. One of rows also has the offsets of the rows that it
reads; a long row may be in many pieces, and a piece may have many empty rows.

Invariant: each entry is in one piece, and each two neighboring offsets are in at least one. So the
device that reads a piece can check it, and all pieces together are checked completely. To cut
reads a few offsets only, and reads none outside, whatever they hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph_checks import refuse_edge
from clconn.parallel_passes import largest_unsigned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.user_rows import UserRows

__all__ = ["EdgePieces", "GraphPieces", "Piece", "RowPieces", "pieces_of"]


@dataclass(frozen=True)
class Piece:
    """Consecutive entries, with the rows that hold them if the graph has rows.

    Attributes
    ----------
    first
        The first entry.
    count
        Number of entries.
    first_row
        The row of the first entry, or an empty row before it.
    row_count
        Number of rows, of which the first and the last may go beyond the piece.
    """

    first: int
    count: int
    first_row: int = 0
    row_count: int = 0

    @property
    def entries(self) -> slice:
        """Where the entries are."""
        return slice(self.first, self.first + self.count)

    @property
    def offsets(self) -> slice:
        """Where the offsets of its rows are, the end of the last row included."""
        return slice(self.first_row, self.first_row + self.row_count + 1)


class EdgePieces:
    """The pieces of an edge list, a sequence.

    The ends were checked when the graph was made, but the caller may have changed the arrays.

    Parameters
    ----------
    n
        Number of vertices.
    most
        Bytes of a piece, at least 8.
    """

    has_rows = False
    dtypes = (np.dtype(np.int32), np.dtype(np.int32))
    """The types of the numbers of :meth:`arrays` on a device."""

    def __init__(self, n: int, sources: NDArray[Any], targets: NDArray[Any], most: int) -> None:
        self._n = n
        self._ends = sources, targets
        self._count = int(sources.size)
        self._size = max(1, most // 8)

    def __len__(self) -> int:
        return -(-self._count // self._size)

    def __getitem__(self, number: int) -> Piece:
        first = number * self._size
        return Piece(first, min(self._size, self._count - first))

    def arrays(self, piece: Piece) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the sources and the targets, which are not copied if they are contiguous."""
        sources, targets = (np.ascontiguousarray(end[piece.entries]) for end in self._ends)
        return sources, targets

    def check(self) -> None:
        """Raise an error that names the first edge with an end that is no vertex."""
        changed = "the arrays have changed since the graph was made"
        if max(map(largest_unsigned, self._ends)) >= self._n:
            try:
                refuse_edge(*self._ends, self._n, remedy=None)
            except GraphError as error:
                raise GraphError(f"{error}; {changed}") from None
        raise GraphError(f"an edge had an end that is no vertex; {changed}")


class RowPieces:
    """The pieces of compressed sparse rows, which nobody may have checked, a sequence.

    Entries and rows are laid out as one path, in which each row comes after its entries (the merge
    path of D. Merrill and M. Garland, PPoPP 2016). Equal parts of it are the pieces.

    Parameters
    ----------
    most
        Bytes of a piece, without a few of the offsets at its ends; at least 8.
    """

    has_rows = True

    def __init__(self, rows: UserRows, most: int) -> None:
        self._rows = rows
        narrow = np.can_cast(rows.offsets.dtype, np.int32)
        self.dtypes = np.dtype(np.int32 if narrow else np.int64), np.dtype(np.int32)
        self._weight = self.dtypes[0].itemsize // 4
        self._size = max(self._weight, most // 4)
        self._length = rows.entry_count + self._weight * rows.n

    def __len__(self) -> int:
        return -(-self._length // self._size)

    def __getitem__(self, number: int) -> Piece:
        row, entry = self._split(number * self._size)
        last_row, end = self._split((number + 1) * self._size)
        if not 0 <= entry <= end <= self._rows.entry_count:
            self.check()
        row_count = min(last_row + 1, self._rows.n) - row
        return Piece(entry, end - entry, row, row_count)

    def _split(self, place: int) -> tuple[int, int]:
        """Return the rows and the entries before a place of the path."""
        offsets, weight = self._rows.offsets, self._weight
        low, high = 0, self._rows.n
        if place >= self._length:
            return high, self._rows.entry_count
        while low < high:
            middle = (low + high) // 2
            if int(offsets[middle + 1]) + weight * (middle + 1) <= place:
                low = middle + 1
            else:
                high = middle
        return low, min(place - weight * low, int(offsets[min(low + 1, self._rows.n)]))

    def arrays(self, piece: Piece) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the offsets and the neighbors as the user passed them, contiguous."""
        rows = self._rows
        parts = rows.offsets[piece.offsets], rows.neighbors[piece.entries]
        return np.ascontiguousarray(parts[0]), np.ascontiguousarray(parts[1])

    def check(self) -> None:
        """Raise an error that names the first fault of rows that have one."""
        self._rows.are_valid = False
        self._rows.check()
        raise GraphError("the rows have changed while they were read")


GraphPieces = EdgePieces | RowPieces


def pieces_of(graph: Graph, most: int) -> GraphPieces:
    """Cut a graph as the user passed it into pieces of so many bytes."""
    if graph.user_rows is not None:
        return RowPieces(graph.user_rows, most)
    return EdgePieces(graph.n, *graph.edges(), most)
