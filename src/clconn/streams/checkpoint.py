"""A file that keeps the components of a stream and the place in its source, both or neither.

It is a file of :meth:`clconn.IncrementalComponents.save` with one more member, the place, so
:meth:`clconn.IncrementalComponents.load` reads it, too. It replaces the one before in a single
step. So whenever a program is killed, there is one complete checkpoint, and the edges that it
counts are those before its place: none is lost, and none counted twice.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError, GraphFileError, OutputError
from clconn.files.atomic import atomic_output
from clconn.files.npz import translate_load_errors
from clconn.files.reading import translate_errors

if TYPE_CHECKING:
    from clconn.streams.batches import Batches

__all__ = [
    "DEFAULT_EVERY",
    "CheckpointFile",
    "Place",
    "check_every",
    "read_place",
    "write_with_place",
]

DEFAULT_EVERY = 100
"""Batches from one checkpoint to the next."""

_MEMBER = "clconn_stream"
_VERSION = 1
_WORDS = {
    "kind": "kind",
    "format": "format",
    "size": "size",
    "head": "beginning",
}


@dataclass(frozen=True)
class Place:
    """Where a stream stood, and which stream it was.

    Attributes
    ----------
    position, identity : dict
        Those of :class:`~clconn.streams.Batches`.
    n : int or None
        The number of vertices that the user gave.
    batches : int
        As many were read, over all runs.
    renumber : bool
        Whether ids are names, which the file then has, too.
    """

    position: dict[str, Any]
    identity: dict[str, Any]
    n: int | None
    batches: int
    renumber: bool = False

    def check(self, path: str, batches: Batches, n: int | None) -> None:
        """Raise a :class:`GraphFileError` unless the place is one of this source and this `n`."""
        for key in {**self.identity, **batches.identity}:
            before, now = self.identity.get(key), batches.identity.get(key)
            if before != now:
                difference = "" if key == "head" else f" ({before}, now {now})"
                raise GraphFileError(
                    path,
                    f"is the checkpoint of another source than {batches.name}: the "
                    f"{_WORDS.get(key, key)} differs{difference}; name that source, or another "
                    "checkpoint",
                )
        renumber = batches.names is not None
        if self.renumber != renumber:
            raise GraphFileError(
                path,
                f"was begun {_renumbered(self.renumber)}, and this is {_renumbered(renumber)}; "
                "give the same, or another checkpoint",
            )
        if self.n != n:
            raise GraphFileError(
                path,
                f"was begun {_with_n(self.n)}, and this is {_with_n(n)}; give the same, or another "
                "checkpoint",
            )


def _with_n(n: int | None) -> str:
    return "without n (--n)" if n is None else f"with n = {n} (--n)"


def _renumbered(renumber: bool) -> str:
    return f"{'with' if renumber else 'without'} renumber=True (--renumber)"


def write_with_place(path: str, arrays: Mapping[str, Any], place: Place) -> None:
    """Write arrays and a place to a file, which replaces an earlier one when it is complete."""
    words = json.dumps({"version": _VERSION, **asdict(place)})
    # A program that is killed while it writes leaves the part, which the next one overwrites.
    with atomic_output(path, part=f"{path}.part") as stream:
        np.savez(stream, **{**arrays, _MEMBER: np.array(words)})


def read_place(path: str) -> Place:
    """Read the place of a checkpoint.

    Raises
    ------
    GraphFileError
        If the file is damaged, is no checkpoint, or is of a later version of clconn.
    """
    expected = "expected the checkpoint of a stream; it is cut off, damaged or something else"
    with translate_errors(path), open(path, "rb") as stream, translate_load_errors(path, expected):
        if os.path.getsize(path) == 0:
            raise GraphFileError(path, f"is empty; {expected}")
        archive = np.load(stream, allow_pickle=False)
        if _MEMBER not in getattr(archive, "files", ()):
            raise GraphFileError(
                path, "expected the checkpoint of a stream; this file has no place in a source"
            )
        words = json.loads(archive[_MEMBER].item())
        version = words.pop("version")
        if version != _VERSION:
            raise GraphFileError(
                path,
                f"is a checkpoint of format {version}, and this clconn reads format {_VERSION}; "
                "use the clconn that wrote it, or a later one",
            )
        return Place(**words)


class CheckpointFile:
    """The file, when it is due, and where it goes on."""

    def __init__(self, path: str, every: int, resume: bool) -> None:
        check_every(every)
        self.path = path
        self.every = every
        exists = os.path.lexists(path)
        if exists and not resume:
            raise OutputError(
                f"{path}: is there already; resume=True (--resume on the command line) goes on "
                "from it, or remove it to begin again"
            )
        self.place = read_place(path) if exists else None


def check_every(every: int) -> None:
    """Raise a GraphError if this is no number of batches between checkpoints."""
    if not isinstance(every, int) or every < 1:
        raise GraphError(f"every is {every!r}; expected a number of batches of 1 or more")
