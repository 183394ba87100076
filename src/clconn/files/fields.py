"""The fields of a line of text: what separates them, quotes, and lines of column names."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "LONGEST_MISSING",
    "MISSING",
    "delimiter_of",
    "fault_of_heading",
    "fields_of",
    "names_columns",
    "names_ends",
    "names_weights",
    "rows_of_table",
    "words_of_lines",
]

MISSING = frozenset({b"na", b"n/a", b"<na>", b"nan", b"null", b"none", b""})
"""How tables write a missing value, in lower case."""

LONGEST_MISSING = max(map(len, MISSING))
"""Bytes of the longest of them; most names are longer."""

_NAME = re.compile(rb"(?!nan\Z|inf(?:inity)?\Z)(\"?)[a-z_][^\"{]*\1\Z", re.IGNORECASE)
_WEIGHT_NAME = re.compile(
    rb"(?:(?:weight|cost|length|dist|distance|value|capacity)s?|\A\"?w)\"?\Z", re.IGNORECASE
)
_PAIRS_OF_COLUMNS = {
    (b"source", b"target"), (b"src", b"dst"), (b"from", b"to"), (b"head", b"tail"),
    (b"tail", b"head"), (b"source", b"destination"), (b"src", b"dest"),
    (b"follower", b"followee"), (b"follower", b"followed"), (b"origin", b"destination"),
}  # fmt: skip
_NUMBERED_COLUMNS = {(b"1", b"2"), (b"a", b"b"), (b"u", b"v"), (b"i", b"j")}
_PART_OF_COLUMN = re.compile(rb"node|vertex|name|id|person|user|[ _.-]")
_QUOTED = re.compile(rb"\"(?:[^\"]|\"\")*\"")
_WORD = re.compile(rb"\"((?:[^\"]|\"\")*)\"(?=\s|\Z)|(\S+)")


def delimiter_of(line: bytes) -> bytes | None:
    """Return the semicolon or comma that separates columns, or None if blanks do."""
    plain = _QUOTED.sub(b"", line)
    return next((delimiter for delimiter in (b";", b",") if delimiter in plain), None)


def fields_of(line: bytes, delimiter: bytes | None) -> list[bytes]:
    """Return the columns of a line, stripped and without quotes; blanks are no delimiter."""
    if b'"' not in line:
        return [field.strip() for field in line.split(delimiter)]
    if delimiter is None:
        words = (quoted or plain for quoted, plain in _WORD.findall(line))
        return [word.replace(b'""', b'"') for word in words]
    return rows_of_table([line], delimiter)[0]


def rows_of_table(lines: list[bytes], delimiter: bytes) -> list[list[bytes]]:
    """Return the columns of each line, stripped and without quotes.

    There are fewer rows than lines if a quote is not closed in its line.
    """
    # The csv module refuses a carriage return within a line, which is a blank elsewhere.
    texts = (line.decode("latin-1").replace("\r", " ") for line in lines)
    # The csv module sees no opening quote behind a blank.
    rows = csv.reader(texts, delimiter=delimiter.decode("ascii"), skipinitialspace=True)
    return [[field.strip().encode("latin-1") for field in row] for row in rows]


def names_columns(fields: list[bytes]) -> bool:
    """Check whether all fields are words instead of numbers."""
    return all(_NAME.match(field) for field in fields)


def names_weights(field: bytes) -> bool:
    """Check whether the name of a column says that it holds weights."""
    return _WEIGHT_NAME.search(field) is not None


def names_ends(fields: list[bytes]) -> bool:
    """Check whether two words are what tables call the two ends of an edge, in their order."""
    names, parts = _ends(fields)
    return parts in _PAIRS_OF_COLUMNS or (parts != names and parts in _NUMBERED_COLUMNS)


def _ends(fields: list[bytes]) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
    """The names of the first two columns in lower case, and what is left without usual parts."""
    names = tuple(field.strip(b'"').lower() for field in fields[:2])
    return names, tuple(_PART_OF_COLUMN.sub(b"", name) for name in names)


def fault_of_heading(fields: list[bytes]) -> str | None:
    """Say what columns the names of others should be, since a wrong guess gives a wrong graph."""
    advice = "(delete the line of names if that is what they hold)"
    # With three columns, any could be the weights.
    if len(fields) > 2 and not names_weights(fields[2]):
        return f"expected the columns source, target and weight {advice}"
    turned = _ends(fields)[1][::-1]
    if turned in _PAIRS_OF_COLUMNS and turned[::-1] not in _PAIRS_OF_COLUMNS:
        return f"expected the column of the sources before that of the targets {advice}"
    return None


def words_of_lines(data: bytes) -> NDArray[np.int64]:
    """Count the words in each line of a text that ends with a newline."""
    characters = np.frombuffer(data, dtype=np.uint8)
    blank = (characters == 32) | ((characters >= 9) & (characters <= 13))
    begins = ~blank
    begins[1:] &= blank[:-1]
    ends = np.flatnonzero(characters == 10)
    words_before = np.searchsorted(np.flatnonzero(begins), ends)
    return np.diff(words_before, prepend=0).astype(np.int64)
