"""A weighted graph in a device's memory, for minimum spanning forests.

The forest is the lightest one by (key, index), where the index of an edge is the user's edge or
entry, whichever represents it (:func:`clconn.weight_keys.canonical_edges`). Nobody needs to find
out which entries of the rows belong to one edge: the two entries of an edge are parallel edges as
well, and the lightest of parallel edges, the first of them on a tie, is the one that the forest
can have. So each form of input goes to the device as it is, and there are two forms:

- *rows*, for the variants that read rows: each edge at both ends, and both entries have the edge's
  index and key. Clean rows of the user (:class:`MirrorSearch`) are used unchanged. Others are
  built by a counting sort, when a variant first needs them.
- *arrays* of sources and targets, for the variants that read edges: the user's edge list
  unchanged, or the user's entries, without those that are no lighter than their mirror image. Of
  entries a processor keeps the user's rows, too, for looks at a few vertices, and where nearly all
  weights are equal makes the arrays when a variant first needs them.

Invariant: (key, index) orders the edges totally, so no two edges are equal.
"""

from __future__ import annotations

import copy
import time
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.csr import offset_dtype
from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.global_barrier import expect_barrier
from clconn.opencl_backend.device.runtime import Runtime, open_runtime
from clconn.opencl_backend.graph.adjacency_inspection import inspect_adjacency
from clconn.opencl_backend.graph.ascending_keys import keys_ascend, may_ascend
from clconn.opencl_backend.graph.device_csr import DeviceCSR, offset_type_of, upload_user_rows
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays, put_edges
from clconn.opencl_backend.graph.frequent_key import (
    RareKeys,
    frequent_place,
    no_rare_keys,
    rare_keys,
)
from clconn.opencl_backend.graph.mirror_entries import MirrorSearch, expect_mirrors, list_sources
from clconn.opencl_backend.graph.one_core import has_few_cores
from clconn.opencl_backend.graph.placement import check_room, keep_copy
from clconn.opencl_backend.graph.rows_of_edges import WeightedRows, rows_of_edges, weighted_bytes
from clconn.opencl_backend.graph.some_edges import are_short_and_near, looks_symmetric
from clconn.opencl_backend.graph.weight_keys import (
    Keys,
    equal_keys,
    expect_keys,
    keys_of_weights,
    narrow_down,
)
from clconn.opencl_backend.graph.weights_of_keys import KeyCode

if TYPE_CHECKING:
    from numpy.typing import NDArray


__all__ = ["MOST_EDGES", "WeightedGraph", "put_weighted_graph"]

MOST_EDGES = 2**32 - 2
"""The most edges of a weighted graph on a device, where an edge's index is a uint, and the largest
uint is no edge."""


