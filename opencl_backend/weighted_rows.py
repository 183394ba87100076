"""A weighted graph in a device's memory: rows whose entries know their edge and its key.

The edges are those of :func:`clconn.edge_order.canonical_edges`, each undirected edge once and
no self loops; an edge's index is its place there. Each stands at both of its ends, so the rows
are symmetric by construction, and they ascend. They are made on the host by counting sorts, in
linear time: the edges sorted by their smaller and then their larger end are the upper triangle,
its transpose the lower one, and a row is its part of the lower one and then its part of the upper.

Rows of the user's that already look like that are used as they are: then the edges come in the
order of the upper triangle, and only the indices of the lower one have to be found.

Invariant: both entries of an edge have its index and its key; (key, index) orders the edges of a
minimum spanning forest totally, so no two edges are equal.
"""

from __future__ import annotations

import copy
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.adjacency import Adjacency, rows_from_entries
from clconn.edge_order import CanonicalEdges, canonical_edges
from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device_graph import DeviceGraph
from clconn.opencl_backend.runtime import Runtime, open_runtime

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_EDGES", "WeightedRows", "put_weighted_rows"]

MOST_EDGES = 2**31 - 1
"""Most edges of a weighted graph on a device, where an edge's index is an int."""


class WeightedRows(DeviceGraph):
    """The rows of a weighted graph on an OpenCL device, for minimum spanning forests.

    A device graph in all else: plans and scratch memory are kept with it.

    Attributes
    ----------
    n : int
        Number of vertices.
    entry_count : int
        Number of entries: twice that of the edges.
    edge_count : int
        Number of edges, self loops left out and each undirected edge counted once.
    offsets : pyopencl.Buffer, of n + 1 int32 or int64
        As ``offset_type`` says.
    neighbors : pyopencl.Buffer, of entry_count int32
        Ascending in each row; parallel edges in the order of their indices.
    keys : pyopencl.Buffer, of entry_count uint32
        Where the weight of the entry's edge stands in the order of the forest.
    indices : pyopencl.Buffer, of entry_count int32
        The index of the entry's edge.
    ids : numpy.ndarray, shape (edge_count,), int64, or None
        The user's edge of each index, ascending, on the host; None if index i is edge i.
    edge_keys : numpy.ndarray, shape (edge_count,), uint32
        The key of each edge, on the host.
    """

    def __init__(self, runtime: Runtime, rows: _HostRows, edges: CanonicalEdges) -> None:
        offset_type = "int" if rows.offsets.dtype == np.int32 else "long"
        n, entry_count = rows.offsets.size - 1, int(rows.neighbors.size)
        super().__init__(runtime, n, entry_count, None, None, offset_type)
        self.symmetric = True
        self.is_sorted = True
        self.edge_keys = edges.keys
        is_identity = edges.ids.size == 0 or int(edges.ids[-1]) == edges.ids.size - 1
        self.ids: NDArray[np.int64] | None = None if is_identity else edges.ids
        runtime.check_memory(self.memory_needs, "the graph with its weights")
        self.offsets = runtime.upload(rows.offsets)
        self.neighbors = runtime.upload(rows.neighbors)
        self.keys = runtime.upload(edges.keys[rows.indices])
        self.indices = runtime.upload(rows.indices)

    @property
    def edge_count(self) -> int:
        """Number of edges."""
        return int(self.edge_keys.size)

    @property
    def edge_ids(self) -> Any:
        """None: a kernel numbers the edges by their indices, which the host looks up in ids."""
        return None

    @property
    def memory_needs(self) -> dict[str, int]:
        """Bytes of the graph on the device, by what they hold."""
        offset_bytes = 4 if self.offset_type == "int" else 8
        size = 4 * self.entry_count
        return {
            "offsets": offset_bytes * (self.n + 1),
            "neighbors": size, "keys": size, "edge indices": size,
        }  # fmt: skip


class _HostRows:
    """Rows on the host, with the index of each entry's edge."""

    def __init__(
        self, offsets: NDArray[Any], neighbors: NDArray[np.int32], indices: NDArray[np.int32]
    ) -> None:
        self.offsets = offsets
        self.neighbors = neighbors
        self.indices = indices


