"""A weighted graph in a device's memory: rows that store each entry's edge and its key.

The edges are those of :func:`clconn.weight_keys.canonical_edges`: each undirected edge once, and no
self loops. An edge's index is its place there. Each edge is stored at both of its ends, so the rows
are symmetric by construction, and they ascend.

If the user's rows already have this form, as those of most matrices do, they go to the device
unchanged, and the device numbers their edges: thirty times as fast as the host. Otherwise the host
builds the rows by counting sorts, in linear time. The edges sorted by their smaller and then their
larger end are the upper triangle, and its transpose is the lower one. A row is its part of the
lower triangle and then its part of the upper one.

Invariant: both entries of an edge have its index and its key; (key, index) orders the edges of a
minimum spanning forest totally, so no two edges are equal.
"""

from __future__ import annotations

import copy
import time
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.csr import Adjacency, offset_dtype, rows_from_entries
from clconn.errors import DeviceMemoryError, GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph.device_csr import (
    csr_bytes,
    dtype_of,
    offset_type_of,
    upload_csr,
)
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.edge_arrays import entries_of_edges
from clconn.opencl_backend.graph.edge_numbers import (
    keys_at,
    keys_of_edges,
    keys_of_entries,
    number_edges,
)
from clconn.opencl_backend.graph.placement import check_room, keep_copy
from clconn.opencl_backend.primitives.dense_ranks import rank, rank_needs
from clconn.weight_keys import (
    CanonicalEdges,
    canonical_edges,
    narrow_keys,
    ranked_keys,
    wide_keys,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_EDGES", "WeightedGraph", "put_weighted_graph"]

MOST_EDGES = 2**31 - 1
"""The most edges of a weighted graph on a device, where an edge's index is an int."""


class WeightedGraph(DeviceGraph):
    """The rows of a weighted graph on an OpenCL device, for minimum spanning forests.

    It is a device graph in all other respects, and keeps plans too.

    Attributes
    ----------
    n : int
        Number of vertices.
    entry_count : int
        Number of entries: twice that of the edges.
    edge_count : int
        Number of edges, without self loops, each undirected edge counted once.
    rows : DeviceCSR
        Neighbors ascend in each row; parallel edges are in the order of their indices.
    keys : pyopencl.Buffer, of entry_count uint32
        The rank of the weight of the entry's edge in the order of the forest.
    indices : pyopencl.Buffer, of entry_count int32
        The index of the entry's edge.
    id_type : str
        ``"int"`` or ``"long"``, the type of the user's edge ids.
    id_bound : int
        Larger than every edge id.
    ids : numpy.ndarray, shape (edge_count,), int64, or None
        The user's edge of each index, ascending, on the host; None if index i is edge i.
    """

    keys: Any
    indices: Any
    _numbered_on_host = False
    _edge_keys: NDArray[np.uint32] | None = None

    def __init__(
        self, runtime: Runtime, offsets: NDArray[Any], neighbors: NDArray[np.int32]
    ) -> None:
        rows = Adjacency(offsets, neighbors)
        n, entry_count = int(offsets.size) - 1, int(neighbors.size)
        needs = weighted_bytes(n, entry_count, offset_type_of(offsets.dtype))
        runtime.check_memory(needs, "the graph with its weights")
        super().__init__(runtime, upload_csr(runtime, rows))
        self.symmetric = True
        self.is_sorted = True
        self.id_type, self.id_bound = self.offset_type, self.entry_count

    def name_edges(self, ids: NDArray[np.int64], keys: NDArray[np.uint32]) -> None:
        """Set the user's edge and the key of each index, if the host has numbered the edges."""
        self._numbered_on_host = True
        self._edge_keys = keys
        self.id_bound = int(ids[-1]) + 1 if ids.size else 0
        self.id_type = "int" if self.id_bound < 2**31 else "long"
        self.ids = None if self.id_bound == ids.size else ids

    @property
    def edge_count(self) -> int:
        """Number of edges."""
        return self.entry_count // 2

    @cached_property
    def ids(self) -> NDArray[np.int64] | None:
        """The user's edges if the device has numbered them: the entries of the smaller ends."""
        ids: NDArray[Any] = self.runtime.download(self.edge_ids, self.edge_count, self._id_dtype)
        return ids.astype(np.int64)

    def keys_of(self, indices: NDArray[np.int64]) -> NDArray[np.uint32]:
        """Return the keys of a few edges, on the host."""
        if self._edge_keys is not None:
            return self._edge_keys[indices]
        assert self.rows is not None
        numbers = indices.astype(np.int32)
        keys: NDArray[np.uint32] = keys_at(
            self.runtime, self.rows, self.keys, self.edge_ids, numbers
        )
        return keys

    @cached_property
    def edge_ids(self) -> Any:
        """The user's edge of each index on the device; None if index i is edge i."""
        if self._numbered_on_host:
            ids = self.ids
            return None if ids is None else self.runtime.upload(ids.astype(self._id_dtype))
        assert self.rows is not None
        return entries_of_edges(self.runtime, self.rows, needs=self.memory_needs)

    @property
    def _id_dtype(self) -> Any:
        return dtype_of(self.id_type)

    @property
    def memory_needs(self) -> dict[str, int]:
        """Bytes of the graph on the device, by what they hold."""
        return weighted_bytes(self.n, self.entry_count, self.offset_type)


def weighted_bytes(n: int, entry_count: int, offset_type: str) -> dict[str, int]:
    """Bytes of a weighted graph on a device, by what they hold."""
    size = 4 * entry_count
    return {**csr_bytes(n, entry_count, offset_type), "keys": size, "edge indices": size}


class _HostRows:
    """Rows on the host, with the index of each entry's edge."""

    def __init__(
        self, offsets: NDArray[Any], neighbors: NDArray[np.int32], indices: NDArray[np.int32]
    ) -> None:
        self.offsets = offsets
        self.neighbors = neighbors
        self.indices = indices


def put_weighted_graph(graph: Graph, device: Any = None, *, maximum: bool = False) -> WeightedGraph:
    """Put a graph and its weights on a device; the graph keeps the copy.

    Parameters
    ----------
    graph
        Without weights all edges weigh the same.
    device
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`.
    maximum
        Whether the heaviest edges come first.

    Raises
    ------
    GraphError
        If there are more edges than an index can number.
    DeviceMemoryError
        If the rows do not fit, before they are allocated; likewise for what their weights need.
    """
    runtime = open_runtime(device)
    key = (runtime, "weighted", maximum)
    with runtime.lock:
        weighted_graph: WeightedGraph | None = graph.device_copies.get(key)
        if weighted_graph is None:
            start = time.perf_counter()
            weighted_graph = _use_user_rows(graph, runtime, maximum) or _build_rows(
                graph, runtime, maximum
            )
            # Make a copy, so that the graph and its device copies do not keep each other alive.
            weighted_graph.origin = copy.copy(graph)
            runtime.finish()
            weighted_graph.transfer_seconds = time.perf_counter() - start
            keep_copy(graph, key, weighted_graph)
    return weighted_graph


def _use_user_rows(graph: Graph, runtime: Runtime, maximum: bool) -> WeightedGraph | None:
    """Use the rows unchanged if they ascend strictly and both ends of each edge agree."""
    rows = graph.rows
    if rows is None or graph.symmetric is False or rows.neighbors.size > 2 * MOST_EDGES:
        return None
    weighted_graph = WeightedGraph(runtime, rows.offsets, rows.neighbors)
    assert weighted_graph.rows is not None
    weighted_graph.indices = number_edges(runtime, weighted_graph.rows)
    if weighted_graph.indices is None:
        return None
    graph.symmetric = True
    weighted_graph.keys = _keys_of_entries(weighted_graph, graph.weights, maximum)
    return None if weighted_graph.keys is None else weighted_graph


def _keys_of_entries(graph: WeightedGraph, weights: NDArray[Any] | None, maximum: bool) -> Any:
    """A buffer with the key of each entry; None if the two ends of some edge differ."""
    runtime, entries = graph.runtime, graph.entry_count
    if weights is None:
        return runtime.upload(np.zeros(entries, dtype=np.uint32))
    narrow = narrow_keys(weights, maximum=maximum)
    if narrow is not None:
        keys = runtime.upload(narrow)
        _check_memory(graph, {"keys of edges": 4 * graph.edge_count})
        return keys if _keys_of_edges(graph, keys, "uint") else None
    wide = None if runtime.is_cpu else wide_keys(weights, maximum=maximum)
    if wide is None:
        return _ranked_on_host(graph, weights, maximum)
    count = graph.edge_count
    try:
        _check_memory(graph, {"weights": wide.nbytes, "of edges": 8 * count, **rank_needs(count)})
    except DeviceMemoryError:
        return _ranked_on_host(graph, weights, maximum)
    edge_keys = _keys_of_edges(graph, runtime.upload(wide), "ulong")
    if edge_keys is None:
        return None
    ranks = rank(runtime, edge_keys, graph.edge_count)
    assert graph.rows is not None
    return keys_of_entries(runtime, graph.rows, ranks, graph.indices)


def _keys_of_edges(graph: WeightedGraph, keys: Any, key_type: str) -> Any:
    assert graph.rows is not None
    return keys_of_edges(graph.runtime, graph.rows, keys, graph.indices, graph.edge_ids, key_type)


def _ranked_on_host(graph: WeightedGraph, weights: NDArray[Any], maximum: bool) -> Any:
    # On a processor numpy sorts faster than kernels, and no device has extended precision.
    indices = graph.runtime.download(graph.indices, graph.entry_count)
    of_edges = weights[graph.ids]
    if not np.array_equal(of_edges[indices], weights):
        return None
    return graph.runtime.upload(ranked_keys(of_edges, maximum=maximum)[indices])


def _check_memory(graph: WeightedGraph, more: dict[str, int]) -> None:
    graph.runtime.check_memory({**graph.memory_needs, **more}, "the graph with its weights")


def _build_rows(graph: Graph, runtime: Runtime, maximum: bool) -> WeightedGraph:
    """Build rows of the canonical edges on the host."""
    check_room(graph, runtime)
    edges = canonical_edges(graph, maximum=maximum)
    if edges.keys.size > MOST_EDGES:
        raise GraphError(
            f"a minimum spanning forest on a device takes at most {MOST_EDGES} edges and "
            f"the graph has {edges.keys.size}; use backend='reference'"
        )
    rows = _host_rows(graph, edges)
    weighted_graph = WeightedGraph(runtime, rows.offsets, rows.neighbors)
    weighted_graph.keys = runtime.upload(edges.keys[rows.indices])
    weighted_graph.indices = runtime.upload(rows.indices)
    weighted_graph.name_edges(edges.ids, edges.keys)
    return weighted_graph


def _host_rows(graph: Graph, edges: CanonicalEdges) -> _HostRows:
    from scipy.sparse import csr_array

    n = graph.n
    lows = np.minimum(edges.sources, edges.targets)
    highs = np.maximum(edges.sources, edges.targets)
    # The type of indices: scipy keeps it, but may choose another type for the offsets.
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
    user_rows = graph.rows
    if (
        user_rows is not None
        and graph.symmetric
        and np.array_equal(user_rows.offsets, offsets)
        and _are_sorted(user_rows)
    ):
        # There are as many entries as without self loops, so there are no self loops.
        return _HostRows(user_rows.offsets, user_rows.neighbors, indices)
    neighbors = np.empty(is_upper.size, dtype=np.int32)
    neighbors[is_upper] = upper.indices
    neighbors[~is_upper] = lower.indices
    return _HostRows(offsets, neighbors, indices)


def _offsets(counts: NDArray[Any]) -> NDArray[Any]:
    ends = np.cumsum(counts, dtype=np.int64)
    total = int(ends[-1]) if ends.size else 0
    offsets = np.zeros(counts.size + 1, dtype=offset_dtype(total))
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
    # A decrease is allowed where a row begins.
    return bool(np.all(offsets[np.searchsorted(offsets, falls)] == falls))
