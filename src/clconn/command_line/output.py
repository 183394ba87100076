"""Check before the work whether a file can be written."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from clconn.command_line.stderr import say
from clconn.errors import OutputError

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = [
    "check_graph_path",
    "check_output",
    "check_outputs",
    "note_lost_names",
    "same_file",
]


class _TrialError(Exception):
    """Stops :func:`clconn.files.atomic_output` before it replaces a file."""


def check_output(path: str, *, source: str | None = None) -> None:
    """Raise an :class:`OutputError` if a path is not writable.

    Parameters
    ----------
    path : str
    source : str, optional
        The input, which must not be overwritten.
    """
    from clconn.files import atomic_output

    if path == "-":
        raise OutputError(
            "-: this result does not go to standard output; give the name of a file, or ./- for "
            "a file of that name"
        )
    if not path:
        raise OutputError("'': an empty path; give the name of a file")
    if source is not None and same_file(path, source):
        raise OutputError(f"{path}: is the input, which would be lost; give another name")
    # Open the output and cancel. Permissions, read-only mounts and quotas all matter,
    # and only the operating system knows them all.
    try:
        with atomic_output(path):
            raise _TrialError
    except _TrialError:
        pass


def check_outputs(paths: Iterable[str], *, source: str) -> None:
    """Apply :func:`check_output` to several paths, which must name different files."""
    outputs: list[str] = []
    for path in paths:
        check_output(path, source=source)
        if any(same_file(path, other) for other in outputs):
            raise OutputError(f"{path}: two results would go to this file; give each its own name")
        outputs.append(path)


def check_graph_path(
    path: str, *, format: str | None, option: str, source: str | None = None
) -> None:
    """Raise an error if :func:`clconn.write` could not write a graph to a path.

    Parameters
    ----------
    path : str
    format : str or None
        None if the suffix decides the format.
    option : str
        The option that names the format, for the message.
    source : str, optional
        The input, which must not be overwritten.

    Raises
    ------
    OutputError
        As for :func:`check_output` and :func:`clconn.files.target_format`.
    GraphError
        If the format does not exist.
    """
    from clconn.files import target_format

    if path == "-" and format is None:
        raise OutputError(f"standard output has no suffix; name the format with {option}")
    target_format(path, format, option=option)
    if path != "-":
        check_output(path, source=source)


def note_lost_names(graph: Graph, path: str, format: str | None) -> None:
    """Say that a file has only the numbers of vertices, if they had names before."""
    from clconn.command_line.standard_streams import output_title
    from clconn.files import FORMATS, target_format

    if graph.nodes is None or target_format(path, format).keeps_names:
        return
    known = " or ".join(entry.name for entry in FORMATS.values() if entry.keeps_names)
    lost = f"has the numbers of the vertices, not their names; {known} keeps them"
    say("note", f"{output_title(path)}: {lost}")


def same_file(one: str, other: str) -> bool:
    """Check whether two paths name one file, even if it does not exist yet."""
    return os.path.realpath(one) == os.path.realpath(other)
