"""The entries of a complex Matrix Market file, of which only the two ends are kept.

Complex numbers have no order, so they cannot be weights. Each line has a row, a column,
and the real and the imaginary part of the entry. The parts must be numbers; which ones
does not matter.
"""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphFileError
from clconn.files.edge_columns import EdgeColumns
from clconn.files.streams import Block, quote

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.files.streams import TextFile

__all__ = ["ComplexEntries"]

_COLUMNS = [("u", np.int64), ("v", np.int64), ("real", np.float64), ("imaginary", np.float64)]


class ComplexEntries:
    """Collects the entries block by block, as :class:`EdgeColumns` does for other fields."""

    def __init__(self, path: str, n: int) -> None:
        self.path = path
        self.n = n
        self.count = 0
        self._ends: list[NDArray[np.int32]] = [np.empty((2, 0), dtype=np.int32)]

    def read(self, text: TextFile) -> None:
        """Add all entries in the rest of a text file.

        Raises
        ------
        GraphFileError
            For the first line that is not an entry.
        """
        for block in text.blocks():
            table = _parse(block.data)
            if table is None or not self._valid(table):
                self._refuse(block)
            else:
                self.count += table.size
                ends = np.stack([table["u"], table["v"]])
                self._ends.append((ends - 1).astype(np.int32))

    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], None]:
        """Return sources, targets and no weights."""
        sources, targets = np.concatenate(self._ends, axis=1)
        return sources, targets, None

    def _valid(self, table: NDArray[Any]) -> bool:
        return not table.size or all(
            int(table[end].min()) >= 1 and int(table[end].max()) <= self.n for end in ("u", "v")
        )

    def _refuse(self, block: Block) -> None:
        """Name the first wrong line of a block."""
        ends_alone = EdgeColumns(self.path, first_id=1, n=self.n, columns=(2,), comments=b"%")
        for number, line in enumerate(block.data.split(b"\n"), block.line):
            fields = line.partition(b"%")[0].split()
            if fields and (len(fields) != 4 or not all(map(_is_number, fields[2:]))):
                raise GraphFileError(
                    self.path,
                    f"expected 'u v real imaginary', 4 numbers, found {quote(line)}",
                    line=number,
                )
            ends_alone.add(Block(number, b" ".join(fields[:2])))
        raise GraphFileError(
            self.path, "expected 'u v real imaginary' on each line from here on", line=block.line
        )


def _parse(data: bytes) -> NDArray[Any] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a block that has only comments
        warnings.simplefilter("error", DeprecationWarning)  # numpy 1 reads 1.0 as an integer
        try:
            table: NDArray[Any] = np.loadtxt(
                io.BytesIO(data), dtype=_COLUMNS, comments="%", ndmin=1, encoding="latin-1"
            )
        except (ValueError, DeprecationWarning):
            return None
    return table


def _is_number(field: bytes) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True
