"""Edge lists whose ids are names: sparse integers, or words.

A file of integers takes the fast path of :class:`EdgeColumns`. Otherwise each block has its
words replaced by numbers, and goes the same way.

Invariants: if every id of a file is an integer, names are integers, and ``7`` and ``007`` are
one vertex; otherwise all names are strings (:mod:`clconn.files.word_columns`). Comments are whole
lines then, since names may contain ``#``.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphFileError, GraphFileWarning
from clconn.files.edge_attributes import plain_block
from clconn.files.edge_columns import EdgeColumns
from clconn.files.konect import konect_header
from clconn.files.stated_direction import stated_direction
from clconn.files.streams import Block, TextFile
from clconn.files.word_columns import WIDTHS, WordColumns
from clconn.graph import Graph
from clconn.renumbering import joined, number_integers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.files.contract import Request

__all__ = ["BIPARTITE_NAMES", "read_named_edges", "warn_of_ignored_column"]

BIPARTITE_NAMES = (
    "the two columns of this KONECT file have ids of their own (bip), which are vertices "
    "of different numbers already: read it without renumber=True (--renumber)"
)
"""Why its ids are no names, for an error."""


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
        raise GraphFileError(path, BIPARTITE_NAMES, line=1)
    return header is not None


def _read_words(
    path: str, request: Request, comments: bytes
) -> tuple[NDArray[Any], NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None]:
    words = WordColumns(path, comments)
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
    words.look_for_heading(sources, targets)
    words.warn_of_heading()
    return nodes, sources, targets, weights
