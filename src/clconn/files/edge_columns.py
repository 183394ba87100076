"""Text files with one edge per line, read fast and checked strictly.

The fast path parses whole blocks: with pyarrow, where it is installed and pays
(:mod:`clconn.files.arrow_lines`), or else lines that differ in their digits alone by columns
(:mod:`clconn.files.uniform_lines`), and others by a parser in C (:mod:`clconn.files.loaded_lines`).
All refuse words that are not numbers, lines of unequal width, ids out of range and NaN, but
cannot name the line in the file. So the slow path then reads that block again, line by line with
the same rules, and names the first wrong line.

Invariant: edges keep the order of the file. Integer weights stay int64; the first weight
that is written as a real number makes the column float64.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, count
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from clconn.errors import GraphFileError, OutputError
from clconn.files.arrow_lines import ArrowLines
from clconn.files.fields import MISSING, delimiter_of, fault_of_heading, fields_of, names_columns
from clconn.files.line_form import LineForm
from clconn.files.loaded_lines import loaded_lines
from clconn.files.streams import quote
from clconn.files.uniform_lines import uniform_lines
from clconn.graph_checks import MAXIMUM_VERTICES, RENUMBER, RENUMBER_WITHOUT_N, advice_on_ids
from clconn.renumbering import joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.files.streams import Block, TextFile

__all__ = [
    "ANY_WEIGHT",
    "EdgeColumns",
    "text_weights",
    "write_columns",
]

ANY_WEIGHT: tuple[type[np.generic], ...] = (np.int64, np.float64)
"""Types of a weight column: int64 if all weights are integers, otherwise float64."""

_INTEGER = re.compile(rb"[+-]?[0-9]+\Z")
_NUMBER = re.compile(rb"[+-]?[0-9.]")
_WRITTEN_AT_ONCE = 1 << 18


class EdgeColumns:
    """The edges of a text file, collected block by block.

    Parameters
    ----------
    path : str
        The file, for error messages.
    first_id : int or None
        Id of the first vertex in the file, 0 or 1; None if ids are any 64-bit integers,
        which are then names and stay as they are.
    n : int, optional
        Number of vertices, if known.
    tag : bytes, default empty
        The word at the start of each line.
    columns : tuple of int, default (2, 3)
        The allowed numbers of columns. If there are several, the first line decides the
        number of columns and whether commas or semicolons separate them. It may also name
        the columns. A fourth column is ignored.
    weight_types : tuple of types, default ANY_WEIGHT
        The types of the third column, in the order to try.
    comments : bytes, default b"#"
        Each of these characters starts a comment that ends with the line.
    """

    def __init__(
        self,
        path: str,
        *,
        first_id: int | None,
        n: int | None = None,
        tag: bytes = b"",
        columns: tuple[int, ...] = (2, 3),
        weight_types: tuple[type[np.generic], ...] = ANY_WEIGHT,
        comments: bytes = b"#",
    ) -> None:
        self.path = path
        self.remedy = RENUMBER if n is None else RENUMBER_WITHOUT_N
        self.first_id = first_id
        self.n = n
        self.tag = tag
        self.columns = columns
        self.comments = comments
        self.count = 0
        self.delimiter: bytes | None = None
        self._heading: tuple[int, list[bytes]] | None = None
        self._arrow_lines = ArrowLines()
        self._weight_types = weight_types
        self._largest = (MAXIMUM_VERTICES if n is None else n) - 1 + (first_id or 0)
        self._sources: list[NDArray[Any]] = []
        self._targets: list[NDArray[Any]] = []
        self._weights: list[NDArray[Any]] = []

    def read(self, text: TextFile) -> None:
        """Add all edges in the rest of a text file.

        Raises
        ------
        GraphFileError
            For the first line that is not an edge.
        """
        for block in text.blocks():
            self.add(block)

    def add(self, block: Block) -> None:
        """Add the edges of one block."""
        data = self._one_comment_character(block.data)
        if len(self.columns) > 1:
            data = self._begin(block, data)
            if len(self.columns) > 1:
                return
        if not self._parse(data):
            while len(self._weight_types) > 1 and self._has_weights:
                # This raises, unless the first weight that does not fit fits the next type.
                self._check_lines(block, data, until_next_type=True)
                self._weight_types = self._weight_types[1:]
                if self._parse(data):
                    return
            self._check_lines(block, data)
            last = block.line + data.rstrip(b"\n").count(b"\n")
            raise GraphFileError(
                self.path, f"expected {self._expected()} on each line from here to line {last}",
                line=block.line,
            )  # fmt: skip

    @property
    def _has_weights(self) -> bool:
        return self.columns[0] > 2

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None]:
        """Return sources, targets and weights (or None) of all edges, and forget them.

        Ends are int32, or names of any integer type if `first_id` is None.

        Raises
        ------
        GraphFileError
            If the file has a line of column names and no edges.
        """
        self.end()
        return self.new_arrays()

    def end(self) -> None:
        """Raise an error if the file has a line of column names and no edges."""
        if self._heading is not None and not self.count:
            number, fields = self._heading
            advice = "" if self.first_id is None else f"; {self.remedy} takes names"
            self._refuse(fields, number, f"expected lines of numbers {self._expected()}", advice)

    def new_arrays(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any] | None]:
        """Return the same of the edges since the last call, for readers of batches."""
        empty = np.empty(0, dtype=np.int32)
        sources = joined([empty, *self._sources])
        self._sources.clear()
        targets = joined([empty, *self._targets])
        self._targets.clear()
        weights = None
        if self._has_weights and len(self.columns) == 1:
            weights = np.concatenate([np.empty(0, dtype=self._weight_types[0]), *self._weights])
            self._weights.clear()
        return sources, targets, weights

    def state(self) -> dict[str, Any]:
        """Return what the lines so far have taught, for JSON; :meth:`go_on` takes it."""
        return {
            "count": self.count,
            "columns": list(self.columns),
            "delimiter": None if self.delimiter is None else self.delimiter.decode(),
            "weights": [np.dtype(kind).name for kind in self._weight_types],
        }

    def go_on(self, state: dict[str, Any]) -> None:
        """Read the rest of a file whose beginning another reader has read up to its state."""
        self.count = state["count"]
        self.columns = tuple(state["columns"])
        self.delimiter = None if state["delimiter"] is None else state["delimiter"].encode()
        self._weight_types = tuple(np.dtype(name).type for name in state["weights"])

    # ------------------------------------------------------------- fast path

    def _one_comment_character(self, data: bytes) -> bytes:
        # loadtxt handles a single comment character in C, but several ones in slow Python.
        for other in self.comments[1:]:
            data = data.replace(bytes([other]), self.comments[:1])
        return data

    def _begin(self, block: Block, data: bytes) -> bytes:
        """Learn the columns from the first line, and return the data without a line of names."""
        begin = 0
        for number in count(block.line):
            if begin >= len(data):
                break
            end = data.find(b"\n", begin) % (len(data) + 1)
            line = data[begin:end].partition(self.comments[:1])[0]
            if not line.strip():
                begin = end + 1
                continue
            self.delimiter = delimiter_of(line)
            fields = fields_of(line, self.delimiter)
            if len(fields) not in self.columns:
                self._refuse(fields, number, self._wrong_width(fields))
            if names_columns(fields):
                fault = fault_of_heading(fields)
                if fault is not None:
                    self._refuse(fields, number, fault)
                self._heading = number, fields
                data = data[:begin] + data[end:]
            self.columns = (len(fields),)
            break
        return data

    def _parse(self, data: bytes) -> bool:
        """Add the edges of a text, unless one of its lines is wrong or has another type."""
        form = LineForm(
            self.tag,
            self.columns[0],
            self.delimiter,
            self.comments[:1],
            None if self.first_id is None else (self.first_id, self._largest),
            self._weight_types[0] if self._has_weights else None,
        )
        columns = self._arrow_lines.columns(data, form)
        pieces = uniform_lines(data, form) if columns is None else [columns]
        if pieces is None:
            columns = loaded_lines(data, form)
            if columns is None:
                return False
            pieces = [columns]
        for sources, targets, weights in pieces:
            self.count += sources.size
            self._sources.append(sources)
            self._targets.append(targets)
            if weights is not None:
                self._weights.append(weights)
        return True

    # ------------------------------------------------------------- slow path

    def _data_lines(self, block: Block, data: bytes) -> Iterator[tuple[int, list[bytes]]]:
        for number, line in enumerate(data.split(b"\n"), block.line):
            line = line.partition(self.comments[:1])[0]
            if line.strip():
                yield number, fields_of(line, self.delimiter)

    def _check_lines(self, block: Block, data: bytes, *, until_next_type: bool = False) -> None:
        for number, fields in self._data_lines(block, data):
            if self.tag:
                if fields[0] != self.tag:
                    self._refuse(fields, number, f"expected {self._expected()}")
                fields = fields[1:]
            if len(fields) != self.columns[0]:
                self._refuse(fields, number, self._wrong_width(fields))
            for end in fields[:2]:
                problem = self._id_problem(end)
                if problem:
                    raise GraphFileError(self.path, problem, line=number)
            if len(fields) > 2:
                problem = self._weight_problem(fields[2])
                if problem and until_next_type and not _INTEGER.match(fields[2]):
                    return
                if problem:
                    raise GraphFileError(self.path, problem, line=number)

    def _refuse(self, fields: list[bytes], number: int, expected: str, advice: str = "") -> None:
        line = (self.delimiter or b" ").join(fields)
        raise GraphFileError(self.path, f"{expected}, found {quote(line)}{advice}", line=number)

    def _expected(self) -> str:
        word = self.tag.decode() + " " if self.tag else ""
        between = (self.delimiter or b" ").decode()
        patterns = (between.join("uvwt"[:count]) for count in self.columns)
        return " or ".join(f"'{word}{pattern}'" for pattern in patterns)

    def _wrong_width(self, fields: list[bytes]) -> str:
        widths = " or ".join(map(str, self.columns))
        after = f" after {self.tag.decode()!r}" if self.tag else ""
        return f"expected {self._expected()}, {widths} columns{after}, not {len(fields)}"

    def _id_problem(self, field: bytes) -> str | None:
        if not _INTEGER.match(field):
            advice = ""
            if field.lower() in MISSING:
                advice = ": an id is missing; remove the line"
            elif field and not _NUMBER.match(field) and self.first_id != 1:
                advice = f"; {self.remedy} takes names"
            return f"vertex id {quote(field)} is not an integer{advice}"
        if self.first_id is None:
            if len(field) < 30 and -(2**63) <= int(field) < 2**64:
                return None
            return (
                f"vertex id {quote(field)} does not fit 64 bits; "
                "`clconn convert IN OUT.npz --renumber`, in memory, takes it"
            )
        vertex = int(field[:30])
        if vertex < self.first_id:
            advice = "" if self.first_id else f"; {advice_on_ids(vertex, vertex, self.remedy)}"
            fault = f"vertex id {vertex} is below {self.first_id}, the smallest id of this format"
            return fault + advice
        if vertex > self._largest:
            if self.n is None:
                return (
                    f"vertex id {quote(field)} is too large; clconn takes fewer than 2**31 "
                    f"vertices: {self.remedy} makes vertices of the ids that occur"
                )
            # Formats whose ids begin with 1 state the number of vertices themselves.
            advice = "" if self.first_id else f": {advice_on_ids(vertex, vertex, self.remedy)}"
            return (
                f"vertex id {quote(field)} is outside {self.first_id}..{self._largest}; "
                f"the graph has {self.n} vertices{advice}"
            )
        return None

    def _weight_problem(self, field: bytes) -> str | None:
        kind = self._weight_types[0]
        if issubclass(kind, np.integer):
            limits = np.iinfo(kind)
            if not _INTEGER.match(field):
                return f"weight {quote(field)} is not an integer"
            if len(field) > 30 or not int(limits.min) <= int(field) <= int(limits.max):
                return (
                    f"weight {quote(field)} does not fit in {limits.bits} bits; "
                    "write weights as real numbers if they may be rounded"
                )
            return None
        # Python's own numbers may have underscores; those of files may not.
        value = None if b"_" in field else _number_of(field)
        if value is None:
            advice = "; write a decimal point" if b"," in field else ""
            if field.lower() in MISSING:
                advice = ": a weight is missing; remove the line"
            elif _number_of(field.replace(b"_", b"")) is not None:
                advice = "; write its digits without '_'"
            return f"weight {quote(field)} is not a number{advice}"
        return "the weight is NaN; give every edge a number" if np.isnan(value) else None


def _number_of(field: bytes) -> float | None:
    try:
        return float(field)
    except ValueError:
        return None


def text_weights(weights: NDArray[Any], format_name: str) -> NDArray[Any]:
    """Convert weights to int64 or float64, the types in which text is read back.

    Raises
    ------
    OutputError
        If the conversion would change a weight.
    """
    if weights.dtype.kind == "f":
        doubles = weights.astype(np.float64)
        if weights.dtype.itemsize > 8 and not np.array_equal(doubles, weights):
            raise OutputError(
                f"the {format_name} format holds float64 weights and these are {weights.dtype}; "
                "write npz, which keeps any type"
            )
        return doubles
    if weights.size and int(weights.max()) > np.iinfo(np.int64).max:
        raise OutputError(
            f"weight {weights.max()} does not fit in the int64 of the {format_name} format; "
            "write npz, which keeps any type"
        )
    return weights.astype(np.int64, copy=False)


def write_columns(
    stream: BinaryIO,
    sources: NDArray[Any],
    targets: NDArray[Any],
    weights: NDArray[Any] | None,
    *,
    first_id: int,
    tag: str = "",
) -> None:
    """Write one line for each edge, with weights in full precision."""
    line = f"{tag} %d %d".lstrip()
    if weights is not None:
        line += " %d" if weights.dtype.kind == "i" else " %r"
    line += "\n"
    for start in range(0, sources.size, _WRITTEN_AT_ONCE):
        part = slice(start, start + _WRITTEN_AT_ONCE)
        columns = [
            (sources[part].astype(np.int64) + first_id).tolist(),
            (targets[part].astype(np.int64) + first_id).tolist(),
        ]
        if weights is not None:
            columns.append(weights[part].tolist())
        values = tuple(chain.from_iterable(zip(*columns, strict=True)))
        stream.write((line * len(columns[0]) % values).encode("ascii"))
