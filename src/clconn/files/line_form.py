"""What the lines of a text of edges consist of, for those who read many of them at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Columns", "LineForm", "edge_lines"]

Columns = tuple["NDArray[Any]", "NDArray[Any]", "NDArray[Any] | None"]
"""Sources, targets and weights, or None; ends count from 0 as int32, or are names."""


_COMMENT_LINES = {
    comment: re.compile(rb"(?:[ \t]*(?:" + comment + rb"[^\n]*)?\n)*")
    for comment in (b"#", b"%", b"c")
}


@dataclass(frozen=True)
class LineForm:
    """What a line consists of.

    Attributes
    ----------
    tag : bytes
        The word at its beginning; empty if there is none.
    width : int
        How many columns follow: two ends, perhaps a weight, perhaps an integer to ignore.
    delimiter : bytes or None
        What separates columns; None for blanks.
    comment : bytes
        The character that begins a comment.
    id_range : tuple of int or None
        The smallest and the largest id; the smallest becomes 0. None if ids are names.
    weight_type : type or None
        The type of weights, if there are any.
    """

    tag: bytes
    width: int
    delimiter: bytes | None
    comment: bytes
    id_range: tuple[int, int] | None
    weight_type: type[np.generic] | None


def edge_lines(data: bytes, form: LineForm) -> bytes:
    """Return a text from its first edge to its last, with a newline alone behind each line."""
    comments = _COMMENT_LINES[form.comment].match(data)
    if comments is not None and comments.end():
        data = data[comments.end() :]
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if data.endswith(b"\n\n"):
        data = data.rstrip(b"\n")
    if not data.endswith(b"\n"):
        data += b"\n"
    return data
