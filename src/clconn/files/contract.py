"""What a file format consists of, and what a reader is asked for.

Each format is one module that ends in one :class:`Format`: a name, its suffixes,
a reader, a writer and a sniffer. A reader gets a path that exists, is a regular
file and is not empty; it either returns a graph or raises; the exceptions that
damaged input causes in libraries are translated by the caller. A writer gets a
binary stream and never learns its name, so that a file can be replaced in one
step. A sniffer looks at the first bytes only.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, BinaryIO

from clconn.errors import GraphFileError
from clconn.files.streams import BYTE_ORDER_MARK, HEAD_BYTES, open_stream
from clconn.graph import MAXIMUM_VERTICES

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = ["Format", "Request", "Sample", "plain_suffix"]

_NEWLINE = b"\n"


@dataclass(frozen=True)
class Request:
    """How a file is to be read.

    Attributes
    ----------
    n : int or None
        Number of vertices, where the file does not say it; a check where it does.
    directed : bool or None
        None for what the file says, which is undirected if it says nothing.
    weighted : bool
        Whether to keep weights.
    progress : bool
        Whether to show a progress bar, if standard error is a terminal.
    """

    n: int | None = None
    directed: bool | None = None
    weighted: bool = True
    progress: bool = False

    def vertex_count(self, path: str, stated: int, *, line: int | None = None) -> int:
        """The number of vertices that the file states, checked against `n`.

        Raises
        ------
        GraphFileError
            If the two differ, or there are too many.
        """
        if stated > MAXIMUM_VERTICES:
            raise GraphFileError(
                path, f"{stated} vertices; clconn takes fewer than 2**31", line=line
            )
        if self.n is not None and self.n != stated:
            raise GraphFileError(
                path, f"the file has {stated} vertices, but n = {self.n} was asked for", line=line
            )
        return stated


@dataclass(frozen=True)
class Sample:
    """The beginning of a file, looked at through gzip.

    Attributes
    ----------
    path : str
    head : bytes
        The first bytes after decompression; the whole file if it is short.
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
        """Suffix without ``.gz``, in lower case."""
        return plain_suffix(self.path)

    @property
    def text(self) -> bytes:
        """The first bytes, without a byte order mark."""
        return self.head.removeprefix(BYTE_ORDER_MARK)

    @cached_property
    def lines(self) -> list[bytes]:
        """Complete lines of a text that are not blank; empty for binary data."""
        if b"\0" in self.head:
            return []
        text = self.text
        if len(self.head) == HEAD_BYTES:
            text = text[: text.rfind(_NEWLINE) + 1]
        return [line for line in text.split(_NEWLINE) if line.strip()]


@dataclass(frozen=True)
class Format:
    """One file format.

    Attributes
    ----------
    name : str
        What ``format=`` and ``--format`` call it.
    suffixes : tuple of str
        With the dot, in lower case; the first is the usual one.
    description : str
        One line for people.
    read : callable
        ``read(path, request) -> Graph``.
    write : callable
        ``write(graph, stream)``.
    sniff : callable
        ``sniff(sample) -> bool``: whether the content is of this format.
    certain : bool
        Whether the sniffer goes by a magic number or a banner, and does not guess.
    compressible : bool
        Whether the format is read and written through gzip too (suffix ``.gz``).
    """

    name: str
    suffixes: tuple[str, ...]
    description: str
    read: Callable[[str, Request], Graph] = field(repr=False)
    write: Callable[[Graph, BinaryIO], None] = field(repr=False)
    sniff: Callable[[Sample], bool] = field(repr=False)
    certain: bool = False
    compressible: bool = True


def plain_suffix(path: str) -> str:
    """Suffix of a path without ``.gz``, in lower case: ``.mtx`` for ``A.MTX.gz``."""
    stem, suffix = os.path.splitext(path.lower())
    return os.path.splitext(stem)[1] if suffix == ".gz" else suffix
