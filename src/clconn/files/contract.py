"""The parts of a file format, and the request to a reader.

Each format is a module that defines one :class:`Format`: a name, its suffixes, a
reader, a writer and a sniffer. A reader gets the path of a regular file that exists
and is not empty. It returns a graph or raises; the caller translates the exceptions
that libraries raise for damaged input. A writer gets a binary stream and never its
name, so the caller can replace a file in one step. A sniffer reads only the first
bytes.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from clconn.cached_properties import cached_property
from clconn.errors import GraphFileError
from clconn.files.streams import BYTE_ORDER_MARK, HEAD_BYTES, open_stream
from clconn.graph import MAXIMUM_VERTICES

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = [
    "WITHOUT_WEIGHTS",
    "Format",
    "Request",
    "Sample",
    "check_announced",
    "plain_suffix",
]

_NEWLINE = b"\n"


@dataclass(frozen=True)
class Request:
    """The options of a reader.

    Attributes
    ----------
    n : int or None
        Number of vertices, if the file does not store it; otherwise a check.
    directed : bool or None
        None to follow the file, as :meth:`is_directed` explains.
    arcs : bool
        Whether the entries of a file that does not say otherwise are arcs.
    weighted : bool
        Whether to keep weights.
    progress : bool
        Whether to show a progress bar, if standard error is a terminal or in a notebook.
    renumber : bool
        Whether ids are names, which only formats with ``names_vertices`` know.
    """

    n: int | None = None
    directed: bool | None = None
    weighted: bool = True
    progress: bool = False
    renumber: bool = False
    arcs: bool = False

    def is_directed(self, stored: bool | None = None) -> bool:
        """Whether a graph is directed; `stored` is what its file says, or None.

        Without `arcs` only ``npz`` is believed, in which clconn stores it: for most purposes the
        direction of edges does not matter.
        """
        if self.directed is not None:
            return self.directed
        return self.arcs and stored is not False

    def vertex_count(self, path: str, count: int, *, line: int | None = None) -> int:
        """Return the file's number of vertices, after checking it against `n`.

        Raises
        ------
        GraphFileError
            If the two differ, or the number is too large.
        """
        if count > MAXIMUM_VERTICES:
            raise GraphFileError(
                path, f"{count} vertices; clconn takes fewer than 2**31", line=line
            )
        if self.n is not None and self.n != count:
            raise GraphFileError(
                path, f"the file has {count} vertices, but n = {self.n} was asked for", line=line
            )
        return count


WITHOUT_WEIGHTS = "weighted=False (`clconn convert --no-weights`) leaves them out"
"""What to do about weights that a format does not hold, in messages."""


@dataclass(frozen=True)
class Sample:
    """The beginning of a file, after decompression.

    Attributes
    ----------
    path : str
    head : bytes
        The first bytes, or the whole file if it is short.
    compressed : bool
        Whether the file is gzip.
    """

    path: str
    head: bytes
    compressed: bool

    @classmethod
    def of(cls, path: str) -> Sample:
        """Read the beginning of a file."""
        with open_stream(path) as stream:
            return cls(path, stream.read(HEAD_BYTES), stream.compressed)

    @property
    def suffix(self) -> str:
        """The suffix of the path, as :func:`plain_suffix` returns it."""
        return plain_suffix(self.path)

    @property
    def text(self) -> bytes:
        """The first bytes, without a byte order mark."""
        return self.head.removeprefix(BYTE_ORDER_MARK)

    @property
    def is_whole(self) -> bool:
        """Whether this is all of the file."""
        return len(self.head) < HEAD_BYTES

    @cached_property
    def lines(self) -> list[bytes]:
        """The complete lines that are not blank; empty for binary data."""
        if b"\0" in self.head:
            return []
        text = self.text
        if not self.is_whole:
            text = text[: text.rfind(_NEWLINE) + 1]
        return [line for line in text.split(_NEWLINE) if line.strip()]


@dataclass(frozen=True)
class Format:
    """One file format.

    Attributes
    ----------
    name : str
        The name for ``format=`` and ``--format``.
    suffixes : tuple of str
        With the dot, in lower case; the usual one first.
    description : str
        A line of explanation for the user.
    read : callable
        ``read(path, request) -> Graph``.
    write : callable
        ``write(graph, stream)``.
    sniff : callable
        ``sniff(sample) -> bool``: whether the content has this format.
    certain : bool
        Whether the sniffer checks a magic number or a banner and does not guess.
    compressible : bool
        Whether files of this format may be compressed with gzip (suffix ``.gz``).
    names_vertices : bool
        Whether ids may be names, to be numbered by the reader.
    holds_arcs : bool
        Whether a directed graph can be written.
    keeps_names : bool
        Whether the names of the vertices are written, too.
    """

    name: str
    suffixes: tuple[str, ...]
    description: str
    read: Callable[[str, Request], Graph] = field(repr=False)
    write: Callable[[Graph, BinaryIO], None] = field(repr=False)
    sniff: Callable[[Sample], bool] = field(repr=False)
    certain: bool = False
    compressible: bool = True
    names_vertices: bool = False
    holds_arcs: bool = True
    keeps_names: bool = False


def plain_suffix(path: str) -> str:
    """Return the suffix without ``.gz``, in lower case: ``.mtx`` for ``A.MTX.gz``."""
    stem, suffix = os.path.splitext(path.lower())
    return os.path.splitext(stem)[1] if suffix == ".gz" else suffix


def check_announced(path: str, count: int, announced: int, what: str, *, line: int) -> None:
    """Raise an error if a file has another number of edges than its header says."""
    if count != announced:
        raise GraphFileError(
            path, f"{announced} {what} are announced but {count} are there", line=line
        )
