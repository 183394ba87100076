"""Lines of nothing but digits and blanks, the usual edge list, in a quarter of loadtxt's time.

:func:`numpy.fromstring` reads numbers without regard to lines, and takes a number beyond 64 bits
for the largest of 64 bits. So the text is read here only if each line is known to have the right
number of words, and all numbers are smaller than that. Anything else is for loadtxt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.files.fields import words_of_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["plain_numbers"]

_LARGEST = np.iinfo(np.int64).max
_NEWLINE = 10
_ZERO = 48


def plain_numbers(data: bytes, width: int) -> NDArray[np.int64] | None:
    """Return a row of `width` numbers for each line of a text, or None if it has anything else."""
    if data.translate(None, b"0123456789 \t\n\r"):
        return None
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if not data.endswith(b"\n"):
        data += b"\n"
    if b"\r" in data or not (_has_single_blanks(data, width) or _has_words(data, width)):
        return None
    values: NDArray[np.int64] = np.fromstring(data, dtype=np.int64, sep=" ")
    if values.size and int(values.max()) == _LARGEST:
        return None
    return values.reshape(-1, width)


def _has_single_blanks(data: bytes, width: int) -> bool:
    """Check for `width` words in each line, with one character between, as most files have."""
    characters = np.frombuffer(data, dtype=np.uint8)
    ends = np.flatnonzero(characters < _ZERO)
    if ends.size % width or ends[0] == 0 or bool((ends[1:] - ends[:-1] == 1).any()):
        return False
    is_newline = (characters[ends] == _NEWLINE).reshape(-1, width)
    return bool(is_newline[:, -1].all()) and not bool(is_newline[:, :-1].any())


def _has_words(data: bytes, width: int) -> bool:
    """Check for `width` words in each line that is not blank."""
    words = words_of_lines(data)
    return bool(((words == width) | (words == 0)).all()) and bool(words.any())
