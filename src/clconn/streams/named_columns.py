"""The edges of a text whose ids are names, block by block, with numbers in place of the names.

:func:`clconn.read` sees a whole file before it decides whether its ids are integers or words. A
stream cannot wait for that, so its first 64 KiB decide, or the first block that has edges: if all
ids there are integers, one that is none is an error further down. The lines are read, and wrong
ones named, as there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphFileError
from clconn.files import edge_list
from clconn.files.edge_columns import EdgeColumns
from clconn.files.streams import Block
from clconn.files.word_columns import WIDTHS, WordColumns
from clconn.streams.names import Names

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NamedColumns"]

_IN_MEMORY = "`clconn convert IN OUT.npz --renumber`, in memory,"
_AMONG_INTEGERS = f"the ids at the beginning are integers, so all have to be: {_IN_MEMORY}"
_LARGE_IDS = f"the integers at the beginning do not fit 64 bits: {_IN_MEMORY} takes them"


class NamedColumns:
    """What reads the lines, like :class:`~clconn.files.edge_columns.EdgeColumns`.

    Parameters
    ----------
    path : str
        The file, for error messages.
    names : Names
        The names so far, which number those of the next lines.
    """

    def __init__(self, path: str, names: Names) -> None:
        self._path = path
        self._names = names
        self._edges: EdgeColumns | None = None
        self._words: WordColumns | None = None

    @property
    def count(self) -> int:
        """Number of edges so far."""
        return 0 if self._edges is None else self._edges.count

    @property
    def columns(self) -> tuple[int, ...]:
        """The number of columns, or those that are allowed."""
        if self._edges is None:
            return WIDTHS
        return self._edges.columns if self._words is None else (self._words.width,)

    def decide(self, first: Block) -> None:
        """Decide by the first lines whether ids are integers or words, if there are any."""
        integers = self._integer_columns()
        try:
            integers.add(first)
        except GraphFileError:
            pass  # there are words, or the same fault is found again
        else:
            if integers.count:
                self._read_integers()
                return
        words = WordColumns(self._path, edge_list.COMMENTS)
        numbered = words.numbered(first)
        if not words.count:
            return
        if words.are_integers():
            words.names()  # refuses one that is missing
            self._numbered_columns(words.width).add(numbered)  # refuses weights that are none
            raise GraphFileError(self._path, _LARGE_IDS)
        self._read_words(words.width)

    def add(self, block: Block) -> None:
        """Add the edges of one block."""
        if self._edges is None:
            self.decide(block)
        if self._edges is not None:
            self._edges.add(block if self._words is None else self._words.numbered(block))

    def new_arrays(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None]:
        """Return the numbers of sources and targets, and weights, since the last call."""
        if self._edges is None:
            return np.empty(0, np.int32), np.empty(0, np.int32), None
        sources, targets, weights = self._edges.new_arrays()
        if self._words is None:
            return *self._names.numbers_of_ends(sources, targets), weights
        self._words.look_for_heading(sources, targets)
        return sources, targets, weights

    def end(self) -> None:
        """Warn of words that may be no names."""
        if self._words is not None:
            self._words.warn_of_missing()
            self._words.warn_of_heading()

    def state(self) -> dict[str, Any]:
        """Return what the lines so far have taught, for JSON; :meth:`go_on` takes it."""
        return {
            "edges": None if self._edges is None else self._edges.state(),
            "words": None if self._words is None else self._words.state(),
        }

    def go_on(self, state: dict[str, Any]) -> None:
        """Read the rest of a text whose beginning another reader has read up to its state."""
        if state["words"] is not None:
            self._read_words(state["words"]["width"])
            assert self._words is not None
            self._words.go_on(state["words"])
        elif state["edges"] is not None:
            self._read_integers()
        if self._edges is not None:
            self._edges.go_on(state["edges"])

    def _integer_columns(self) -> EdgeColumns:
        return EdgeColumns(self._path, first_id=None, columns=WIDTHS, comments=edge_list.COMMENTS)

    def _read_integers(self) -> None:
        self._edges = self._integer_columns()
        self._edges.remedy = _AMONG_INTEGERS

    def _read_words(self, width: int) -> None:
        self._words = WordColumns(self._path, edge_list.COMMENTS, self._names.numbers_of_words)
        self._edges = self._numbered_columns(width)

    def _numbered_columns(self, width: int) -> EdgeColumns:
        return EdgeColumns(self._path, first_id=0, columns=(min(width, 3),), comments=b"#")
