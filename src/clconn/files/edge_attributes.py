"""Python dictionaries after the edges, which NetworkX writes by default.

``networkx.write_edgelist`` ends each line with the attributes of the edge:
``0 1 {}`` or ``0 1 {'weight': 3.5}``;
https://networkx.org/documentation/stable/reference/readwrite/edgelist.html.

Invariants: the number of lines does not change, so line numbers stay right. A dictionary
that is neither empty nor a single weight does not change, so the error can quote it.
"""

from __future__ import annotations

import re

from clconn.errors import GraphFileError
from clconn.files.streams import Block, quote

__all__ = ["plain_block", "without_attributes"]

_NOTHING = re.compile(rb"[ \t]*,?[ \t]*\{\}(?=[ \t\r]*(?:[#%]|$))", re.MULTILINE)
# NumPy 2 and later writes its numbers as np.float64(3.5).
_WEIGHT = re.compile(
    rb"\{'weight': (?:np\.\w+\(([^\s(){}',]+)\)|([^\s(){}',]+))\}(?=[ \t\r]*(?:[#%]|$))",
    re.MULTILINE,
)


def without_attributes(text: bytes) -> bytes:
    """Replace a dictionary that contains only a weight by the weight; remove an empty one."""
    if b"{" not in text:
        return text
    return _WEIGHT.sub(rb"\1\2", _NOTHING.sub(b"", text))


def plain_block(path: str, block: Block, comments: bytes) -> Block:
    """Apply :func:`without_attributes` to a block.

    Raises
    ------
    GraphFileError
        For the first line that has other attributes.
    """
    plain = Block(block.line, without_attributes(block.data))
    if b"{" in plain.data:
        before_comment = re.compile(rb"[^" + comments + rb"]*")
        for number, line in enumerate(plain.data.split(b"\n"), plain.line):
            if (match := before_comment.match(line)) is not None and b"{" in match[0]:
                raise GraphFileError(
                    path,
                    "expected {} or {'weight': number} after the two ends, found "
                    f"{quote(line)}; networkx.write_edgelist writes the weights alone with "
                    "data=['weight']",
                    line=number,
                )
    return plain
