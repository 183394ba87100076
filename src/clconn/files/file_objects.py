"""Graphs from and to pipes and open files.

Readers open a path several times: to recognize the format, to learn sizes, to read. What
can be read only once, such as a pipe, a socket or an object with ``read``, is copied to a
temporary folder first (that of :mod:`tempfile`, which TMPDIR chooses), as it is:
compressed data stay compressed. An open file that is regular and at its beginning is read
where it is.
"""

from __future__ import annotations

import io
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, BinaryIO, cast

from clconn.errors import GraphError, GraphFileAccessError, GraphFileError, OutputError

__all__ = ["is_file_object", "name_of", "open_sink", "path_of", "regular_file"]

PIECE_BYTES = 1 << 20
LONGEST_NAME = 100


def path_of(path: str | os.PathLike[str]) -> str:
    """Return the path as a str, or raise a :class:`GraphError` if it is not a path."""
    try:
        name = os.fsdecode(path)
    except TypeError:
        raise GraphError(f"expected a path, got {type(path).__name__}") from None
    if "\0" in name:
        raise GraphError(f"a path has no null character: {name!r}")
    return name


def is_file_object(source: object) -> bool:
    """Check for an object with ``read`` or ``write``; some classes of paths have these, too."""
    is_path = isinstance(source, str | bytes | os.PathLike)
    return not is_path and (hasattr(source, "read") or hasattr(source, "write"))


def name_of(source: str | os.PathLike[str] | IO[Any]) -> str:
    """Return the name of a path or an open file for messages."""
    if not is_file_object(source):
        return path_of(cast(str, source))
    name = getattr(source, "name", None)
    return name if isinstance(name, str) and name else f"<{type(source).__name__}>"


@contextmanager
def regular_file(source: str | os.PathLike[str] | IO[Any], name: str) -> Iterator[str]:
    """Yield a path of a regular file with the content of a path or an open file.

    The path of a copy ends with the last part of `name`, whose suffix may tell the format.

    Raises
    ------
    GraphError
        If the object cannot be read, or returns neither bytes nor text.
    GraphFileError
        If the path is that of a device without an end.
    GraphFileAccessError
        If the copy does not fit in the temporary folder.
    """
    if is_file_object(source):
        stream = cast(IO[Any], source)
        path = _path_of_descriptor(stream)
        if path is not None:
            yield path
            stream.seek(0, os.SEEK_END)
            return
        with _copy(stream, name) as path:
            yield path
        return
    mode = os.stat(name).st_mode
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        yield name
        return
    with open(name, "rb") as opened:
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or opened.isatty()):
            raise GraphFileError(name, "is a device; expected a file or a pipe")
        with _copy(opened, name) as path:
            yield path


def _path_of_descriptor(stream: IO[Any]) -> str | None:
    """Return a path by which Linux opens an unread regular file once more, or None."""
    # Other objects, such as those of gzip, have a descriptor of something else than they read.
    raw = stream.raw if type(stream) is io.BufferedReader else stream
    if type(raw) is not io.FileIO or stream.closed:
        return None
    path = f"/proc/self/fd/{raw.fileno()}"
    is_regular = stat.S_ISREG(os.fstat(raw.fileno()).st_mode)
    # The suffix of the file's own name may tell its format.
    own = str(stream.name)
    try:
        if is_regular and os.path.samestat(os.stat(own), os.fstat(raw.fileno())):
            path = own
    except OSError:
        pass
    return path if is_regular and stream.tell() == 0 and os.access(path, os.R_OK) else None


@contextmanager
def _copy(stream: IO[Any], name: str) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="clconn-") as folder:
        path = os.path.join(folder, os.path.basename(name)[-LONGEST_NAME:] or "graph")
        with open(path, "wb") as copy:
            for piece in _pieces(stream):
                try:
                    copy.write(piece)
                    copy.flush()
                except OSError as error:
                    raise GraphFileAccessError(
                        name,
                        f"no room for a copy in {folder}: {error.strerror}; set TMPDIR to a "
                        "folder with more",
                    ) from error
        yield path


def _pieces(stream: IO[Any]) -> Iterator[bytes]:
    # On a terminal, read() would wait for a second end of file.
    read = stream.read1 if isinstance(stream, io.BufferedReader) else getattr(stream, "read", None)
    if read is None:
        raise GraphError(f"a {type(stream).__name__} has no read(); give a file open for reading")
    while True:
        try:
            piece = read(PIECE_BYTES)
        except UnicodeDecodeError as error:
            raise GraphError(f"{error}; open the file in binary mode, with 'rb'") from None
        except ValueError as error:  # closed, or open for writing only
            raise GraphError(f"the file cannot be read: {error}; open it with 'rb'") from None
        if isinstance(piece, str):
            piece = piece.encode("utf-8", "surrogatepass")
        if not isinstance(piece, bytes | bytearray | memoryview):
            raise GraphError(
                f"read() of a {type(stream).__name__} returned {type(piece).__name__}; "
                "expected bytes"
            )
        if not piece:
            return
        yield bytes(piece)


class _Sink(io.RawIOBase):
    """Passes bytes to an object that may have no more than ``write``.

    It hides the rest of the object. NumPy would otherwise write to its descriptor, which
    fails for a pipe.
    """

    def __init__(self, stream: IO[Any]) -> None:
        super().__init__()
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        piece = bytes(data)
        try:
            written = self._stream.write(piece)
        except TypeError as error:
            raise OutputError(
                f"{error}; give a binary file, such as open(path, 'wb') or sys.stdout.buffer"
            ) from None
        except ValueError as error:  # closed, or open for reading only
            raise OutputError(f"the file cannot be written: {error}; open it with 'wb'") from None
        return len(piece) if written is None else written


@contextmanager
def open_sink(stream: IO[Any]) -> Iterator[BinaryIO]:
    """Yield a buffered binary file that writes to an open file, which stays open."""
    with io.BufferedWriter(_Sink(stream), PIECE_BYTES) as buffer:
        yield cast(BinaryIO, buffer)
