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
    "fields_of",
    "names_columns",
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


def words_of_lines(data: bytes) -> NDArray[np.int64]:
    """Count the words in each line of a text that ends with a newline."""
    characters = np.frombuffer(data, dtype=np.uint8)
    blank = (characters == 32) | ((characters >= 9) & (characters <= 13))
    begins = ~blank
    begins[1:] &= blank[:-1]
    ends = np.flatnonzero(characters == 10)
    words_before = np.searchsorted(np.flatnonzero(begins), ends)
    return np.diff(words_before, prepend=0).astype(np.int64)
