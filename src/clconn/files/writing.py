"""Write a graph in any format; the file appears in one step."""

from __future__ import annotations

import copy
import gzip
import os
from typing import IO, Any, BinaryIO, cast

from clconn.errors import GraphError, OutputError
from clconn.files.atomic import atomic_output
from clconn.files.contract import Format
from clconn.files.file_objects import is_file_object, open_sink, path_of
from clconn.files.formats import FORMATS, find_format, format_of_suffix
from clconn.graph import Graph
from clconn.graph_checks import check_flag
from clconn.graph_conversion import as_host_graph

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
    graph: Any,
    path: str | os.PathLike[str] | IO[bytes],
    *,
    format: str | None = None,
    weighted: bool = True,
    directed: bool | None = None,
) -> None:
    """Write a graph to a file, completely or not at all.

    Parameters
    ----------
    graph : Graph, scipy sparse matrix or array, or networkx.Graph
        Or a graph of igraph or rustworkx, or a data frame. The entries of a matrix are those of
        :func:`minimum_spanning_forest`; of bools they are no weights.
    path : str, os.PathLike or binary file object
        An existing file is replaced. The suffix ``.gz`` compresses text formats and
        ``ecl``. A file object, such as ``sys.stdout.buffer``, gets the bytes as they
        are made, uncompressed, and stays open.
    format : str, optional
        A name of :data:`clconn.files.FORMATS`. By default the suffix decides; a file
        object needs the name.
    weighted : bool, default True
        Whether to write the weights, if there are any: the entries of a matrix, or the
        attribute or column ``"weight"`` of edges.
    directed : bool, optional
        Whether entry (u, v) of a matrix, or a row of a table, is the arc u -> v only, as
        :func:`strongly_connected_components` takes it. By default it is an edge, and one that
        stands at both ends is written once, with the lighter weight. Other graphs have a direction,
        or none, themselves.

    Raises
    ------
    OutputError
        If the path is not writable, no format has its suffix, or the format cannot
        store the graph; then the message names a format that can.
    GraphError
        If `format` is unknown, `graph` is not a graph, or not on the host, its entries are no
        weights, its direction is not `directed`, or its rows are not symmetric although the
        caller promised it.

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
    if is_file_object(path):
        entry = _format_of_object(format)
        _write_to_object(_graph_to_write(graph, weighted, directed), cast(IO[bytes], path), entry)
        return
    name = path_of(cast(str, path))
    entry = target_format(name, format)
    graph = _graph_to_write(graph, weighted, directed)
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


def _graph_to_write(source: Any, weighted: bool, directed: bool | None) -> Graph:
    """Return a graph as it is, or what becomes of something else."""
    check_flag(weighted, "weighted")
    if directed is not None:
        check_flag(directed, "directed")
    kind = source.dtype.kind if hasattr(source, "tocsr") else ""
    if weighted and kind == "c":
        raise GraphError(
            f"entries of {source.dtype} are no weights; weighted=False writes a matrix without them"
        )
    graph = as_host_graph(
        source, "write", weighted=weighted and kind != "b", directed=bool(directed)
    )
    if directed is not None and graph.directed != directed:
        now = "directed" if graph.directed else "undirected"
        raise GraphError(
            f"directed={directed!r} is for matrices and tables, and this {type(source).__name__} "
            f"is {now} itself; leave it out, or make the graph so"
        )
    if graph.weights is not None and not weighted:
        graph = copy.copy(graph)
        graph.weights = None
    return graph


def _format_of_object(format: str | None) -> Format:
    if format is None:
        raise GraphError(
            f"a file object tells no format; name it with format=, one of {', '.join(FORMATS)}"
        )
    return find_format(format)


def _write_to_object(graph: Graph, stream: IO[Any], entry: Format) -> None:
    with open_sink(stream) as sink:
        entry.write(graph, sink)
