"""Minimum spanning forests, weights by hash: the kernels, the way from scipy, and the memory."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse

import clconn

from . import graphs, measured

VARIANTS = ("auto", "csr/ecl-mst/all", "csr/boruvka/relabel")
"""The default, ECL-MST as published, and Boruvka's algorithm without a filter."""


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


def _place_and_plan(name: str, variant: str) -> tuple[Any, Any]:
    from clconn.opencl_backend.graph.weighted_graph import put_weighted_graph
    from clconn.opencl_backend.plan.run import plan_variant
    from clconn.problems import MINIMUM_FOREST

    graphs.skip_if_too_large(name)
    device_graph = put_weighted_graph(graphs.weighted_graph(name), graphs.runtime())
    _, plan = plan_variant(MINIMUM_FOREST, device_graph, variant)
    return device_graph, plan


@cache
def _warm_plan(name: str, variant: str) -> tuple[Any, Any]:
    return measured.warm(*_place_and_plan(name, variant))


class Compute(measured.Compute):
    """The kernels, on a graph that is already on the device."""

    params = (graphs.NAMES, VARIANTS)

    def prepare(self, graph: str, variant: str) -> tuple[Any, Any]:
        return _warm_plan(graph, variant)


class EndToEnd(measured.EndToEnd):
    """From a scipy matrix with weights to edge ids in host memory; the kernels are built before."""

    def make_matrix(self, graph: str) -> Any:
        return graphs.matrix(graph, weighted=True)

    def time_scipy_to_edge_ids(self, graph: str) -> None:
        _ = clconn.minimum_spanning_forest(self.matrix, backend="opencl").edge_ids


class Shapes:
    """From a user's arrays of each shape to edge ids; without clean rows no time may be lost."""

    params = (graphs.NAMES, tuple(SHAPES))
    param_names = ("graph", "shape")
    version = "1"
    rounds = 1
    repeat = (3, 15, 1.0)
    number = 1

    def setup(self, graph: str, shape: str) -> None:
        self.make = SHAPES[shape](graphs.matrix(graph, weighted=True))

    def time_arrays_to_edge_ids(self, graph: str, shape: str) -> None:
        _ = clconn.minimum_spanning_forest(self.make(), backend="opencl").edge_ids


class Needs:
    """The device memory of a run with the default variant."""

    version = "1"

    def setup_cache(self) -> dict[str, int]:
        """Measure all at once, because copying the graphs to the device takes the time."""
        sizes = {}
        for name in graphs.NAMES:
            with contextlib.suppress(NotImplementedError):
                sizes[name] = _peak_bytes(name)
        return sizes

    def track_peak_device_bytes(self, sizes: dict[str, int], graph: str) -> float:
        return sizes.get(graph, math.nan)

    track_peak_device_bytes.unit = "bytes"  # type: ignore[attr-defined]
    track_peak_device_bytes.params = (graphs.NAMES,)  # type: ignore[attr-defined]
    track_peak_device_bytes.param_names = ("graph",)  # type: ignore[attr-defined]


def _peak_bytes(name: str) -> int:
    graphs.skip_if_too_large(name)
    graphs.runtime().pool.free_held()
    size, _ = measured.bytes_and_launches(*_place_and_plan(name, "auto"))
    return size
