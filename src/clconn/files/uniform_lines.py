"""Lines that differ from the first in their digits alone, parsed by columns in numpy.

Nearly all files of edges look so. The places of all characters that are no digits are found at
once. If those of each line are the first line's, each column of places ends a column of numbers
(:mod:`clconn.files.digits`). Weights may have signs, points and exponents, which differ from line
to line (:mod:`clconn.files.decimal_numbers`).

Whatever has another form, or a number out of range, is left to a reader that goes line by line
and can name the line. So this one needs no error, but it must never return a wrong number.

Pieces of a block are parsed in threads, since numpy lets others run while it computes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.files.decimal_numbers import decimal_numbers
from clconn.files.digits import MOST_DIGITS, Text
from clconn.files.line_form import edge_lines
from clconn.parallel_passes import usable_cores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.files.line_form import Columns, LineForm

__all__ = ["uniform_lines"]

PIECE_BYTES = 1 << 19
"""What is computed of a piece stays in the caches of a core."""

MOST_THREADS = 8

_NEWLINE, _ZERO = b"\n0"
_DIGITS = b"0123456789"


def uniform_lines(data: bytes, form: LineForm) -> list[Columns] | None:
    """Return the columns of successive pieces of a text, or None if any line is different.

    Names of vertices are int64.
    """
    data = edge_lines(data, form)
    layout = _Layout.of(data[: data.index(b"\n") + 1], form)
    if layout is None:
        return None
    pieces = list(_pieces(data))
    threads = min(usable_cores(), MOST_THREADS, len(pieces))
    if threads == 1:
        parsed = [layout.columns(piece) for piece in pieces]
    else:
        with ThreadPoolExecutor(threads) as pool:
            parsed = list(pool.map(layout.columns, pieces))
    complete = [columns for columns in parsed if columns is not None]
    return complete if len(complete) == len(parsed) else None


def _pieces(data: bytes) -> Iterator[memoryview]:
    """Cut a text behind ends of lines."""
    begin = 0
    while begin < len(data):
        end = data.find(b"\n", begin + PIECE_BYTES) + 1 or len(data)
        yield memoryview(data)[begin:end]
        begin = end


class _Pattern:
    """The characters of a line that are no digits, and which of them end a number."""

    def __init__(self, line: bytes) -> None:
        self.between = np.frombuffer(line.translate(None, _DIGITS), dtype=np.uint8)
        self.width = self.between.size
        self.ends = [
            len(line[: number.end()].translate(None, _DIGITS))
            for number in re.finditer(rb"[0-9]+", line)
        ]

    def fits(self, characters: NDArray[np.uint8], lengths: NDArray[np.intp]) -> bool:
        """Check lines, a row each, and that all their numbers fit in 64 bits."""
        # Column by column, since numpy's loops along short rows are slow.
        for column, character in enumerate(self.between):
            if not (characters[:, column] == character).all():
                return False
            column_lengths = lengths[:, column]
            if column not in self.ends:
                if column_lengths.any():
                    return False
            elif column_lengths.min() < 1 or column_lengths.max() >= MOST_DIGITS:
                return False
        return True


class _Layout:
    """What the first line says of all.

    `whole` is its pattern if it has nothing but digits between blanks and delimiters, and
    `before_weight` that of its part before the weight, if there is one.
    """

    def __init__(self, form: LineForm, whole: bytes | None, before_weight: bytes | None) -> None:
        self._form = form
        self._whole = None if whole is None else _Pattern(whole)
        self._before_weight = None if before_weight is None else _Pattern(before_weight)

    @classmethod
    def of(cls, line: bytes, form: LineForm) -> _Layout | None:
        """Return the layout of a first line, or None if it is not of that form."""
        blanks = rb"[ \t]*"
        between = rb"[ \t]+" if form.delimiter is None else blanks + form.delimiter + blanks
        tag = re.escape(form.tag) + rb"[ \t]+" if form.tag else b""
        ends = blanks + tag + rb"[0-9]+" + between + rb"[0-9]+"
        others = (between + rb"[0-9]+") * (form.width - 2)
        whole = re.fullmatch(ends + others + blanks + rb"\n", line)
        before_weight = re.match(ends + between, line) if form.width == 3 else None
        if whole is None and before_weight is None:
            return None
        return cls(form, whole and whole[0], before_weight and before_weight[0])

    def columns(self, lines: memoryview) -> Columns | None:
        """Return the columns of a text, or None if one of its lines has another layout."""
        text = Text(lines)
        part = text.characters[text.start : text.start + len(lines)]
        # As numbers without a sign, the characters before the digits are above them, too.
        places = np.flatnonzero((part - np.uint8(_ZERO)) > 9)
        characters = part.take(places)
        places += text.start
        lengths = np.diff(places, prepend=text.start - 1)
        lengths -= 1
        if self._whole is not None and places.size % self._whole.width == 0:
            rows = (-1, self._whole.width)
            if self._whole.fits(characters.reshape(rows), lengths.reshape(rows)):
                return self._whole_numbers(text, places.reshape(rows), lengths.reshape(rows))
        if self._before_weight is None:
            return None
        return self._any_weights(text, places, characters, lengths)

    def _whole_numbers(
        self, text: Text, places: NDArray[np.intp], lengths: NDArray[np.intp]
    ) -> Columns | None:
        assert self._whole is not None
        sources, targets, *others = self._whole.ends
        ends = self._ends(text, places, lengths, sources, targets)
        if ends is None:
            return None
        weights = None
        if others and self._form.weight_type is not None:
            weights = text.numbers(places[:, others[0]], lengths[:, others[0]])
            weights = weights.astype(self._form.weight_type)
        return *ends, weights

    def _any_weights(
        self,
        text: Text,
        places: NDArray[np.intp],
        characters: NDArray[np.uint8],
        lengths: NDArray[np.intp],
    ) -> Columns | None:
        assert self._before_weight is not None
        assert self._form.weight_type is not None
        last = np.flatnonzero(characters == _NEWLINE)
        first = np.concatenate([[0], last[:-1] + 1])
        width = self._before_weight.width
        if int((last - first).min()) < width:
            return None
        rows = first[:, np.newaxis] + np.arange(width)
        lengths = lengths.take(rows)
        if not self._before_weight.fits(characters.take(rows), lengths):
            return None
        ends = self._ends(text, places.take(rows), lengths, *self._before_weight.ends)
        if ends is None:
            return None
        weights = decimal_numbers(
            text, places, characters, first + width, last, self._form.weight_type
        )
        return None if weights is None else (*ends, weights)

    def _ends(
        self,
        text: Text,
        places: NDArray[np.intp],
        lengths: NDArray[np.intp],
        sources: int,
        targets: int,
    ) -> tuple[NDArray[Any], NDArray[Any]] | None:
        """Return two columns of ids, or None if one is out of range."""
        columns = []
        for column in (sources, targets):
            ids = text.numbers(places[:, column], lengths[:, column]).view(np.int64)
            if self._form.id_range is not None:
                smallest, largest = self._form.id_range
                if int(ids.min()) < smallest or int(ids.max()) > largest:
                    return None
                ids = (ids - smallest).astype(np.int32) if smallest else ids.astype(np.int32)
            columns.append(ids)
        return columns[0], columns[1]
