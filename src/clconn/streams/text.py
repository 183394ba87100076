"""Batches of a text file or pipe, of any of the text formats that list edges.

A position is the offset and the number of the first line of a block, and how many edges of that
block were in batches before. The header is read again from the beginning; in a pipe, all bytes up
to the offset are read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphFileError
from clconn.files import dimacs, edge_list, matrix_market
from clconn.files.complex_entries import ComplexEntries
from clconn.files.contract import Request, check_announced
from clconn.files.edge_attributes import plain_block
from clconn.files.edge_columns import EdgeColumns
from clconn.files.konect import konect_header
from clconn.files.named_edges import BIPARTITE_NAMES, warn_of_ignored_column
from clconn.files.streams import BLOCK_BYTES, HEAD_BYTES, Block, TextFile
from clconn.graph_checks import MAXIMUM_VERTICES
from clconn.streams.batches import Batch, Batches, digest
from clconn.streams.bytes_in_order import BytesInOrder
from clconn.streams.named_columns import NamedColumns
from clconn.streams.names import Names
from clconn.streams.pending import Pending

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TEXT_FORMATS", "TextBatches"]

TEXT_FORMATS = (
    edge_list.FORMAT.name,
    matrix_market.FORMAT.name,
    dimacs.FORMAT.name,
)

_BYTES_OF_AN_EDGE = 8
"""About as many as a short line has: a small batch does not wait for a large block of a slow pipe,
but for 64 KiB."""


class _Text(TextFile):
    """A text whose bytes come in order, with the offset of each block."""

    def __init__(self, stream: BytesInOrder) -> None:
        super().__init__(stream.path)
        self._stream = self._bytes = stream

    def placed_blocks(self, block_bytes: int) -> Iterator[tuple[int, Block]]:
        """Read the rest in blocks, each with its offset."""
        offset = self._bytes.offset
        for block in self.blocks(block_bytes):
            yield offset, block
            offset += len(block.data)

    def move_to(self, offset: int, line: int) -> None:
        """Move forward to the beginning of a line."""
        self._bytes.move_to(offset)
        self.line = line - 1


class TextBatches(Batches):
    """The edges of a text, as :func:`clconn.read` numbers and checks them."""

    _place_names = ("offset", "line", "skip")

    def __init__(
        self,
        stream: BytesInOrder,
        format: str,
        *,
        batch: int,
        n: int | None,
        weighted: bool,
        names: Names | None = None,
    ) -> None:
        super().__init__(stream.path, format, batch)
        self.names = names
        self._exits.callback(stream.close)
        self._stream = stream
        self._weighted = weighted
        self._text = _Text(stream)
        self._block_bytes = min(max(batch * _BYTES_OF_AN_EDGE, 1 << 16), BLOCK_BYTES)
        self._target_offset = 0
        self._ignores_column = True
        stream.skip_byte_order_mark()
        self._edges = self._begin(n)
        self._header_line = self._text.line
        self.identity = {
            "kind": "text",
            "format": format,
            "size": stream.size,
            "head": digest(stream.head),
        }

    def _place_has(self, position: dict[str, Any]) -> bool:
        return "state" in position

    def _begin(self, n: int | None) -> EdgeColumns | NamedColumns:
        """Read the header, and return what reads the rest."""
        request = Request(n, weighted=self._weighted)
        if self.format == edge_list.FORMAT.name:
            return self._begin_edge_list(request)
        self.n_is_certain = True
        if self.format == dimacs.FORMAT.name:
            edges, self.n, self.edge_count = dimacs.begin(self._text, request)
            return edges
        entries, self.n, self.edge_count, _ = matrix_market.begin(self._text, request)
        if isinstance(entries, ComplexEntries):
            raise GraphFileError(
                self.name,
                "complex entries do not stream; `clconn convert --no-weights` leaves the edges",
                line=1,
            )
        return entries

    def _begin_edge_list(self, request: Request) -> EdgeColumns | NamedColumns:
        head = self._stream.head[self._stream.offset :]
        konect = konect_header(head)
        self._ignores_column = konect is None  # that of KONECT is known to be a time
        if self.names is not None:
            if konect is not None and konect.bipartite:
                raise GraphFileError(self.name, BIPARTITE_NAMES, line=1)
            columns = NamedColumns(self.name, self.names)
            if len(self._stream.head) == HEAD_BYTES:
                head = head[: head.rfind(b"\n") + 1]
            columns.decide(plain_block(self.name, Block(1, head), edge_list.COMMENTS))
            return columns
        edges = edge_list.columns_of(self.name, request, konect)
        self.n, self.n_is_certain = request.n, request.n is not None
        if konect is None:
            nodes = edge_list.stated_nodes(_comments_before_edges(head))
            if request.n is None and 0 < nodes <= MAXIMUM_VERTICES:
                self.n = nodes
            return edges
        left, right = konect.sizes
        if konect.bipartite:
            if not left or not right:
                raise GraphFileError(
                    self.name,
                    "a bipartite KONECT file streams only if its second line counts the vertices "
                    "of both sides, '% m n1 n2'; add it",
                    line=2,
                )
            self._target_offset = left
        if request.n is None and max(left, right):
            self.n = left + right if konect.bipartite else max(left, right)
        return edges

    def _read(self) -> Iterator[Batch]:
        pending = Pending()
        skip = self.position.get("skip", 0)
        if "offset" in self.position:
            self._edges.go_on(self.position["state"])
            self._text.move_to(self.position["offset"], self.position["line"])
        for offset, block in self._text.placed_blocks(self._block_bytes):
            # The state before the block, because the block is read again.
            place = (offset, block.line, self._edges.state())
            pending.add(self._parse(block), place)
            if skip:
                skip -= pending.drop(skip)
            while pending.size >= self.batch:
                yield self._take(pending, offset, block)
        if pending.size:
            yield self._take(pending, offset, block)
        self._check_end()

    def _take(self, pending: Pending, offset: int, block: Block) -> Batch:
        """Take a batch; its last edges are of this block, or there are more of them."""
        batch = pending.take(self.batch)
        if pending.place is None:
            offset, line = offset + len(block.data), block.line + block.data.count(b"\n")
            skip, state = 0, self._edges.state()
        else:
            (offset, line, state), skip = pending.place
        self.position = {
            "edges": self.position["edges"] + batch.sources.size,
            "offset": offset,
            "line": line,
            "skip": skip,
            "state": state,
        }
        return batch

    def _parse(self, block: Block) -> Batch:
        if self.format == edge_list.FORMAT.name:
            block = plain_block(self.name, block, edge_list.COMMENTS)
        self._edges.add(block)
        sources, targets, weights = self._edges.new_arrays()
        if self._edges.columns == (4,) and self._ignores_column:
            self._ignores_column = False
            warn_of_ignored_column()
        if self._target_offset:
            self._check_left(sources)
            targets = targets + np.int64(self._target_offset)
        return Batch(sources, targets, weights if self._weighted else None)

    def _numbered(self, batch: Batch) -> Batch:
        return batch  # names had numbers when their block was parsed

    def _check_left(self, sources: NDArray[Any]) -> None:
        if sources.size and int(sources.max()) >= self._target_offset:
            raise GraphFileError(
                self.name,
                f"id {int(sources.max()) + 1} in the first column, but the second line counts "
                f"{self._target_offset} ids there; the vertices of the other side follow them",
            )

    def _check_end(self) -> None:
        self._edges.end()
        if self.edge_count is not None:
            what = "edges" if self.format == dimacs.FORMAT.name else "entries"
            check_announced(
                self.name, self._edges.count, self.edge_count, what, line=self._header_line
            )

    @property
    def share(self) -> float | None:
        return super().share if self.edge_count is not None else self._stream.share


def _comments_before_edges(head: bytes) -> bytes:
    """Return the comments at the beginning of an edge list, where SNAP counts the vertices."""
    match = re.match(rb"(?:[ \t]*(?:[#%][^\n]*)?\n)*", head)
    return b"" if match is None else match[0]
