"""The words that are the ids of an edge list, and its lines with numbers in place of them.

A block has its words replaced by numbers, so that :class:`~clconn.files.edge_columns.EdgeColumns`
reads it as any other.

Invariant: a word that tables use for a missing value is a name only among other words. Whether
words in the first line are a heading is a guess; a table with one that was not recognized is told
by its two words, which occur nowhere else.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphFileError, GraphFileWarning
from clconn.files.fields import (
    LONGEST_MISSING,
    MISSING,
    delimiter_of,
    fault_of_heading,
    fields_of,
    names_columns,
    names_ends,
    names_weights,
    rows_of_table,
    words_of_lines,
)
from clconn.files.streams import Block, quote
from clconn.id_checks import objects_of
from clconn.renumbering import joined, number_integers, number_strings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["WIDTHS", "WordColumns"]

WIDTHS = (2, 3, 4)
"""The numbers of columns that an edge list may have."""

FEWEST_LINES = 3
"""Tables of so many lines get a warning of what may be a heading; smaller ones are seen at once."""

_INTEGER = re.compile(rb"[+-]?[0-9]+\Z")


class WordColumns:
    """The words of a file, and the blocks with a number in place of each word.

    Parameters
    ----------
    path : str
        The file, for error messages.
    comments : bytes
        Each of these characters makes a line that begins with it a comment.
    number : callable, optional
        Returns a number for each of the distinct words of a block. By default the words are kept,
        and each block has numbers of its own, which :meth:`names` then orders.

    Attributes
    ----------
    width : int
        The number of columns; 0 before the first line.
    count : int
        Number of words that are kept.
    """

    def __init__(
        self,
        path: str,
        comments: bytes,
        number: Callable[[list[bytes]], NDArray[np.int32]] | None = None,
    ) -> None:
        self.path = path
        self.width = 0
        self.delimiter: bytes | None = None
        self.count = 0
        self._comments = tuple(comments[place : place + 1] for place in range(len(comments)))
        self._number = number or self._keep
        self._distinct: list[list[bytes]] = []
        self._missing: dict[bytes, int] = {}
        self._first: tuple[int, list[bytes]] | None = None
        self._ends_of_first: tuple[int, int] | None = None
        self._line_count = 0

    def numbered(self, block: Block) -> Block:
        """Return a block with the same lines, of numbers and weights separated by blanks."""
        lines = block.data.split(b"\n")
        places = [
            place
            for place, line in enumerate(lines)
            if (data := line.strip()) and not data.startswith(self._comments)
        ]
        if not self.width and places:
            places = self._begin(lines, places, block.line)
        columns = self._columns([lines[place] for place in places])
        if columns is None:
            place = next(place for place in places if len(self._fields(lines[place])) != self.width)
            raise GraphFileError(
                self.path,
                f"expected {self.width} columns, found {quote(lines[place])}",
                line=block.line + place,
            )
        distinct, numbers = number_strings([*columns[0], *columns[1]])
        self._note_missing(distinct, columns, [block.line + place for place in places])
        numbers = self._number(distinct)[numbers]
        ends = [end.tolist() for end in numbers.reshape(2, -1)]
        if self.width == 2:
            texts = map(b"%d %d".__mod__, zip(*ends, strict=True))
        else:
            weights = columns[2]
            if not all(weights) or b" " in b"".join(weights):
                place = next(i for i, weight in enumerate(weights) if len(weight.split()) != 1)
                raise GraphFileError(
                    self.path,
                    f"weight {quote(weights[place])} is not a number",
                    line=block.line + places[place],
                )
            texts = map(b"%d %d %b".__mod__, zip(*ends, weights, strict=True))
        result = [b""] * len(lines)
        for place, line in zip(places, texts, strict=True):
            result[place] = line
        return Block(block.line, b"\n".join(result))

    def _keep(self, distinct: list[bytes]) -> NDArray[np.int32]:
        numbers = np.arange(self.count, self.count + len(distinct), dtype=np.int32)
        self._distinct.append(distinct)
        self.count += len(distinct)
        return numbers

    def are_integers(self) -> bool:
        """Check whether all words that are kept are integers, or stand for a missing value."""
        words = chain.from_iterable(self._distinct)
        return all(_INTEGER.match(word) or word.lower() in MISSING for word in words)

    def names(self) -> tuple[NDArray[Any], NDArray[np.int32]]:
        """Return the distinct names of the file, ascending, and the place of each number."""
        distinct, places = number_strings(list(chain.from_iterable(self._distinct)))
        if self.are_integers():
            for word, line in self._missing.items():
                raise GraphFileError(
                    self.path,
                    f"vertex id {quote(word)} among integers: an id is missing; remove the line",
                    line=line,
                )
            nodes, numbers = number_integers(joined([_integers(distinct)]))
            return nodes, numbers[places]
        self.warn_of_missing()
        # Sorted by bytes, UTF-8 is sorted by code point.
        return objects_of([_text(word) for word in distinct]), places

    def warn_of_missing(self) -> None:
        """Warn of the words that are names here, and stand for a missing value elsewhere."""
        for word, line in self._missing.items():
            warnings.warn(
                f"line {line}: {quote(word)} is the name of a vertex; remove such "
                "lines if an id is missing there",
                GraphFileWarning,
                stacklevel=4,
            )

    def look_for_heading(self, sources: NDArray[np.int32], targets: NDArray[np.int32]) -> None:
        """Look whether a word of the first line occurs in the next ones, so that it is an edge."""
        self._line_count += sources.size
        if self._first is None or not sources.size:
            return
        if self._ends_of_first is None:
            self._ends_of_first = int(sources[0]), int(targets[0])
            sources, targets = sources[1:], targets[1:]
        ends = self._ends_of_first
        if ends[0] == ends[1] or np.isin(ends, np.concatenate((sources, targets))).any():
            self._first = None

    def warn_of_heading(self) -> None:
        """Warn of a first line, kept as an edge, that looks like the names of the columns."""
        if self._first is None or self._line_count < FEWEST_LINES:
            return
        line, fields = self._first
        warnings.warn(
            f"line {line}: {quote(fields[0])} and {quote(fields[1])} occur nowhere else, and are "
            "the names of vertices; remove the line if they are headings of the columns",
            GraphFileWarning,
            stacklevel=3,
        )

    def state(self) -> dict[str, Any]:
        """Return what the lines so far have taught, for JSON; :meth:`go_on` takes it."""
        first = self._first
        return {
            "width": self.width,
            "delimiter": None if self.delimiter is None else self.delimiter.decode(),
            "missing": [[_text(word), line] for word, line in self._missing.items()],
            "first": None if first is None else [first[0], [_text(word) for word in first[1]]],
            "ends": self._ends_of_first,
            "lines": self._line_count,
        }

    def go_on(self, state: dict[str, Any]) -> None:
        """Read the rest of a file whose beginning another reader has read up to its state."""
        self.width = state["width"]
        self.delimiter = None if state["delimiter"] is None else state["delimiter"].encode()
        self._missing = {_bytes(word): line for word, line in state["missing"]}
        first, ends = state["first"], state["ends"]
        self._first = None if first is None else (first[0], [_bytes(word) for word in first[1]])
        self._ends_of_first = None if ends is None else (ends[0], ends[1])
        self._line_count = state["lines"]

    def _columns(self, lines: list[bytes]) -> list[list[bytes]] | None:
        """Return the columns of lines; None if one of them has another number of columns."""
        if not lines:
            return [[]] * 3
        text = b"\n".join(lines) + b"\n"
        if self.delimiter is None and b'"' not in text:
            if (words_of_lines(text) != self.width).any():
                return None
            words = text.split()
            return [words[column :: self.width] for column in range(self.width)]
        rows = [] if self.delimiter is None else rows_of_table(lines, self.delimiter)
        if len(rows) != len(lines):
            rows = list(map(self._fields, lines))
        if set(map(len, rows)) != {self.width}:
            return None
        return [[row[column] for row in rows] for column in range(self.width)]

    def _fields(self, line: bytes) -> list[bytes]:
        if self.delimiter is None and b'"' not in line:
            return line.split()
        return fields_of(line, self.delimiter)

    def _begin(self, lines: list[bytes], places: list[int], first_line: int) -> list[int]:
        """Learn the columns from the first line, and return the places without a heading."""
        line = lines[places[0]]
        self.delimiter = b"\t" if b"\t" in line.strip() else delimiter_of(line)
        fields = self._fields(line)
        if len(fields) not in WIDTHS:
            raise GraphFileError(
                self.path,
                f"expected two ids, or two ids and a weight, found {quote(line)}",
                line=first_line + places[0],
            )
        self.width = len(fields)
        second = self._fields(lines[places[1]]) if len(places) > 1 else []
        if _is_heading(fields, second):
            fault = fault_of_heading(fields) if names_columns(fields) else None
            if fault is not None:
                raise GraphFileError(
                    self.path, f"{fault}, found {quote(line)}", line=first_line + places[0]
                )
            return places[1:]
        if self.delimiter is not None and names_columns(fields):
            self._first = (first_line + places[0], fields)
        return places

    def _note_missing(
        self, distinct: list[bytes], columns: list[list[bytes]], numbers: list[int]
    ) -> None:
        for word in distinct:
            if len(word) > LONGEST_MISSING or word.lower() not in MISSING or word in self._missing:
                continue
            places = [column.index(word) for column in columns[:2] if word in column]
            if not word:
                raise GraphFileError(
                    self.path,
                    "a vertex id is missing; remove the line",
                    line=numbers[min(places)],
                )
            self._missing[word] = numbers[min(places)]


def _is_heading(fields: list[bytes], second: list[bytes]) -> bool:
    """Check whether words name columns, before lines that may have words, too."""
    if len(fields) > 2 and names_weights(fields[2]):
        return True
    if second and all(map(_INTEGER.match, second[:2])):
        return not any(map(_INTEGER.match, fields[:2]))
    # In the other order they are a heading, too, which is refused.
    return names_ends(fields) or names_ends(fields[1::-1])


def _integers(words: list[bytes]) -> NDArray[Any]:
    return objects_of([int(word) for word in words])


def _text(word: bytes) -> str:
    return word.decode("utf-8", "surrogateescape")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
