"""What an edge list says about the direction of its edges, in the comments at its beginning.

SNAP's files begin with ``# Directed graph (...)`` or ``# Undirected graph: ...``, and those of
KONECT with ``% asym``, ``% sym`` or ``% bip``.
"""

from __future__ import annotations

import re

from clconn.files.contract import Sample
from clconn.files.konect import konect_header

__all__ = ["stated_direction"]

_BEGINNING = re.compile(rb"(?:[ \t\r]*(?:[#%][^\n]*)?\n)*")
_STATEMENT = re.compile(rb"^[ \t]*#[ \t]*(un)?directed graph\b", re.IGNORECASE | re.MULTILINE)


def stated_direction(path: str) -> bool | None:
    """Return whether the edges of a text file are arcs, or None if it does not say."""
    text = Sample.of(path).text
    konect = konect_header(text)
    if konect is not None:
        return konect.directed
    beginning = _BEGINNING.match(text)
    statement = _STATEMENT.search(beginning[0] if beginning else b"")
    return None if statement is None else not statement[1]
