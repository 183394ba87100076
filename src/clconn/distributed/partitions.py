"""Edges that lie in parts: data frames, arrays, delayed values, futures and files.

Whatever they are, :func:`partitions_of` makes a list of :class:`Partition` of them, whose values
only workers see. :func:`edge_blocks` has them read, each in one form, :class:`EdgeBlock`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from clconn.distributed.client import workers_of
from clconn.distributed.files import FilePiece, find_files, is_path, pieces_of_file
from clconn.distributed.reading import Reading, wanted_columns
from clconn.errors import GraphError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["EdgeBlock", "Partition", "edges_of_a_piece", "partitions_of"]

FEWEST_EDGES, MOST_EDGES = 1 << 16, 1 << 24
BYTES_OF_AN_EDGE = 256
"""Of the memory of a worker's thread, so that a piece takes some tenth of it, whatever is done."""


@dataclass(frozen=True)
class EdgeBlock:
    """The edges of a partition, on the worker that has read them.

    Attributes
    ----------
    sources, targets : numpy.ndarray, shape (m,), int64
        Vertices 0..n-1, or any integers if they are names.
    weights : numpy.ndarray, shape (m,), or None
    first_id : int
        Number of edges in the partitions before this one, or, of one that is contracted batch by
        batch, in its batches before this one.
    """

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    weights: NDArray[Any] | None = None
    first_id: int = 0

    def __len__(self) -> int:
        return int(self.sources.size)

    def __sizeof__(self) -> int:
        # Dask asks for it, to know when a worker's memory is full.
        arrays = (self.sources, self.targets, self.weights)
        return object.__sizeof__(self) + sum(each.nbytes for each in arrays if each is not None)


@dataclass(frozen=True)
class Partition:
    """A part of the edges, as a task gets it.

    Attributes
    ----------
    name : str
        What messages call it.
    value : object
        A delayed value or a future, which the task sees evaluated, or a :class:`FilePiece`.
    """

    name: str
    value: Any


def partitions_of(edges: Any, client: Any, reading: Reading) -> list[Partition]:
    """Return the parts of edges, without reading any.

    Raises
    ------
    GraphError
        If they are nothing that has parts, or have none.
    GraphFileError
        If no file matches, or the head of one is damaged.
    """
    if is_path(edges):
        return _of_files([edges], client)
    if hasattr(edges, "dask") and hasattr(edges, "columns"):
        return _of_frame(edges, reading)
    if hasattr(edges, "dask") and hasattr(edges, "chunks"):
        return _of_array(edges)
    if not isinstance(edges, Sequence) or isinstance(edges, bytes):
        raise GraphError(
            f"{type(edges).__name__} is nothing that lies on a cluster; expected a Dask data frame "
            "or array, a list of delayed values or futures, or a pattern or list of files; for a "
            "graph in memory there are the functions of clconn itself"
        )
    if not edges:
        raise GraphError("the list of partitions is empty; expected one or more")
    if all(map(is_path, edges)):
        return _of_files(edges, client)
    odd = next((each for each in edges if not _is_remote(each)), None)
    if odd is not None:
        raise GraphError(
            f"an item of the list is {type(odd).__name__}; expected delayed values, futures or "
            "paths: client.scatter makes futures of arrays, dask.delayed(function)(...) leaves "
            "reading to the workers"
        )
    return [Partition(f"partition {index}", each) for index, each in enumerate(edges)]


def edges_of_a_piece(client: Any) -> int:
    """Return how many edges of a file a task takes, by the memory of the smallest worker."""
    limits = [
        worker["memory_limit"] // max(worker["nthreads"], 1)
        for worker in workers_of(client).values()
        if worker.get("memory_limit")
    ]
    most = min(limits, default=MOST_EDGES * BYTES_OF_AN_EDGE) // BYTES_OF_AN_EDGE
    return max(FEWEST_EDGES, min(MOST_EDGES, most))


def _is_remote(value: Any) -> bool:
    from dask import is_dask_collection
    from distributed import Future

    return isinstance(value, Future) or is_dask_collection(value)


def _of_frame(frame: Any, reading: Reading) -> list[Partition]:
    wanted = wanted_columns(list(frame.columns), reading)
    columns = [name for name in dict.fromkeys(wanted) if name is not None]
    parts = frame[columns].to_delayed()
    return [Partition(f"partition {i} of the data frame", part) for i, part in enumerate(parts)]


def _of_array(array: Any) -> list[Partition]:
    if array.ndim != 2 or array.shape[1] != 2:
        raise GraphError(f"the array has shape {array.shape}; expected (m, 2)")
    parts = array.rechunk({1: 2}).to_delayed().ravel()
    return [Partition(f"chunk {i} of the array", part) for i, part in enumerate(parts)]


def _of_files(paths: Sequence[Any], client: Any) -> list[Partition]:
    # Workers look, because the client need not see the files; relative paths are the client's.
    patterns = [
        text if "://" in (text := os.fspath(path)) else os.path.abspath(text) for path in paths
    ]
    found = client.gather(client.map(find_files, patterns, pure=False))
    files = list(chain.from_iterable(found))
    size = edges_of_a_piece(client)
    cut = client.gather(client.map(pieces_of_file, files, [size] * len(files), pure=False))
    return [Partition(_name_of(piece), piece) for piece in chain.from_iterable(cut)]


def _name_of(piece: FilePiece) -> str:
    if piece.start or piece.first_row:
        return f"{piece.path}, from row {piece.first_row}"
    return piece.path
