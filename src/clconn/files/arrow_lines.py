"""Lines of edges by pyarrow's CSV parser, which uses all cores, where ``pyarrow`` is installed.

The extra ``clconn[fast-files]`` installs it. The parser takes lines of numbers with one character
between; all of its numbers are checked, and its float64 are rounded correctly. Whatever it takes
and other readers of this package do not, or might not, is left to them: hexadecimal numbers,
carriage returns within a text, a byte order mark, NaN and infinity.

So this reader needs no error, as :mod:`clconn.files.uniform_lines`, and must never return a wrong
number.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.files.line_form import edge_lines
from clconn.files.streams import BYTE_ORDER_MARK
from clconn.parallel_passes import usable_cores

if TYPE_CHECKING:
    from types import ModuleType

    from numpy.typing import NDArray

    from clconn.files.line_form import Columns, LineForm

__all__ = ["ArrowLines"]

FEWEST_CORES = 4
"""On two, :mod:`clconn.files.uniform_lines` parses integers sooner, and reals not much later."""

SMALLEST_TEXT = 1 << 20

TEXT_BEFORE_IMPORT = 1 << 25
"""The import takes as long as pyarrow saves on so many bytes, or longer."""

MOST_REFUSALS = 4
"""A file of which so many blocks were left to others has another form, and each try takes time."""

TASK_BYTES = 1 << 18
"""What a thread takes at once: a block is enough for 32 threads."""

_HEXADECIMAL_OR_RETURN = (b"x", b"X", b"\r")


class ArrowLines:
    """What parses the blocks of one file, as long as that pays."""

    def __init__(self) -> None:
        self._bytes = 0
        self._refusals = 0

    def columns(self, data: bytes, form: LineForm) -> Columns | None:
        """Return the columns of a text, or None to leave it to others; names are int64."""
        self._bytes += len(data)
        if not self._pays(data):
            return None
        try:
            import pyarrow
            import pyarrow.csv
        except ImportError:
            self._refusals = MOST_REFUSALS
            return None
        columns = _columns(edge_lines(data, form), form, pyarrow)
        self._refusals += columns is None
        return columns

    def _pays(self, data: bytes) -> bool:
        return (
            len(data) >= SMALLEST_TEXT
            and self._refusals < MOST_REFUSALS
            and usable_cores() >= FEWEST_CORES
            and ("pyarrow.csv" in sys.modules or self._bytes > TEXT_BEFORE_IMPORT)
        )


def _columns(data: bytes, form: LineForm, arrow: ModuleType) -> Columns | None:
    """Return the columns of a text, or None if it has another form."""
    if data.startswith(BYTE_ORDER_MARK) or any(map(data.__contains__, _HEXADECIMAL_OR_RETURN)):
        return None
    csv = arrow.csv
    types = _types(form, arrow)
    first_line = data[: data.index(b"\n")]
    delimiter = form.delimiter or (b"\t" if b"\t" in first_line else b" ")
    try:
        table = csv.read_csv(
            arrow.BufferReader(data),
            read_options=csv.ReadOptions(column_names=list(types), block_size=TASK_BYTES),
            parse_options=csv.ParseOptions(delimiter=delimiter.decode("ascii"), quote_char=False),
            convert_options=csv.ConvertOptions(column_types=types, null_values=[]),
        )
    except arrow.ArrowInvalid:
        return None
    return _checked(table, form) if table.num_rows else None


def _types(form: LineForm, arrow: ModuleType) -> dict[str, Any]:
    """Return the names and types of the columns of a line."""
    ends = arrow.int64() if form.id_range is None else arrow.int32()
    types = {"tag": arrow.binary(len(form.tag))} if form.tag else {}
    types |= {"source": ends, "target": ends}
    if form.weight_type is not None:
        types["weight"] = arrow.from_numpy_dtype(form.weight_type)
    if form.width == 4:
        types["ignored"] = arrow.int64()
    return types


def _checked(table: Any, form: LineForm) -> Columns | None:
    """Return the columns of a table, or None if a number is not as the form says."""
    if form.tag:
        tags = _values(table["tag"], np.dtype((np.uint8, (len(form.tag),))))
        if not (tags == np.frombuffer(form.tag, dtype=np.uint8)).all():
            return None
    ends = []
    for name in ("source", "target"):
        ids = _values(table[name], np.dtype(np.int64 if form.id_range is None else np.int32))
        if form.id_range is not None:
            smallest, largest = form.id_range
            if int(ids.min()) < smallest or int(ids.max()) > largest:
                return None
            if smallest:
                ids -= np.int32(smallest)
        ends.append(ids)
    weights = None
    if form.weight_type is not None:
        weights = _values(table["weight"], np.dtype(form.weight_type))
        if weights.dtype.kind == "f" and not np.isfinite(weights).all():
            return None
    return ends[0], ends[1], weights


def _values(column: Any, kind: np.dtype[Any]) -> NDArray[Any]:
    """Return a copy of a column, so that pyarrow has its memory back for the next block.

    Its chunks are many, and ``to_numpy`` takes as long for one as for the copy of thousands.
    """
    return np.concatenate(
        [
            np.frombuffer(chunk.buffers()[1], kind, len(chunk), chunk.offset * kind.itemsize)
            for chunk in column.chunks
        ]
    )
