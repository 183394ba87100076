"""Read a graph of any format: recognize the format, read the file, and translate errors."""

from __future__ import annotations

import operator
import os
import re
import stat
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import IO, Any

from clconn.errors import (
    GraphError,
    GraphFileAccessError,
    GraphFileDirectoryError,
    GraphFileError,
    GraphFileMissingError,
    GraphFilePermissionError,
    GraphFileWarning,
)
from clconn.files import edge_list, metis
from clconn.files.containers import container_advice
from clconn.files.contract import Format, Request, Sample
from clconn.files.count_lines import count_line_hint, count_line_warning, lost_its_banner
from clconn.files.file_objects import name_of, path_of, regular_file
from clconn.files.formats import FORMATS, find_format, format_of_suffix
from clconn.files.gunzip import damage_errors
from clconn.files.konect import konect_header
from clconn.files.parquet_files import is_parquet, parquet_advice
from clconn.graph import Graph
from clconn.graph_checks import check_flag
from clconn.renumbering import refuse_count_of_names
from clconn.sparse_ids import isolated_vertex_0

__all__ = [
    "check_count",
    "detect_format",
    "read",
    "read_as",
    "recognize",
    "translate_errors",
]

_EDGE_LIST = edge_list.FORMAT.name
_PLAIN_NUMBERS = (_EDGE_LIST, metis.FORMAT.name)
_PATTERN = re.compile(r"[*?]|\[[^]]{2,}\]")
"""What is hardly a part of one file's name; ``copy[1].txt`` is one."""


def read(
    path: str | os.PathLike[str] | IO[Any],
    *,
    format: str | None = None,
    n: int | None = None,
    directed: bool | None = None,
    weighted: bool = True,
    progress: bool = False,
    renumber: bool = False,
) -> Graph:
    r"""Read a graph from a file.

    Parameters
    ----------
    path : str, os.PathLike or file object
        Text formats and ``ecl`` may be compressed with gzip. A file object, such as
        ``sys.stdin.buffer``, is read from where it is to its end, and stays open. It
        may be open as text. A pipe or an object in memory is copied to a temporary
        file first.
    format : str, optional
        A name of :data:`clconn.files.FORMATS`. By default the content decides, then
        the suffix.
    n : int, optional
        Number of vertices, for formats that do not store it. If the file stores it,
        the two must agree.
    directed : bool, optional
        Whether edge (u, v) is the arc u -> v only, which
        :func:`strongly_connected_components` needs. By default an ``npz`` file
        decides, and other formats are undirected. With True, entries of a symmetric
        matrix become two arcs.
    weighted : bool, default True
        Whether to keep weights, if the file has any.
    progress : bool, default False
        Whether to show a progress bar for text formats, if standard error is a
        terminal or in a notebook.
    renumber : bool, default False
        Whether the ids in an edge list (``edge-list``, or ids in ``npy`` and ``npz``)
        are names: any integers, or words. The vertices are then the names that occur,
        in ascending order, and ``graph.nodes`` lists them.

    Returns
    -------
    Graph
        Edges are in the order of the file. Integer weights are int64 (int32
        from ``ecl``, any dtype from NumPy files), others float64. Arrays of binary
        files may be maps of the file, which must not be written into while the graph
        is used; to replace it is fine.

    Raises
    ------
    GraphFileError
        If the file is empty, damaged or of no known format. The message names the
        line or byte, if there is one, and the format if it was guessed.
    GraphFileMissingError, GraphFileDirectoryError, GraphFilePermissionError
        If the file does not exist, is a directory, or is not readable. Each is a
        GraphFileError and the exception that :func:`open` raises: FileNotFoundError,
        IsADirectoryError, PermissionError.
    GraphFileAccessError
        If the file is not readable for another reason; also an OSError.
    GraphError
        If `format` is unknown, `n` is not a number of vertices, or a file object
        cannot be read.

    Warns
    -----
    GraphFileWarning
        If a file was recognized as an edge list, and its first line fits the numbers
        of vertices and edges of the rest. To name the format says that it is an edge.
        Also if the ids of an edge list begin with 1, if a fourth column is ignored, if
        a name may stand for a missing value, or if the first line of a table of names
        may be a heading.
    GraphWarning
        If the ids of an edge list are sparse.

    See Also
    --------
    write : Write a graph to a file.
    clconn.files : The formats.

    Examples
    --------
    >>> import clconn, tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "path.txt")
    ...     _ = file.write_text("0 1\n1 2\n")
    ...     clconn.read(file)
    Graph(n=3, edges=2, undirected)
    """
    request = Request(n, directed, weighted, progress, renumber)
    return read_as(path, request, format=format)


def read_as(
    path: str | os.PathLike[str] | IO[Any],
    request: Request,
    *,
    format: str | None = None,
    option: str = "format=",
    name: str | None = None,
) -> Graph:
    """Read a graph like :func:`read`, which documents the arguments and errors.

    The function checks `request.n`. Messages tell the user to name the format with `option`,
    and call an open file `name`.
    """
    name = name or name_of(path)
    check_flag(request.renumber, "renumber")
    check_flag(request.weighted, "weighted")
    request = replace(request, n=check_count(request.n))
    if request.renumber:
        refuse_count_of_names(request.n)
    entry = None if format is None else find_format(format)
    with translate_errors(name, of_graph=True), regular_file(path, name) as regular:
        try:
            graph, doubt = _read_regular(regular, request, entry, option)
        except GraphFileError as error:
            if regular == name:
                raise
            raise type(error)(
                name, error.message.replace(regular, name), line=error.line, byte=error.byte
            ) from error
    if doubt is not None:
        warnings.warn(doubt.replace(regular, name), GraphFileWarning, stacklevel=3)
    return graph


