"""Write a graph in any format; the file appears in one step."""

from __future__ import annotations

import gzip
import os
from typing import IO, Any, BinaryIO, cast

from clconn.errors import GraphError, OutputError
from clconn.files.atomic import atomic_output
from clconn.files.contract import Format
from clconn.files.file_objects import is_file_object, open_sink, path_of
from clconn.files.formats import FORMATS, find_format, format_of_suffix
from clconn.graph import Graph
from clconn.graph_checks import reading_advice

__all__ = ["target_format", "write"]


def target_format(
    path: str | os.PathLike[str], format: str | None = None, *, option: str = "format="
) -> Format:
    """Return the format in which :func:`write` would write to a path, without opening it.

    The message of an error tells the user to name the format with `option`.

    Raises
    ------
    OutputError
        If no format has the suffix, or the suffix is ``.gz`` and the format does not
        support gzip.
    GraphError
        If `format` is unknown, or `path` is not a path.

    Examples
    --------
    >>> from clconn.files import target_format
    >>> target_format("roads.gr.gz").name
    'dimacs'
    """
    name = path_of(path)
    entry = format_of_suffix(name) if format is None else find_format(format)
    if entry is None:
        raise OutputError(
            f"{name or repr(name)}: the suffix tells no format; "
            f"name it with {option}, one of {', '.join(FORMATS)}"
        )
    if name.lower().endswith(".gz") and not entry.compressible:
        raise OutputError(
            f"{name}: the {entry.name} format is not written through gzip; leave .gz out"
        )
    return entry


def write(
    graph: Graph, path: str | os.PathLike[str] | IO[bytes], *, format: str | None = None
) -> None:
    """Write a graph to a file, completely or not at all.

    Parameters
    ----------
    graph : Graph
    path : str, os.PathLike or binary file object
        An existing file is replaced. The suffix ``.gz`` compresses text formats and
        ``ecl``. A file object, such as ``sys.stdout.buffer``, gets the bytes as they
        are made, uncompressed, and stays open.
    format : str, optional
        A name of :data:`clconn.files.FORMATS`. By default the suffix decides; a file
        object needs the name.

    Raises
    ------
    OutputError
        If the path is not writable, no format has its suffix, or the format cannot
        store the graph; then the message names a format that can.
    GraphError
        If `format` is unknown, `graph` is not a Graph, or its rows are not symmetric
        although the caller promised it.

    See Also
    --------
    read : Read a graph from a file.
    clconn.files : The formats.

    Examples
    --------
    >>> import clconn, tempfile, pathlib
    >>> graph = clconn.Graph.from_edges([0, 1], [1, 2])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "path.npz")
    ...     clconn.write(graph, file)
    ...     clconn.read(file)
    Graph(n=3, edges=2, undirected)
    """
    if not isinstance(graph, Graph):
        raise GraphError(f"expected a Graph, got {type(graph).__name__}{reading_advice(graph)}")
    if is_file_object(path):
        _write_to_object(graph, cast(IO[bytes], path), format)
        return
    name = path_of(cast(str, path))
    entry = target_format(name, format)
    if graph.weights is not None and graph.weights.dtype.kind == "O":
        raise OutputError(
            f"{name}: these weights are Python's numbers that no type of 64 bits holds, and no "
            "format either; scale them to integers, or round them with .astype(float)"
        )
    compressed = name.lower().endswith(".gz")
    with atomic_output(name) as stream:
        try:
            if not compressed:
                entry.write(graph, stream)
                return
            # The header has no name and no time, so equal graphs give equal files.
            with gzip.GzipFile("", "wb", compresslevel=6, fileobj=stream, mtime=0) as packed:
                entry.write(graph, cast(BinaryIO, packed))
        except OutputError as error:
            raise OutputError(f"{name}: {error}") from None


def _write_to_object(graph: Graph, stream: IO[Any], format: str | None) -> None:
    if format is None:
        raise GraphError(
            f"a file object tells no format; name it with format=, one of {', '.join(FORMATS)}"
        )
    entry = find_format(format)
    with open_sink(stream) as sink:
        entry.write(graph, sink)
