"""Put a graph and its weights on a device, as rows or as arrays of edges."""

from __future__ import annotations

import copy
import time
from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.global_barrier import expect_barrier
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph.adjacency_inspection import inspect_adjacency
from clconn.opencl_backend.graph.device_csr import offset_type_of, upload_user_rows
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays, put_edges
from clconn.opencl_backend.graph.frequent_key import frequent_place
from clconn.opencl_backend.graph.mirror_entries import MirrorSearch, expect_mirrors, list_entries
from clconn.opencl_backend.graph.one_core import has_few_cores
from clconn.opencl_backend.graph.placement import check_room, keep_copy
from clconn.opencl_backend.graph.rows_of_edges import WeightedRows, weighted_bytes
from clconn.opencl_backend.graph.some_edges import looks_symmetric
from clconn.opencl_backend.graph.weight_keys import (
    Keys,
    equal_keys,
    expect_keys,
    keys_of_weights,
    narrow_down,
)
from clconn.opencl_backend.graph.weighted_graph import WeightedGraph

__all__ = ["MOST_EDGES", "put_weighted_graph"]

MOST_EDGES = 2**32 - 2
"""The most edges of a weighted graph on a device, where an edge's index is a uint, and the largest
uint is no edge."""


def put_weighted_graph(
    graph: Graph, device: Any = None, *, maximum: bool = False, as_rows: bool | None = None
) -> WeightedGraph:
    """Put a graph and its weights on a device; the graph keeps the copy.

    Parameters
    ----------
    graph
        Without weights all edges weigh the same.
    device
        As for :func:`clconn.opencl_backend.device.runtime.open_runtime`.
    maximum
        Whether the heaviest edges come first.
    as_rows
        Whether to use clean rows unchanged. By default only a GPU does: a processor is faster with
        arrays of edges. A copy that the graph has already is used in any case.

    Raises
    ------
    GraphError
        If there are more edges than an index can number.
    DeviceMemoryError
        If the graph does not fit, before it is allocated; likewise for what its weights need.
    """
    runtime = open_runtime(device)
    key = (runtime, "weighted", maximum)
    with runtime.lock:
        weighted_graph: WeightedGraph | None = graph.device_copies.get(key)
        if weighted_graph is None:
            start = time.perf_counter()
            if graph.edge_count > MOST_EDGES:
                raise GraphError(
                    f"a minimum spanning forest on a device takes at most {MOST_EDGES} edges and "
                    f"the graph has {graph.edge_count}; use backend='reference'"
                )
            check_room(graph, runtime)
            if as_rows is None:
                as_rows = not runtime.is_cpu
            if graph.user_rows is None:
                weighted_graph = _put_edge_list(graph, runtime, maximum)
            else:
                weighted_graph = _put_rows(graph, runtime, maximum, as_rows)
            # Make a copy, so that the graph and its device copies do not keep each other alive.
            weighted_graph.origin = copy.copy(graph)
            weighted_graph.maximum = maximum
            runtime.finish()
            weighted_graph.transfer_seconds = time.perf_counter() - start
            keep_copy(graph, key, weighted_graph)
    return weighted_graph


def _expect_kernels(graph: Graph, runtime: Runtime, maximum: bool, *, as_rows: bool) -> str:
    """Build what puts edges with weights on the device, and what every plan asks for, at once.

    Returns
    -------
    str
        The likely type of the keys.
    """
    key_type = "uint"
    if graph.weights is not None and graph.edge_count:
        key_type = expect_keys(runtime, graph.weights, maximum=maximum)
    if graph.user_rows is not None and graph.edge_count:
        offset_type = offset_type_of(graph.user_rows.offset_dtype)
        expect_mirrors(runtime, offset_type, key_type, as_rows=as_rows)
    expect_barrier(runtime)
    return key_type


def _put_edge_list(graph: Graph, runtime: Runtime, maximum: bool) -> WeightedGraph:
    edges = put_edges(runtime, *graph.edges())
    needs = {"sources": 4 * edges.count, "targets": 4 * edges.count}
    _expect_kernels(graph, runtime, maximum, as_rows=False)
    keys = _make_keys(graph, runtime, maximum, needs)
    narrow = _narrow(runtime, keys, graph, maximum, needs)
    return WeightedGraph(
        runtime, graph.n, edges.count, narrow, edges=edges, kept=edges.count, key_code=keys.code
    )


