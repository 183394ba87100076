"""From a user's arrays of each shape to the answer; without clean rows no time may be lost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse

import clconn

from . import graphs

GRAPHS = ("rmat22", "road24", *graphs.SMALL_NAMES)


def _with(rows: Any, columns: Any) -> Callable[[Any], Callable[[], Any]]:
    """A shape: a matrix with more entries, next to each other in the rows of the first."""

    def make(matrix: Any) -> Callable[[], Any]:
        more = np.asarray(rows(matrix)), np.asarray(columns(matrix))
        n = matrix.shape[0]
        places = np.searchsorted(more[0], np.arange(n + 1))
        offsets = matrix.indptr + places.astype(matrix.indptr.dtype)
        at = matrix.indptr[more[0]]
        made = scipy.sparse.csr_array(
            (np.insert(matrix.data, at, 7), np.insert(matrix.indices, at, more[1]), offsets),
            shape=matrix.shape,
        )
        return lambda: made

    return make


def _wide_indices(matrix: Any) -> Callable[[], Any]:
    made = matrix.copy()
    made.indptr, made.indices = (part.astype(np.int64) for part in (made.indptr, made.indices))
    return lambda: made


def _edge_list(matrix: Any) -> Callable[[], Any]:
    upper = scipy.sparse.triu(matrix, format="coo")
    ends = upper.row.astype(np.int32), upper.col.astype(np.int32)
    return lambda: clconn.Graph.from_edges(*ends, matrix.shape[0], weights=upper.data)


def _upper(matrix: Any) -> Callable[[], Any]:
    made = scipy.sparse.triu(matrix, format="csr")
    return lambda: made


def _hundredth(matrix: Any) -> Any:
    """A vertex in a hundred, of those with a neighbor."""
    return np.flatnonzero(np.diff(matrix.indptr))[::100]


SHAPES: dict[str, Callable[[Any], Callable[[], Any]]] = {
    "clean": lambda matrix: lambda: matrix,
    "one-self-loop": _with(lambda matrix: [0], lambda matrix: [0]),
    "upper-triangle": _upper,
    "int64-indices": _wide_indices,
    "edge-list": _edge_list,
    "duplicates": _with(
        _hundredth, lambda matrix: matrix.indices[matrix.indptr[_hundredth(matrix)]]
    ),
}
"""From a matrix to a function that returns what a user passes."""


class _Shapes(ABC):
    params = (GRAPHS, tuple(SHAPES))
    param_names = ("graph", "shape")
    version = "1"
    rounds = 1
    repeat = (3, 15, 1.0)
    number = 1

    def setup(self, graph: str, shape: str) -> None:
        self.make = SHAPES[shape](graphs.matrix(graph, weighted=True))

    @abstractmethod
    def answer(self, graph: Any) -> Any:
        """Return the answer, on the host."""

    def time_arrays_to_answer(self, graph: str, shape: str) -> None:
        self.answer(self.make())


class Components(_Shapes):
    """To the labels of the components."""

    def answer(self, graph: Any) -> Any:
        return clconn.connected_components(graph, backend="opencl").labels


class MinimumForests(_Shapes):
    """To the ids of the edges of a minimum spanning forest."""

    def answer(self, graph: Any) -> Any:
        return clconn.minimum_spanning_forest(graph, backend="opencl").edge_ids
