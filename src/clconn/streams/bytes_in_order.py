"""The bytes of a file or a pipe, from the first to the last; gzip is decompressed.

A pipe cannot be read twice, so its beginning, which tells its format, is kept and read again.
"""

from __future__ import annotations

import codecs
import io
import os
import stat
from contextlib import ExitStack
from typing import IO, Any, cast

from clconn.errors import GraphError, GraphFileDirectoryError, GraphFileError
from clconn.files.gunzip import gunzip
from clconn.files.streams import BLOCK_BYTES, BYTE_ORDER_MARK, GZIP_MAGIC, HEAD_BYTES

__all__ = ["BytesInOrder"]


class _AfterHead(io.RawIOBase):
    """A stream whose first bytes were read before, and come again."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        super().__init__()
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._head[: len(buffer)]
        if piece:
            self._head = self._head[len(piece) :]
        else:
            piece = _piece(self._rest, len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


class BytesInOrder:
    """The bytes of a path or of a binary file object, which stays open.

    Attributes
    ----------
    path : str
        The name for messages.
    size : int or None
        The size of a regular file.
    compressed : bool
        Whether it is gzip.
    head : bytes
        The first bytes, decompressed.
    offset : int
        How many bytes were read, decompressed.
    """

    def __init__(self, source: str | IO[bytes], name: str) -> None:
        self.path = name
        self.size: int | None = None
        self.offset = 0
        self._exits = ExitStack()
        if isinstance(source, str):
            _refuse_other_files(source)
            raw: IO[bytes] = io.FileIO(source, "rb")
            self._exits.callback(raw.close)
            if stat.S_ISREG(os.fstat(raw.fileno()).st_mode):
                self.size = os.fstat(raw.fileno()).st_size
        else:
            raw = source
        self._raw = raw
        first = _read_fully(raw, HEAD_BYTES)
        self.compressed = first.startswith(GZIP_MAGIC)
        self._is_seekable = self.size is not None and not self.compressed
        again: IO[bytes] = raw
        if self.size is not None:
            raw.seek(0)
        else:
            again = cast(IO[bytes], _AfterHead(first, raw))
        if self.compressed:
            plain = gunzip(again)
            first = _read_fully(plain, HEAD_BYTES)
            again = cast(IO[bytes], _AfterHead(first, plain))
        self.head = first
        self._buffer = io.BufferedReader(cast(io.RawIOBase, again), HEAD_BYTES)

    def close(self) -> None:
        """Close the file, if it was opened here."""
        self._exits.close()

    def read(self, count: int) -> bytes:
        """Read `count` bytes, or fewer at the end."""
        data = _read_fully(self._buffer, count)
        self.offset += len(data)
        return data

    def readline(self, limit: int) -> bytes:
        """Read one line, or its first `limit` bytes."""
        line = self._buffer.readline(limit)
        self.offset += len(line)
        return line

    def skip_byte_order_mark(self) -> None:
        """Move from the start of a text to its first character."""
        if self.head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise GraphFileError(
                self.path, "the text is UTF-16; expected ASCII or UTF-8, save it so", byte=0
            )
        if self.head.startswith(BYTE_ORDER_MARK):
            self.read(len(BYTE_ORDER_MARK))

    def move_to(self, offset: int) -> None:
        """Move forward to an offset, by reading if there is no other way."""
        if self._is_seekable:
            self.offset = self._buffer.seek(offset)
            return
        while self.offset < offset:
            if not self.read(min(BLOCK_BYTES, offset - self.offset)):
                raise GraphFileError(
                    self.path, f"ends before the position at byte {offset}; is it another one?"
                )

    @property
    def consumed(self) -> int:
        """Number of bytes read so far."""
        return self.offset

    @property
    def share(self) -> float | None:
        """The part of a regular file that has been read."""
        return self._raw.tell() / self.size if self.size else None


def _refuse_other_files(path: str) -> None:
    mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise GraphFileDirectoryError(path, "is a directory; name a file")
    if stat.S_ISCHR(mode):
        with open(path, "rb", buffering=0) as opened:
            if opened.isatty():
                return
        raise GraphFileError(path, "is a device; expected a file or a pipe")


def _read_fully(stream: IO[bytes], count: int) -> bytes:
    """Read `count` bytes, or fewer at the end; a pipe gives fewer before it, too."""
    first = _piece(stream, count)
    if len(first) == count or not first:
        return first
    pieces = [first]
    rest = count - len(first)
    while rest and (piece := _piece(stream, rest)):
        pieces.append(piece)
        rest -= len(piece)
    return b"".join(pieces)


def _piece(stream: IO[bytes], count: int) -> bytes:
    try:
        piece: Any = stream.read(count)
    except ValueError as error:  # closed, or open for writing only
        raise GraphError(f"the stream cannot be read: {error}; open it with 'rb'") from None
    if not isinstance(piece, bytes | bytearray | memoryview):
        what = "no bytes: it does not block" if piece is None else type(piece).__name__
        raise GraphError(f"read() of a {type(stream).__name__} returned {what}; expected bytes")
    return bytes(piece)