def _put_rows(graph: Graph, runtime: Runtime, maximum: bool, as_rows: bool) -> WeightedGraph:
    user_rows = graph.user_rows
    assert user_rows is not None
    n, entries = graph.n, graph.edge_count
    needs = weighted_bytes(n, entries, offset_type_of(user_rows.offset_dtype))
    runtime.check_memory(needs, "the graph with its weights")
    key_type = _expect_kernels(graph, runtime, maximum, as_rows=as_rows)
    rows = upload_user_rows(runtime, user_rows)
    if not user_rows.are_valid:
        fault = inspect_adjacency(runtime, rows).fault
        if fault:
            user_rows.check()  # which names the place
            raise GraphError(fault)
        user_rows.are_valid = True
    has_mirrors = looks_symmetric(graph)
    # Kernels search while the weights are on their way.
    search = MirrorSearch(runtime, rows, key_type) if has_mirrors and as_rows else None
    searching = {"edge indices": needs["edge indices"]} if search else {}
    try:
        keys = _make_keys(graph, runtime, maximum, {**rows.needs, **searching})
    except BaseException:
        runtime.finish()  # a processor searches in the user's arrays
        raise
    indices = search.indices(keys) if search else None
    del search  # and with it the indices, if they are of no use
    if indices is not None:
        graph.symmetric = True
        narrow = _narrow(runtime, keys, graph, maximum, needs, indices=indices)
        weighted_rows = WeightedRows(rows, narrow, indices)
        return WeightedGraph(
            runtime, n, entries, narrow, rows=weighted_rows, kept=entries // 2, key_code=keys.code
        )
    if not as_rows and keys.is_narrow and _looks_equal(graph) and has_few_cores(runtime):
        # Kruskal's algorithm takes the entries as they are.
        return WeightedGraph(
            runtime, n, entries, keys.buffer, key_code=keys.code, entries_by_row=rows
        )
    listed = list_entries(runtime, graph, rows, keys, has_mirrors=has_mirrors)
    sources = listed.sources if has_mirrors else None
    narrow = _narrow(runtime, keys, graph, maximum, needs, sources=sources)
    edges = EdgeArrays(listed.sources, rows.neighbors, entries)
    # A processor reads them where they are, and a GPU's memory is for other things.
    of_user = rows if runtime.is_cpu else None
    return WeightedGraph(
        runtime, n, entries, narrow, edges=edges, kept=listed.kept, key_code=keys.code,
        entries_by_row=of_user,
        # Of wide weights those that were dropped have no rank.
        rows_at_both_ends=of_user if listed.have_equals and keys.is_narrow else None,
    )  # fmt: skip


def _make_keys(graph: Graph, runtime: Runtime, maximum: bool, needs: dict[str, int]) -> Keys:
    if graph.weights is None or not graph.edge_count:
        return Keys(equal_keys(runtime, graph.edge_count), "uint")
    # A GPU sorts all of them in less time than the host looks at them.
    frequent = frequent_place(graph, nearly_all=False) if runtime.is_cpu else None
    return keys_of_weights(runtime, graph.weights, maximum=maximum, needs=needs, frequent=frequent)


def _narrow(
    runtime: Runtime,
    keys: Keys,
    graph: Graph,
    maximum: bool,
    needs: dict[str, int],
    *,
    indices: Any = None,
    sources: Any = None,
) -> Any:
    """The keys as 32 bits each, or their ranks; equal ones for the two entries of clean rows."""
    if keys.is_narrow:
        return keys.buffer
    assert graph.weights is not None
    how: dict[str, Any] = {"maximum": maximum, "needs": needs}
    count = graph.edge_count
    if not runtime.is_cpu or graph.user_rows is None or (indices is None and sources is None):
        return narrow_down(runtime, keys, graph.weights, **how)
    if indices is None:
        # What was dropped is never looked at.
        is_kept = runtime.download(sources, count) != graph.user_rows.neighbors
        return narrow_down(runtime, keys, graph.weights, **how, places=np.flatnonzero(is_kept))
    firsts = runtime.download(indices, count, np.uint32)
    places = np.flatnonzero(firsts == np.arange(count, dtype=np.uint32))
    of_first = narrow_down(runtime, keys, graph.weights, **how, places=places)
    return runtime.upload(runtime.download(of_first, count, np.uint32)[firsts])


def _looks_equal(graph: Graph) -> bool:
    """Whether the weights of nearly all edges seem to be equal."""
    return graph.weights is None or frequent_place(graph) is not None
