"""Plain NumPy arrays in ``.npy`` files.

A graph is either one array of shape (m, 2), with a row for each edge, or (2, m), with all
sources before all targets, or several files in one folder that share a stem:
``X.sources.npy`` and ``X.targets.npy``, or ``X.offsets.npy`` and ``X.neighbors.npy``, and
optionally ``X.weights.npy``. The path may be that of any of them. clconn writes only the
single array, of shape (m, 2), because a set of files cannot be replaced in one step.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from clconn.errors import GraphFileError, OutputError
from clconn.files.contract import WITHOUT_WEIGHTS, Format, Request, Sample
from clconn.files.edges import edges_once
from clconn.files.mapped_arrays import usable
from clconn.files.npz import translate_load_errors
from clconn.files.stored_names import refuse_names_of_rows
from clconn.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FORMAT", "as_columns", "set_of_parts"]

_MAGIC = b"\x93NUMPY"
_PAIRS = (("sources", "targets"), ("offsets", "neighbors"))


def read(path: str, request: Request) -> Graph:
    """Read one array of pairs, or a set of files with one stem."""
    parts = set_of_parts(path)
    if parts is not None:
        return _read_set(path, *parts, request)
    array = _load(path)
    columns = as_columns(array)
    if columns is None:
        weights = ", with weights in X.weights.npy" if array.ndim == 2 and 3 in array.shape else ""
        raise GraphFileError(
            path,
            f"expected an array of shape (m, 2) or (2, m), found {array.shape}; single columns are "
            "read from X.sources.npy and X.targets.npy, or X.offsets.npy and X.neighbors.npy"
            + weights,
        )
    return Graph.from_edges(
        columns[0],
        columns[1],
        request.n,
        directed=request.is_directed(),
        renumber=request.renumber,
    )


def as_columns(array: NDArray[Any]) -> NDArray[Any] | None:
    """Return an array of shape (m, 2) or (2, m) as the latter; that of shape (2, 2) has rows.

    None stands for other shapes.
    """
    if array.ndim != 2 or 2 not in array.shape:
        return None
    return array.T if array.shape[1] == 2 else array


def set_of_parts(path: str) -> tuple[tuple[str, str], str | None] | None:
    """Return the files of a set, both columns and perhaps weights, or None if `path` is of none."""
    stem, suffix = os.path.splitext(os.path.splitext(path)[0])
    part = suffix[1:]
    if part not in ("sources", "targets", "offsets", "neighbors", "weights"):
        return None

    def file_of(name: str) -> str:
        return f"{stem}.{name}.npy"

    complete = [pair for pair in _PAIRS if all(os.path.isfile(file_of(name)) for name in pair)]
    pairs = [pair for pair in complete if part in pair or part == "weights"]
    if not pairs:
        pair = next((pair for pair in _PAIRS if part in pair), _PAIRS[0])
        absent = next(file_of(name) for name in pair if not os.path.isfile(file_of(name)))
        raise GraphFileError(path, f"the other half of the graph is missing: no file {absent}")
    if len(pairs) > 1:
        raise GraphFileError(
            path,
            f"both {file_of('sources')} and {file_of('offsets')} are there; name one of them",
        )
    first, second = map(file_of, pairs[0])
    weights = file_of("weights")
    return (first, second), weights if os.path.isfile(weights) else None


def _read_set(
    path: str, names: tuple[str, str], weights_name: str | None, request: Request
) -> Graph:
    weights = None
    if request.weighted and weights_name is not None:
        weights = _load(weights_name)
    columns = _load(names[0]), _load(names[1])
    directed = request.is_directed()
    if names[0].endswith(".sources.npy"):
        return Graph.from_edges(
            *columns, request.n, weights=weights, directed=directed, renumber=request.renumber
        )
    if request.renumber:
        refuse_names_of_rows(path)
    return Graph.from_csr(*columns, request.n, weights=weights, directed=directed)


def _load(path: str) -> NDArray[Any]:
    with translate_load_errors(path, "expected a NumPy array"):
        # A private map can be written to, as any array, and the file stays as it is.
        array = np.load(path, allow_pickle=False, mmap_mode="c")
        if not isinstance(array, np.ndarray):
            raise GraphFileError(path, "expected one array, found an archive")
        return usable(array)


def write(graph: Graph, stream: BinaryIO) -> None:
    """Write an int32 array with a row for each edge; the file does not store the direction.

    Raises
    ------
    OutputError
        If the graph has weights, or vertices after the largest id, which the array
        cannot store.
    """
    if graph.weights is not None:
        raise OutputError(
            f"one npy array of edges holds no weights; write npz, or {WITHOUT_WEIGHTS}"
        )
    edges = np.column_stack(edges_once(graph)[:2])
    largest = int(edges.max()) if edges.size else -1
    if largest + 1 != graph.n:
        raise OutputError(
            f"one npy array of edges holds no vertices behind the largest id {largest}, "
            f"and the graph has {graph.n}; write npz"
        )
    np.save(stream, edges)


def sniff(sample: Sample) -> bool:
    """Check for the magic string of numpy.lib.format."""
    return not sample.compressed and sample.head.startswith(_MAGIC)


FORMAT = Format(
    name="npy",
    suffixes=(".npy",),
    description="NumPy array of shape (m, 2) or (2, m), or X.sources.npy, X.targets.npy and so on",
    read=read,
    write=write,
    sniff=sniff,
    certain=True,
    compressible=False,
    names_vertices=True,
)
