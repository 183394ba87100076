"""The name ``-``: graphs and arrays from standard input and to standard output.

Invariants: an array or a graph on standard output stands there alone, and the summary
goes to standard error. A file whose name is ``-`` is ``./-``.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from clconn.command_line.stdout import name_output_in_errors
from clconn.errors import GraphFileError, OptionError, OutputError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from clconn.graph import Graph

__all__ = [
    "STANDARD",
    "graph_source",
    "input_title",
    "open_output",
    "output_title",
    "refuse_json_beside",
    "regular_input",
    "summary_beside",
    "write_graph",
]

STANDARD = "-"
"""Standard input or output, where a command takes a path."""


def input_title(path: str) -> str:
    """Return what people call an input."""
    return "standard input" if path == STANDARD else path


def output_title(path: str) -> str:
    """Return what people call an output."""
    return "standard output" if path == STANDARD else path


def graph_source(path: str) -> str | IO[bytes]:
    """Return standard input for ``-``, and a path unchanged; say so if it is a terminal."""
    standard = sys.stdin
    if path == STANDARD and standard is None:
        raise GraphFileError(input_title(path), "is closed; expected a graph")
    if standard is not None and standard.isatty() and _is_standard_input(path):
        with contextlib.suppress(OSError, AttributeError):
            print(
                "clconn: reading the graph from the terminal; Ctrl-D ends it, Ctrl-C cancels",
                file=sys.stderr,
                flush=True,
            )
    return standard.buffer if path == STANDARD else path


def _is_standard_input(path: str) -> bool:
    if path == STANDARD:
        return True
    try:
        return os.path.samestat(os.stat(path), os.fstat(sys.stdin.fileno()))
    except (OSError, ValueError):
        return False


@contextmanager
def regular_input() -> Iterator[str]:
    """Yield the path of a regular file with the content of standard input."""
    from clconn.files.file_objects import regular_file

    title = input_title(STANDARD)
    if sys.stdin is None:
        raise GraphFileError(title, "is closed; expected an array")
    with regular_file(sys.stdin.buffer, title) as path:
        yield path


@contextmanager
def open_output(path: str) -> Iterator[BinaryIO]:
    """Open a path, as :func:`clconn.files.atomic_output` does, or standard output for ``-``.

    Raises
    ------
    OutputError
        If it is not writable.
    BrokenPipeError
        If the reader of standard output closed the pipe.
    """
    from clconn.files import atomic_output
    from clconn.files.file_objects import open_sink

    if path != STANDARD:
        with atomic_output(path) as stream:
            yield stream
        return
    if sys.stdout is None:
        raise OutputError("standard output: is closed; give the name of a file")
    with name_output_in_errors(), open_sink(sys.stdout.buffer) as sink:
        yield sink


def write_graph(graph: Graph, path: str, format: str | None) -> None:
    """Write a graph, as :func:`clconn.write` does, or to standard output for ``-``."""
    from clconn.files import write

    if path == STANDARD:
        with open_output(path) as stream:
            write(graph, stream, format=format)
    else:
        write(graph, path, format=format)


def refuse_json_beside(paths: Iterable[str | None], as_json: bool) -> None:
    """Raise an :class:`OptionError` if ``--json`` and a result would share standard output."""
    if as_json and STANDARD in paths:
        raise OptionError(
            "--json and the output - would both go to standard output; leave --json out, or "
            "give the output the name of a file"
        )


def summary_beside(paths: Iterable[str | None]) -> AbstractContextManager[Any]:
    """Print to standard error within the block if a result goes to standard output."""
    if STANDARD in paths:
        return contextlib.redirect_stdout(sys.stderr)
    return contextlib.nullcontext()
