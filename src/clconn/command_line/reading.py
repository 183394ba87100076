"""Read graph files for the commands, with a progress bar on a terminal."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from clconn.errors import GraphError, GraphFileError

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = ["add_graph_arguments", "add_renumber", "format_table", "read_graph"]


def add_graph_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, ``--format`` and ``--n``."""
    parser.add_argument("file", metavar="FILE", help="the graph; - is standard input")
    parser.add_argument(
        "--format",
        metavar="F",
        help="format of FILE (default: by its content or its suffix)",
    )
    parser.add_argument(
        "--n",
        type=int,
        metavar="N",
        help="number of vertices of an edge list, if its last vertices are isolated "
        "(default: the largest id plus one)",
    )
    add_renumber(parser)


def add_renumber(parser: argparse.ArgumentParser) -> None:
    """Add ``--renumber``."""
    parser.add_argument(
        "--renumber",
        action="store_true",
        help="the ids of an edge list are names, sparse integers or words: make vertices of those "
        "that occur, in ascending order",
    )


def read_graph(
    path: str,
    *,
    format: str | None = None,
    n: int | None = None,
    renumber: bool = False,
    option: str = "--format",
    weighted: bool = True,
    arcs: bool = False,
) -> Graph:
    """Read a graph; all errors are GraphFileErrors, which name the file.

    Messages tell the user to name the format with `option`. A file whose entries cannot be
    weights, such as complex numbers, is an error only if `weighted`. With `arcs` the direction of
    the entries matters, unless the file says that they are edges.
    """
    from clconn.command_line.standard_streams import graph_source, input_title
    from clconn.files.contract import Request
    from clconn.files.reading import read_as

    progress = sys.stderr is not None and sys.stderr.isatty()
    try:
        return read_as(
            graph_source(path),
            Request(n, weighted=weighted, progress=progress, renumber=renumber, arcs=arcs),
            format=format,
            option=option,
            name=input_title(path),
        )
    except GraphFileError:
        raise
    except GraphError as error:
        raise GraphFileError(input_title(path), str(error)) from error


def format_table() -> str:
    """Return a table of the formats, for the end of a help text."""
    from clconn.files import FORMATS

    width = max(map(len, FORMATS))
    lines = ["formats (the content of an input file decides its format, then the suffix):"]
    for name, entry in FORMATS.items():
        suffixes = " ".join(entry.suffixes) + (" (or .gz of it)" if entry.compressible else "")
        lines.append(f"  {name.ljust(width)}  {entry.description}")
        lines.append(f"  {' ' * width}  {suffixes}")
    return "\n".join(lines)