def _read_regular(
    path: str, request: Request, entry: Format | None, option: str
) -> tuple[Graph, str | None]:
    """Return the graph of a regular file, and a warning if it fits another meaning, too."""
    sample = _sample(path)
    basis = ""
    if entry is None:
        try:
            entry, basis = recognize(sample, option)
        except GraphFileError:
            if not request.renumber or is_parquet(sample.head):
                raise
            entry, basis = edge_list.FORMAT, "renumber=True (--renumber)"
    if sample.compressed and not entry.compressible:
        raise GraphFileError(path, f"a gzip file of format {entry.name}; decompress it first")
    if request.renumber and not entry.names_vertices:
        raise GraphFileError(path, no_names(entry.name))
    try:
        graph = entry.read(path, request)
    except GraphFileError as error:
        if isinstance(error, GraphFileAccessError):
            raise
        hint = count_line_hint(sample, option) if entry.name in _PLAIN_NUMBERS else ""
        if basis:
            hint = (
                f" (read as {entry.name}, guessed from {basis}; "
                f"name another format with {option}{hint})"
            )
        raise GraphFileError(
            error.path, f"{error.message}{hint}", line=error.line, byte=error.byte
        ) from error
    graph.file_format = entry.name
    doubted = basis and entry.name == _EDGE_LIST
    if not doubted:
        return graph, None
    doubt = count_line_warning(sample, graph, option)
    if doubt is None and request.n is None and konect_header(sample.text) is None:
        from_1 = isolated_vertex_0(graph)
        doubt = from_1 and f"{path}: {from_1}"
    return graph, doubt


def no_names(format: str) -> str:
    """Return why the ids of a file of such a format are no names, for an error."""
    return (
        f"a {format} file numbers its vertices itself, without gaps; renumber=True (--renumber) is "
        "for edge lists"
    )


def detect_format(path: str | os.PathLike[str]) -> str:
    """Return the name of a file's format, by its content and then by its suffix.

    Raises
    ------
    GraphFileError
        If the file cannot be read, as for :func:`read`, or no format fits.
    """
    name = path_of(path)
    with translate_errors(name, of_graph=True):
        return recognize(_sample(name), "format=")[0].name


def recognize(sample: Sample, option: str) -> tuple[Format, str]:
    """Return the format and the basis of the guess, which is empty if the format is certain."""
    if is_parquet(sample.head):
        raise GraphFileError(sample.path, parquet_advice(sample.compressed))
    for entry in FORMATS.values():
        if entry.sniff(sample):
            if not entry.certain and lost_its_banner(sample):
                break
            return entry, "" if entry.certain else "the content"
    advice = container_advice(sample.head, sample.compressed)
    if advice is not None:
        raise GraphFileError(sample.path, advice)
    by_suffix = format_of_suffix(sample.path)
    if by_suffix is None:
        raise GraphFileError(
            sample.path,
            f"neither content nor suffix tells the format; name it with {option}, one of "
            f"{', '.join(FORMATS)}",
        )
    return by_suffix, f"the suffix {sample.suffix}"


def check_count(n: int | None) -> int | None:
    """Return a number of vertices as an int, or raise a :class:`GraphError`."""
    if n is None:
        return None
    try:
        count = operator.index(n)
    except TypeError:
        raise GraphError(f"n is {n!r}; expected an integer number of vertices") from None
    if not 0 <= count < 2**31:
        raise GraphError(f"n is {count}; expected 0 <= n < 2**31")
    return count


def _sample(name: str) -> Sample:
    mode = os.stat(name).st_mode
    if stat.S_ISDIR(mode):
        raise GraphFileDirectoryError(name, "is a directory; name a file")
    if not stat.S_ISREG(mode):
        raise GraphFileError(name, "is no regular file; save its data to a file first")
    sample = Sample.of(name)
    if not sample.head:
        raise GraphFileError(name, "the file is empty; expected a graph")
    return sample


@contextmanager
def translate_errors(name: str, *, of_graph: bool = False) -> Iterator[None]:
    """Translate the exceptions that libraries raise for bad files into GraphFileError.

    Of a graph there may be several files, so a pattern that names no file gets advice.
    """
    try:
        yield
    except GraphFileError:
        raise
    except GraphError as error:
        raise GraphFileError(name, str(error)) from error
    except damage_errors() as error:
        raise GraphFileError(name, f"the compressed data is damaged or cut off: {error}") from error
    except zipfile.BadZipFile as error:
        raise GraphFileError(name, f"the archive is damaged or cut off: {error}") from error
    except FileNotFoundError:
        fault = "no such file" if name else "is no path; name a file"
        if of_graph and _PATTERN.search(name):
            fault += (
                "; a pattern of files is for clconn.distributed, and for clconn components, "
                "forest, msf and scc with --cluster, such as --cluster local:1"
            )
        raise GraphFileMissingError(name, fault) from None
    except PermissionError:
        raise GraphFilePermissionError(name, "no permission to read it") from None
    except OSError as error:
        raise GraphFileAccessError(name, f"cannot be read: {error.strerror or error}") from error
