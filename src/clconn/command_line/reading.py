"""Graph files as the commands take them, with progress for a person who waits."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from clconn.errors import GraphError, GraphFileError

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = ["add_graph_arguments", "format_table", "read_graph"]


def add_graph_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, ``--format`` and ``--n``.

    Parameters
    ----------
    parser : argparse.ArgumentParser
    """
    parser.add_argument("file", metavar="FILE", help="the graph")
    parser.add_argument(
        "--format",
        metavar="F",
        help="format of FILE (default: by its content or its suffix)",
    )
    parser.add_argument(
        "--n",
        type=int,
        metavar="N",
        help="number of vertices of an edge list, whose last vertices may be isolated "
        "(default: the largest id plus one)",
    )


def read_graph(
    path: str, *, format: str | None = None, n: int | None = None, option: str = "--format"
) -> Graph:
    """Read a graph; every error names the file.

    Parameters
    ----------
    path : str
    format : str, optional
    n : int, optional
    option : str, default "--format"
        The option that names the format, for the messages.

    Returns
    -------
    Graph

    Raises
    ------
    GraphFileError
        If the file cannot be read or does not hold a graph.
    """
    from clconn.files.contract import Request
    from clconn.files.reading import read_as

    progress = sys.stderr is not None and sys.stderr.isatty()
    try:
        return read_as(path, Request(n, progress=progress), format=format, option=option)
    except GraphFileError:
        raise
    except GraphError as error:
        raise GraphFileError(path, str(error)) from error


def format_table() -> str:
    """What formats there are, for the end of a help text.

    Returns
    -------
    str
    """
    from clconn.files import FORMATS

    width = max(map(len, FORMATS))
    lines = ["formats (a file to read is recognised by its content, then by its suffix):"]
    for name, entry in FORMATS.items():
        suffixes = " ".join(entry.suffixes) + (" (or .gz of it)" if entry.compressible else "")
        lines.append(f"  {name.ljust(width)}  {entry.description}")
        lines.append(f"  {' ' * width}  {suffixes}")
    return "\n".join(lines)
