"""Writing a graph in any format, in one step."""

from __future__ import annotations

import gzip
import os
from typing import BinaryIO, cast

from clconn.errors import GraphError, OutputError
from clconn.files.atomic import atomic_output
from clconn.files.contract import Format
from clconn.files.formats import FORMATS, find_format, format_of_suffix
from clconn.files.reading import path_of
from clconn.graph import Graph

__all__ = ["target_format", "write"]


def target_format(
    path: str | os.PathLike[str], format: str | None = None, *, option: str = "format="
) -> Format:
    """Find out in which format a graph will be written to a path.

    Nothing is opened: the answer depends on the name alone.

    Parameters
    ----------
    path : str or os.PathLike
    format : str, optional
        A name of :data:`clconn.files.FORMATS`; without it, the suffix decides.
    option : str, default "format="
        What a user names the format with, for the message.

    Returns
    -------
    Format

    Raises
    ------
    OutputError
        If no format has the suffix, or the suffix is ``.gz`` and the format is
        not written through gzip.
    GraphError
        If `format` is not known, or `path` is no path.

    Examples
    --------
    >>> from clconn.files import target_format
    >>> target_format("roads.gr.gz").name
    'dimacs'
    """
    name = path_of(path)
    chosen = format_of_suffix(name) if format is None else find_format(format)
    if chosen is None:
        raise OutputError(
            f"{name or repr(name)}: the suffix tells no format; "
            f"name it with {option}, one of {', '.join(FORMATS)}"
        )
    if name.lower().endswith(".gz") and not chosen.compressible:
        raise OutputError(
            f"{name}: the {chosen.name} format is not written through gzip; leave .gz out"
        )
    return chosen


def write(graph: Graph, path: str | os.PathLike[str], *, format: str | None = None) -> None:
    """Write a graph to a file, which appears whole or not at all.

    Parameters
    ----------
    graph : Graph
    path : str or os.PathLike
        An existing file is replaced. With the suffix ``.gz`` text formats and
        ``ecl`` are compressed.
    format : str, optional
        A name of :data:`clconn.files.FORMATS`; without it, the suffix decides.

    Raises
    ------
    OutputError
        If the path cannot be written, no format has its suffix, or the format
        cannot hold the graph; the message says which one can.
    GraphError
        If `format` is not known, `graph` is not a Graph, or its rows are not
        symmetric although they were promised to be.
    """
    if not isinstance(graph, Graph):
        raise GraphError(f"expected a Graph, got {type(graph).__name__}")
    name = path_of(path)
    chosen = target_format(name, format)
    compressed = name.lower().endswith(".gz")
    with atomic_output(name) as stream:
        try:
            if not compressed:
                chosen.write(graph, stream)
                return
            # No name and no time in the header, so that equal graphs make equal files.
            with gzip.GzipFile("", "wb", compresslevel=6, fileobj=stream, mtime=0) as packed:
                chosen.write(graph, cast(BinaryIO, packed))
        except OutputError as error:
            raise OutputError(f"{name}: {error}") from None