class WeightedGraph(DeviceGraph):
    """A weighted graph on an OpenCL device.

    It is a device graph in all other respects, and keeps plans too.

    Attributes
    ----------
    n : int
        Number of vertices.
    edge_count : int
        Number of edges that the forest is chosen from.
    keys : pyopencl.Buffer, of uint32
        The key of each edge in the arrays, or of each entry that may be listed in them.
    key_code : KeyCode or None
        How to turn a key back into a weight, if that is possible.
    is_clean : bool
        Whether the user's rows are clean, so that they are the rows.
    maximum : bool
        Whether the keys are those of a maximum spanning forest.
    """

    entries_of_edges = None
    edge_ids = None

    def __init__(
        self, runtime: Runtime, n: int, entry_count: int, keys: Any, *,
        rows: WeightedRows | None = None, edges: EdgeArrays | None = None, kept: int | None = None,
        key_code: KeyCode | None = None, entries_by_row: DeviceCSR | None = None,
    ) -> None:  # fmt: skip
        offset_type = offset_type_of(offset_dtype(entry_count))
        if rows is not None:
            super().__init__(runtime, rows.rows)
        elif edges is not None:
            super().__init__(runtime, None, n=n, edges=edges, offset_type=offset_type)
        else:
            super().__init__(runtime, entries_by_row)
            self.rows, self.offset_type = None, offset_type
        self.keys = keys
        self.key_code = key_code
        self.is_clean = rows is not None
        self.maximum = False
        self.id_bound = entry_count
        self._kept = kept
        self._weighted_rows = rows
        self._entries_by_row = entries_by_row
        self.symmetric = rows is not None
        self.is_sorted = rows is not None

    @property
    def edge_count(self) -> int:
        """Number of edges, without self loops; of an edge list with them, until there are rows.

        Where nobody has listed the entries of rows so far, it lists them.
        """
        if self._kept is None:
            self.edge_arrays()
        assert self._kept is not None
        return self._kept

    @property
    def weighted_rows(self) -> WeightedRows:
        """The rows with the key and the index of each entry's edge, made when first asked for.

        From then on they are also the rows of this device graph.

        Raises
        ------
        DeviceMemoryError
            Before they are allocated, if they do not fit.
        """
        with self.runtime.lock:
            if self._weighted_rows is None:
                edges, kept = self.edge_arrays(), self.edge_count
                offset_type = offset_type_of(offset_dtype(2 * kept))
                needs = {f"{what} of rows": size for what, size in
                         weighted_bytes(self.n, 2 * kept, offset_type).items()}  # fmt: skip
                self.runtime.check_memory(
                    {**self.memory_needs, **needs, "free places": 4 * self.n},
                    "the graph with its weights, as arrays of edges and as rows",
                )
                made = rows_of_edges(self.runtime, self.n, edges, self.keys)
                self._weighted_rows = made
                self.rows, self.symmetric = made.rows, True
                self.entry_count, self.offset_type = made.rows.entry_count, made.rows.offset_type
                self._kept = made.rows.entry_count // 2
            return self._weighted_rows

    @property
    def looked_rows(self) -> DeviceCSR | None:
        """Valid rows, or None. They serve to look at a few vertices: an edge may be at one end."""
        return self._entries_by_row if self.rows is None else self.rows

    @property
    def unlisted_rows(self) -> DeviceCSR | None:
        """The user's rows, if their entries are the edges and are not listed in arrays so far."""
        return self._entries_by_row if self._edge_arrays is None else None

    def edge_arrays(self) -> EdgeArrays:
        """Return the edges as two arrays, whose keys are ``keys``; self loops are no edges.

        Of rows they are made on first use.

        Raises
        ------
        DeviceMemoryError
            Before they are allocated, if they do not fit.
        """
        if self._edge_arrays is None:
            rows = self.looked_rows
            assert rows is not None
            self.runtime.check_memory(
                {**self.memory_needs, "sources": 4 * rows.entry_count},
                "the graph with its weights, as rows and as arrays of edges",
            )
            assert self.origin is not None
            keys, has_mirrors = Keys(self.keys, "uint"), looks_symmetric(self.origin)
            sources, self._kept = _list_entries(
                self.runtime, self.origin, rows, keys, has_mirrors=has_mirrors
            )
            self._edge_arrays = EdgeArrays(sources, rows.neighbors, rows.entry_count)
        return self._edge_arrays

    @cached_property
    def keys_ascend(self) -> bool:
        """Whether no edge of the arrays has a smaller key than an edge before it.

        It is computed on the device on first use.
        """
        if self.origin is not None and not may_ascend(self.origin, maximum=self.maximum):
            return False
        return keys_ascend(self.runtime, self.edge_arrays(), self.keys)

    @cached_property
    def keys_descend(self) -> bool:
        """Whether no edge of the arrays has a larger key than an edge before it."""
        if self.origin is not None and not may_ascend(self.origin, maximum=not self.maximum):
            return False
        return keys_ascend(self.runtime, self.edge_arrays(), self.keys, falling=True)

    @cached_property
    def rare_keys(self) -> RareKeys | None:
        """The edges, or entries, that have not the key of nearly all, if there is such a key.

        It is computed on the device on first use; None for good if there was no room then.
        """
        if self.origin is None or not self.id_bound:
            return None
        place = 0 if self.origin.weights is None else frequent_place(self.origin)
        if place is None:
            return None
        (key,) = _numbers_at(self.runtime, self.keys, np.array([place])).tolist()
        if self.origin.weights is None:
            return no_rare_keys(key)
        return rare_keys(self.runtime, self.keys, self.id_bound, key, self.memory_needs)

    def sample(self, numbers: NDArray[np.int64]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return the keys and the indices of some entries of the rows, on the host.

        Parameters
        ----------
        numbers
            From 0 to edge_count - 1.
        """
        rows = self.weighted_rows
        places = 2 * numbers  # an edge has two entries
        found = [_numbers_at(self.runtime, buffer, places) for buffer in (rows.keys, rows.indices)]
        return found[0], found[1]

    @property
    def memory_needs(self) -> dict[str, int]:
        """Bytes of the graph on the device, by what they hold."""
        needs = {"keys": 4 * self.id_bound}
        if self._weighted_rows is not None:
            rows = self._weighted_rows.rows
            own = weighted_bytes(self.n, rows.entry_count, rows.offset_type)
            needs = (
                own if self.is_clean else {**needs, **{f"{k} of rows": v for k, v in own.items()}}
            )
        if self._edge_arrays is not None:
            needs["sources"] = 4 * self._edge_arrays.count
            if not self.is_clean:
                needs["targets"] = 4 * self._edge_arrays.count
        if self.unlisted_rows is not None:
            needs |= self.unlisted_rows.needs
        elif self._entries_by_row is not None:
            needs["offsets"] = self._entries_by_row.needs["offsets"]
        return needs


def _numbers_at(runtime: Runtime, buffer: Any, places: NDArray[np.int64]) -> NDArray[np.uint32]:
    copy_part = import_pyopencl().enqueue_copy
    numbers = np.empty(places.size, dtype=np.uint32)
    with runtime.lock:
        for number, place in enumerate(places.tolist()):
            part = numbers[number : number + 1]
            copy_part(runtime.queue, part, buffer, src_offset=4 * place)
    return numbers


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
    sources, kept = _list_entries(runtime, graph, rows, keys, has_mirrors=has_mirrors)
    narrow = _narrow(runtime, keys, graph, maximum, needs, sources=sources if has_mirrors else None)
    edges = EdgeArrays(sources, rows.neighbors, entries)
    # A processor reads them where they are, and a GPU's memory is for other things.
    of_user = rows if runtime.is_cpu else None
    return WeightedGraph(
        runtime, n, entries, narrow, edges=edges, kept=kept, key_code=keys.code,
        entries_by_row=of_user,
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


def _list_entries(
    runtime: Runtime, graph: Graph, rows: DeviceCSR, keys: Keys, *, has_mirrors: bool
) -> tuple[Any, int]:
    """List the entries of the user's rows, as :func:`list_sources` does."""
    is_quick = has_mirrors and runtime.is_cpu and are_short_and_near(graph)
    return list_sources(runtime, rows, keys, look_for_mirrors=has_mirrors, is_search_quick=is_quick)


def _looks_equal(graph: Graph) -> bool:
    """Whether the weights of nearly all edges seem to be equal."""
    return graph.weights is None or frequent_place(graph) is not None
