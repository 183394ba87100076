"""Edge lists whose ids are names: sparse integers, or words.

A file of integers takes the fast path of :class:`EdgeColumns`. Otherwise each block has its
words replaced by numbers, and goes the same way.

Invariants: if every id of a file is an integer, names are integers, and ``7`` and ``007`` are
one vertex; otherwise all names are strings. A word that tables use for a missing value is a
name only among other words. Comments are whole lines then, since names may contain ``#``.
Whether words in the first line are a heading is a guess; a table with one that was not recognized
is told by its two words, which occur nowhere else.
"""

from __future__ import annotations

import re
import warnings
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphFileError, GraphFileWarning
from clconn.files.edge_attributes import plain_block
from clconn.files.edge_columns import EdgeColumns
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
from clconn.files.konect import konect_header
from clconn.files.stated_direction import stated_direction
from clconn.files.streams import Block, TextFile, quote
from clconn.graph import Graph
from clconn.id_checks import objects_of
from clconn.renumbering import joined, number_integers, number_strings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.files.contract import Request

__all__ = ["WIDTHS", "read_named_edges", "warn_of_ignored_column"]

WIDTHS = (2, 3, 4)
"""The numbers of columns that an edge list may have."""

FEWEST_LINES = 3
"""Tables of so many lines get a warning of what may be a heading; smaller ones are seen at once."""

_INTEGER = re.compile(rb"[+-]?[0-9]+\Z")


def read_named_edges(path: str, request: Request, comments: bytes) -> Graph:
    """Read an edge list, and number the names that occur in ascending order."""
    try:
        nodes, sources, targets, weights = _read_integers(path, request, comments)
    except GraphFileError:
        # Either there are words, or this finds the same fault again.
        nodes, sources, targets, weights = _read_words(path, request, comments)
    graph = Graph.from_edges(
        sources,
        targets,
        nodes.size,
        weights=weights if request.weighted else None,
        directed=request.is_directed(stated_direction(path)),
    )
    graph.nodes = nodes
    return graph


def warn_of_ignored_column() -> None:
    """Warn that a file has four columns, of which the last is not used."""
    warnings.warn(
        "the third of four columns is the weight; the fourth is ignored",
        GraphFileWarning,
        stacklevel=3,
    )


def _read_integers(
    path: str, request: Request, comments: bytes
) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None]:
    edges = EdgeColumns(path, first_id=None, columns=WIDTHS, comments=comments)
    is_konect = False
    with TextFile(path, request.progress) as text:
        for block in text.blocks():
            is_konect |= _is_konect(path, block)
            edges.add(plain_block(path, block, comments))
    if edges.columns == (4,) and not is_konect:
        warn_of_ignored_column()
    sources, targets, weights = edges.arrays()
    nodes, numbers = number_integers(joined([sources, targets]))
    return nodes, numbers[: sources.size], numbers[sources.size :], weights


def _is_konect(path: str, block: Block) -> bool:
    """Check whether a block begins a file of KONECT; a bipartite one is refused."""
    header = konect_header(block.data) if block.line == 1 else None
    if header is not None and header.bipartite:
        raise GraphFileError(
            path,
            "the two columns of this KONECT file have ids of their own (bip), which are vertices "
            "of different numbers already: read it without renumber=True (--renumber)",
            line=1,
        )
    return header is not None


def _read_words(
    path: str, request: Request, comments: bytes
) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None]:
    words = _Words(path, comments)
    edges: EdgeColumns | None = None
    is_konect = False
    with TextFile(path, request.progress) as text:
        for block in text.blocks():
            is_konect |= _is_konect(path, block)
            numbered = words.numbered(plain_block(path, block, comments))
            if edges is None and words.width:
                width = min(words.width, 3)
                edges = EdgeColumns(path, first_id=0, columns=(width,), comments=b"#")
            if edges is not None:
                edges.add(numbered)
    if edges is None:
        return np.empty(0, np.int64), np.empty(0, np.int32), np.empty(0, np.int32), None
    if words.width == 4 and not is_konect:
        warn_of_ignored_column()
    sources, targets, weights = edges.arrays()
    nodes, numbers = words.names()
    sources, targets = numbers[sources], numbers[targets]
    words.warn_of_heading(sources, targets)
    return nodes, sources, targets, weights


class _Words:
    """The words of a file, and the blocks with a number in place of each word."""

    def __init__(self, path: str, comments: bytes) -> None:
        self.path = path
        self.width = 0
        self.delimiter: bytes | None = None
        self._comments = tuple(comments[place : place + 1] for place in range(len(comments)))
        self._distinct: list[list[bytes]] = []
        self._count = 0
        self._missing: dict[bytes, int] = {}
        self._first: tuple[int, list[bytes]] | None = None

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
        numbers += np.int32(self._count)
        self._distinct.append(distinct)
        self._count += len(distinct)
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

    def names(self) -> tuple[NDArray[Any], NDArray[np.int32]]:
        """Return the distinct names of the file, ascending, and the place of each number."""
        distinct, places = number_strings(list(chain.from_iterable(self._distinct)))
        if all(_INTEGER.match(word) or word.lower() in MISSING for word in distinct):
            for word, line in self._missing.items():
                raise GraphFileError(
                    self.path,
                    f"vertex id {quote(word)} among integers: an id is missing; remove the line",
                    line=line,
                )
            nodes, numbers = number_integers(joined([_integers(distinct)]))
            return nodes, numbers[places]
        for word, line in self._missing.items():
            warnings.warn(
                f"line {line}: {quote(word)} is the name of a vertex; remove such "
                "lines if an id is missing there",
                GraphFileWarning,
                stacklevel=3,
            )
        # Sorted by bytes, UTF-8 is sorted by code point.
        return objects_of([word.decode("utf-8", "surrogateescape") for word in distinct]), places

    def warn_of_heading(self, sources: NDArray[np.int32], targets: NDArray[np.int32]) -> None:
        """Warn of a first line, kept as an edge, that looks like the names of the columns."""
        if self._first is None or sources.size < FEWEST_LINES:
            return
        line, fields = self._first
        ends = (sources[0], targets[0])
        others = np.concatenate((sources[1:], targets[1:]))
        if ends[0] == ends[1] or np.isin(ends, others).any():
            return
        warnings.warn(
            f"line {line}: {quote(fields[0])} and {quote(fields[1])} occur nowhere else, and are "
            "the names of vertices; remove the line if they are headings of the columns",
            GraphFileWarning,
            stacklevel=3,
        )

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
