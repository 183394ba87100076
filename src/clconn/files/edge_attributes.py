"""Python dictionaries behind edges, as NetworkX writes them unless it is told not to.

``networkx.write_edgelist`` ends each line with the attributes of the edge:
``0 1 {}`` or ``0 1 {'weight': 3.5}``;
https://networkx.org/documentation/stable/reference/readwrite/edgelist.html.

Invariant: lines stay lines, so their numbers hold, and a dictionary that is
neither empty nor one weight stays as it is, to be refused with its own words.
"""

from __future__ import annotations

import re

from clconn.errors import GraphFileError
from clconn.files.streams import Block, shown

__all__ = ["plain_block", "without_attributes"]

_NOTHING = re.compile(rb"[ \t]*,?[ \t]*\{\}(?=[ \t\r]*(?:[#%]|$))", re.MULTILINE)
# NumPy's numbers are written as np.float64(3.5) from its version 2 on.
_WEIGHT = re.compile(
    rb"\{'weight': (?:np\.\w+\(([^\s(){}',]+)\)|([^\s(){}',]+))\}(?=[ \t\r]*(?:[#%]|$))",
    re.MULTILINE,
)


def without_attributes(text: bytes) -> bytes:
    """Lines with the weight in place of a dictionary that holds it, and no empty one."""
    if b"{" not in text:
        return text
    return _WEIGHT.sub(rb"\1\2", _NOTHING.sub(b"", text))


def plain_block(path: str, block: Block, comments: bytes) -> Block:
    """The block :func:`without_attributes`.

    Raises
    ------
    GraphFileError
        At the first line with attributes that are more than a weight.
    """
    plain = Block(block.line, without_attributes(block.data))
    if b"{" in plain.data:
        before_comment = re.compile(rb"[^" + comments + rb"]*")
        for number, line in enumerate(plain.data.split(b"\n"), plain.line):
            if (found := before_comment.match(line)) is not None and b"{" in found[0]:
                raise GraphFileError(
                    path,
                    "expected {} or {'weight': number} behind the two ends, found "
                    f"{shown(line)}; networkx.write_edgelist writes the weights alone with "
                    "data=['weight']",
                    line=number,
                )
    return plain
