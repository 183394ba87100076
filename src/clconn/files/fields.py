"""The fields of a line of text: what separates them, quotes, and lines of column names."""

from __future__ import annotations

import csv
import re

__all__ = ["MISSING", "delimiter_of", "fields_of", "names_columns", "names_weights"]

MISSING = frozenset({b"na", b"n/a", b"<na>", b"nan", b"null", b"none", b""})
"""How tables write a missing value, in lower case."""

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
    text = line.decode("latin-1")
    # The csv module sees no opening quote behind a blank.
    rows = csv.reader([text], delimiter=delimiter.decode("ascii"), skipinitialspace=True)
    return [field.strip().encode("latin-1") for field in next(rows)]


def names_columns(fields: list[bytes]) -> bool:
    """Check whether all fields are words instead of numbers."""
    return all(_NAME.match(field) for field in fields)


def names_weights(field: bytes) -> bool:
    """Check whether the name of a column says that it holds weights."""
    return _WEIGHT_NAME.search(field) is not None