def put_weighted_rows(graph: Graph, device: Any = None, *, maximum: bool = False) -> WeightedRows:
    """Put a graph and its weights on a device; the copy is kept by the graph.

    Parameters
    ----------
    graph : Graph
        Without weights all edges weigh the same.
    device : optional
        As for :func:`clconn.opencl_backend.runtime.open_runtime`.
    maximum : bool
        Whether the heaviest edges come first.

    Raises
    ------
    GraphError
        If there are more edges than an index can number.
    DeviceMemoryError
        Before anything is allocated, if it does not fit.
    """
    runtime = open_runtime(device)
    key = (runtime, "weighted", maximum)
    with runtime.lock:
        if key not in graph.device_copies:
            begun = time.perf_counter()
            edges = canonical_edges(graph, maximum=maximum)
            if edges.keys.size > MOST_EDGES:
                raise GraphError(
                    f"a minimum spanning forest on a device takes at most {MOST_EDGES} edges and "
                    f"the graph has {edges.keys.size}; use backend='reference'"
                )
            made = WeightedRows(runtime, _host_rows(graph, edges), edges)
            # A copy, so that the graph and its copies on devices do not keep each other alive.
            made.origin = copy.copy(graph)
            runtime.finish()
            made.transfer_seconds = time.perf_counter() - begun
            graph.device_copies[key] = made
    return graph.device_copies[key]  # type: ignore[no-any-return]


def _host_rows(graph: Graph, edges: CanonicalEdges) -> _HostRows:
    from scipy.sparse import csr_array

    n = graph.n
    lows = np.minimum(edges.sources, edges.targets)
    highs = np.maximum(edges.sources, edges.targets)
    # The type of indices; scipy keeps it, and may choose another one for the offsets.
    numbers = np.arange(lows.size, dtype=np.int32)
    if _ascends(lows, highs):
        upper = csr_array((numbers, highs, _offsets(np.bincount(lows, minlength=n))), shape=(n, n))
    else:
        upper = rows_from_entries(n, lows, highs, numbers)
    lower = upper.T.tocsr()
    # The part of each row below the diagonal, then the part above it.
    counts = np.stack([np.diff(lower.indptr), np.diff(upper.indptr)], axis=1)
    is_upper = np.repeat(np.tile([False, True], n), counts.ravel())
    indices = np.empty(is_upper.size, dtype=np.int32)
    indices[is_upper] = upper.data
    indices[~is_upper] = lower.data
    offsets = _offsets(counts.sum(axis=1, dtype=np.int64))
    given = graph.rows
    if (
        given is not None
        and graph.symmetric
        and np.array_equal(given.offsets, offsets)
        and _are_sorted(given)
    ):
        # As many entries as without self loops: there are none.
        return _HostRows(given.offsets, given.neighbors, indices)
    neighbors = np.empty(is_upper.size, dtype=np.int32)
    neighbors[is_upper] = upper.indices
    neighbors[~is_upper] = lower.indices
    return _HostRows(offsets, neighbors, indices)


def _offsets(counts: NDArray[Any]) -> NDArray[Any]:
    ends = np.cumsum(counts, dtype=np.int64)
    total = int(ends[-1]) if ends.size else 0
    offsets = np.zeros(counts.size + 1, dtype=np.int32 if total < 2**31 else np.int64)
    offsets[1:] = ends
    return offsets


def _ascends(lows: NDArray[np.int32], highs: NDArray[np.int32]) -> bool:
    """Whether edges are sorted by their smaller and then their larger end."""
    rises = lows[1:] > lows[:-1]
    return bool(np.all(rises | ((lows[1:] == lows[:-1]) & (highs[1:] >= highs[:-1]))))


def _are_sorted(rows: Adjacency) -> bool:
    """Whether the neighbors in each row ascend."""
    offsets, neighbors = rows.offsets, rows.neighbors
    falls = np.flatnonzero(neighbors[1:] < neighbors[:-1]) + 1
    # A fall is fine where a row begins.
    return bool(np.all(offsets[np.searchsorted(offsets, falls)] == falls))
