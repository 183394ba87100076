"""Read plain and gzip files, as lines and as blocks of whole lines.

A block has some megabytes and ends at the end of a line. So a reader can parse each
block separately, memory stays bounded, and a progress bar can move between blocks.
The magic number of gzip (RFC 1952) shows compression, not the suffix. A byte order
mark before UTF-8 text, which some editors write, is skipped.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol, TypeVar

import numpy as np

from clconn.errors import GraphFileError
from clconn.files.gunzip import gunzip
from clconn.files.mapped_arrays import mapped_array
from clconn.progress_bars import progress_bar

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "BYTE_ORDER_MARK",
    "HEAD_BYTES",
    "Block",
    "LineSource",
    "Stream",
    "TextFile",
    "count_lines",
    "open_stream",
    "quote",
]

T = TypeVar("T")

HEAD_BYTES = 1 << 16
"""Number of bytes that a sniffer can read."""

BLOCK_BYTES = 1 << 23
HEADER_LINE_BYTES = 1 << 16
_NEWLINE = 10
GZIP_MAGIC = b"\x1f\x8b"
BYTE_ORDER_MARK = codecs.BOM_UTF8


class Stream:
    """A file open for reading; gzip is decompressed.

    Attributes
    ----------
    compressed : bool
        Whether the file is gzip.
    """

    def __init__(self, path: str, raw: BinaryIO) -> None:
        self.path = path
        self._raw = raw
        self.compressed = raw.read(2) == GZIP_MAGIC
        raw.seek(0)
        self._plain = gunzip(raw) if self.compressed else raw

    def read(self, count: int) -> bytes:
        """Read `count` bytes, or fewer at the end of the file."""
        return self._plain.read(count)

    def readline(self, limit: int) -> bytes:
        """Read one line, or its first `limit` bytes."""
        return self._plain.readline(limit)

    def skip_byte_order_mark(self) -> None:
        """Move from the start of a text to its first character.

        Raises
        ------
        GraphFileError
            If the byte order mark is that of UTF-16, which clconn does not read.
        """
        mark = self._plain.read(len(BYTE_ORDER_MARK))
        if mark.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise GraphFileError(
                self.path, "the text is UTF-16; expected ASCII or UTF-8, save it so", byte=0
            )
        if mark != BYTE_ORDER_MARK:
            self._plain.seek(0)

    def size(self) -> int:
        """Return the number of bytes after decompression, and rewind the stream."""
        total = self._plain.seek(0, os.SEEK_END)
        self._plain.seek(0)
        return total

    def array(self, dtype: str, count: int) -> NDArray[Any]:
        """Return the next `count` numbers of a binary file, mapped if it is not compressed.

        Raises
        ------
        GraphFileError
            If the file ends too early.
        """
        kind = np.dtype(dtype)
        if not self.compressed:
            place = self._raw.tell()
            mapped = mapped_array(self._raw, kind, (count,), place)
            if mapped is not None:
                self._raw.seek(place + count * kind.itemsize)
                return mapped
        array = np.empty(count, dtype=kind)
        rest = array.view(np.uint8).data
        while len(rest):
            piece = self._plain.read(min(len(rest), BLOCK_BYTES))
            if not piece:
                raise GraphFileError(
                    self.path, f"the file ends {len(rest)} bytes early", byte=self._plain.tell()
                )
            rest[: len(piece)] = piece
            rest = rest[len(piece) :]
        return array

    @property
    def consumed(self) -> int:
        """Number of bytes read so far from the file itself, before decompression."""
        return self._raw.tell()


@contextmanager
def open_stream(path: str) -> Iterator[Stream]:
    """Open a file for reading; gzip is decompressed."""
    with open(path, "rb") as raw:
        yield Stream(path, raw)


@dataclass(frozen=True)
class Block:
    """A sequence of whole lines.

    Attributes
    ----------
    line : int
        Number of the first line, counted from 1.
    data : bytes
        The lines, ending with a newline, except perhaps at the end of the file.
    """

    line: int
    data: bytes


class LineSource(Protocol):
    """What a text is read from."""

    @property
    def consumed(self) -> int:
        """Number of bytes read so far, as a progress bar counts them."""

    def read(self, count: int) -> bytes:
        """Read `count` bytes, or fewer at the end."""

    def readline(self, limit: int) -> bytes:
        """Read one line, or its first `limit` bytes."""


class TextFile:
    """A text file: header lines one by one, then the rest in blocks.

    With `progress` it shows a bar, if a terminal or a notebook can.
    """

    def __init__(self, path: str, progress: bool = False) -> None:
        self.path = path
        self.line = 0
        self._progress = progress
        self._stream: LineSource

    def __enter__(self) -> TextFile:
        with ExitStack() as stack:
            stream = stack.enter_context(open_stream(self.path))
            stream.skip_byte_order_mark()
            self._stream = stream
            self._exits = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._exits.__exit__(kind, error, traceback)

    def next_line(self) -> bytes | None:
        """Read the next line without its newline; return None at the end of the file."""
        line = self._stream.readline(HEADER_LINE_BYTES)
        if not line:
            return None
        self.line += 1
        if len(line) == HEADER_LINE_BYTES and not line.endswith(b"\n"):
            raise GraphFileError(
                self.path,
                f"no line ends within {HEADER_LINE_BYTES} bytes; expected a header line of text",
                line=self.line,
            )
        return line.rstrip(b"\r\n")

    def header_line(self, comment: bytes) -> bytes:
        """Read the next line that is neither blank nor a comment; return b"" at the end."""
        while (line := self.next_line()) is not None:
            if line.strip() and not line.lstrip().startswith(comment):
                return line
        return b""

    def blocks(self, block_bytes: int = BLOCK_BYTES) -> Iterator[Block]:
        """Read the rest of the file in blocks of about that size.

        A thread decompresses, and another cuts a block, while the one before is parsed.
        """
        chunks = self._chunks(block_bytes)
        blocks = self._cut(chunks)
        # A thread that waits for a pipe could not be ended.
        if isinstance(self._stream, Stream):
            if self._stream.compressed:
                blocks = self._cut(_ahead(chunks))
            if os.path.getsize(self.path) > block_bytes:
                blocks = _ahead(blocks)
        with self._bar() as advance:
            for block, consumed in blocks:
                advance(consumed)
                yield block

    def _chunks(self, size: int) -> Iterator[tuple[bytes, int]]:
        """Read the rest, with the number of bytes consumed so far."""
        while chunk := self._stream.read(size):
            yield chunk, self._stream.consumed

    def _cut(self, chunks: Iterator[tuple[bytes, int]]) -> Iterator[tuple[Block, int]]:
        """Cut chunks behind ends of lines."""
        pieces: list[bytes] = []
        line = self.line + 1
        consumed = 0
        for chunk, consumed in chunks:
            end = chunk.rfind(b"\n") + 1
            if not end:
                pieces.append(chunk)
                continue
            data = b"".join([*pieces, memoryview(chunk)[:end]])
            pieces = [chunk[end:]]
            yield Block(line, data), consumed
            line += count_lines(data)
        rest = b"".join(pieces)
        if rest:
            yield Block(line, rest), consumed

    @contextmanager
    def _bar(self) -> Iterator[Any]:
        shown = None
        if self._progress:
            size, name = os.path.getsize(self.path), os.path.basename(self.path)
            shown = progress_bar(total=size, desc=name, unit="B", unit_scale=True)
        if shown is None:
            yield lambda consumed: None
            return
        with shown as bar:
            yield lambda consumed: bar.update(consumed - bar.n)


def _ahead(items: Iterator[T]) -> Iterator[T]:
    """Have a thread make the next item while one is used."""
    with ThreadPoolExecutor(1) as pool:
        following = pool.submit(next, items, None)
        while (item := following.result()) is not None:
            following = pool.submit(next, items, None)
            yield item


def count_lines(data: bytes) -> int:
    """Return the number of newlines, five times as fast as ``bytes.count``."""
    return int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) == _NEWLINE))


def quote(text: bytes, limit: int = 40) -> str:
    """Return a piece of a file for an error message: printable, in quotes and short."""
    decoded = text.strip().decode("latin-1")
    return ascii(decoded if len(decoded) <= limit else decoded[:limit] + "...")
