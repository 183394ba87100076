"""A graph in a device's memory."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from clconn.cached_properties import cached_property
from clconn.csr import offset_dtype
from clconn.html_tables import facts_table
from clconn.opencl_backend.graph.adjacency_inspection import inspect_adjacency
from clconn.opencl_backend.graph.ascending_rows import (
    are_mostly_empty,
    are_upper_rows,
    ascending_rows,
)
from clconn.opencl_backend.graph.device_csr import DeviceCSR, offset_type_of
from clconn.opencl_backend.graph.edge_arrays import (
    EdgeArrays,
    edges_of_rows,
    entries_of_edges,
    put_edges,
)
from clconn.opencl_backend.graph.edge_order import EdgeOrder, edge_order
from clconn.opencl_backend.graph.first_arcs import FirstArcs, expect_first_arcs, first_arcs
from clconn.opencl_backend.graph.first_links import FirstLinks, first_links
from clconn.opencl_backend.graph.hook_coverage import hook_coverage
from clconn.opencl_backend.graph.hooked_share import FirstNeighbors, first_neighbors, hooked_share
from clconn.opencl_backend.graph.ordered_segments import SegmentLook, look_at_segments
from clconn.opencl_backend.graph.rows_of_edges import rows_of_edges, weighted_bytes
from clconn.opencl_backend.graph.small_components import medium_components, small_components
from clconn.opencl_backend.graph.transpose import transpose_rows
from clconn.vertex_names import NamedVertices

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.opencl_backend.device.runtime import Runtime
    from clconn.user_rows import UserRows

__all__ = ["DeviceGraph"]


class DeviceGraph(NamedVertices):
    """A graph on an OpenCL device: its rows, or its edges as arrays.

    :meth:`clconn.Graph.to` and :meth:`from_csr` create it, and clconn accepts it wherever it
    accepts a graph. Its memory is given back when nothing refers to it any more.

    Attributes
    ----------
    n : int
        Number of vertices.
    nodes : list, numpy.ndarray or None
        The name of each vertex, as in the graph that this graph was made from.
    entry_count : int
        Number of entries: an edge that is stored at both ends counts twice.
    directed : bool
        Whether entry (u, v) is the arc u -> v only; False where the rows hold each edge at both
        ends because clconn added the other direction.
    symmetric : bool
        Whether each edge is known to be stored at both ends. If not, clconn runs the algorithms
        that need no symmetry.
    is_sorted : bool
        Whether the neighbors of every vertex are known to ascend.
    has_long_rows : bool
        Whether a vertex may have so many neighbors that several work-items share them.
    transfer_seconds : float
        The time to put the graph on the device, including checks.
    rows : DeviceCSR or None
        None if the device holds the graph only as arrays of edges.
    origin : Graph or None
        The graph on the host that holds the user's edges, if entry i is not edge i.
    host : Graph or None
        The host graph that this graph was made from, if any.
    """

    def __init__(
        self,
        runtime: Runtime,
        rows: DeviceCSR | None,
        *,
        n: int | None = None,
        edges: EdgeArrays | None = None,
        offset_type: str = "int",
        directed: bool = False,
    ) -> None:
        self.runtime = runtime
        self.rows = rows
        self.directed = directed
        self.symmetric = False
        self.is_sorted = False
        self.has_long_rows = True
        self.transfer_seconds = 0.0
        self.origin: Graph | None = None
        self.host: Graph | None = None
        self.plans: dict[Any, Any] = {}
        self._edge_arrays = edges
        self._edges_of_entries: Any = None
        self._transpose: DeviceCSR | None = None
        if rows is not None:
            self.n, self.entry_count, self.offset_type = rows.n, rows.entry_count, rows.offset_type
        else:
            assert n is not None
            assert edges is not None
            self.n, self.entry_count, self.offset_type = n, edges.count, offset_type
        self.nodes = None

    @property
    def device(self) -> Any:
        """The pyopencl device."""
        return self.runtime.device

    @property
    def offsets(self) -> Any:
        """The buffer of the rows' offsets, or None."""
        return None if self.rows is None else self.rows.offsets

    @property
    def neighbors(self) -> Any:
        """The buffer of the rows' neighbors, or None."""
        return None if self.rows is None else self.rows.neighbors

    @property
    def transpose(self) -> DeviceCSR:
        """The rows of the opposite arcs, computed on the device on first use, and kept.

        They are the rows of the graph itself if each edge is known to be stored at both ends.
        """
        assert self.rows is not None
        if self.symmetric:
            return self.rows
        with self.runtime.lock:
            if self._transpose is None:
                self._transpose = transpose_rows(self.runtime, self.rows, needs=self.memory_needs)
        return self._transpose

    def edge_arrays(self) -> EdgeArrays:
        """Return the edges as two arrays, extracted on the device on first use, and kept.

        They are those of ``Graph.undirected_edges``: each edge once if the rows are known to be
        symmetric, in the order of the rows. Otherwise they are all entries, and the neighbors serve
        as the targets unchanged. So rows of m entries need 4 m bytes more.

        Returns
        -------
        EdgeArrays

        Raises
        ------
        DeviceMemoryError
            Before the arrays are allocated, if they do not fit.
        """
        if self._edge_arrays is None:
            assert self.rows is not None
            self._edge_arrays = edges_of_rows(
                self.runtime, self.rows, symmetric=self.symmetric, needs=self.memory_needs
            )
        return self._edge_arrays

    @cached_property
    def hook_coverage(self) -> float:
        """A lower bound of the share of the vertices that hook-based sampling covers, in 0..1.

        It is computed on the device on first use.
        """
        assert self.rows is not None
        return hook_coverage(self.runtime, self.rows)

    @cached_property
    def first_neighbors(self) -> FirstNeighbors:
        """What the first neighbors of a few vertices say, for a processor.

        It is found out on the device on first use.
        """
        assert self.rows is not None
        return first_neighbors(self.runtime, self.rows)

    @cached_property
    def hooked_share(self) -> float:
        """The share of the vertices, in 0..1, in the largest tree of hook-based sampling.

        A processor hooks all vertices to find out, on first use.
        """
        assert self.rows is not None
        return hooked_share(self.runtime, self.rows)

    @cached_property
    def ascending_rows(self) -> float:
        """The share of the rows, in 0..1, whose first two neighbors ascend.

        It is estimated on first use, from rows of the host. Where there are none, it is 1.
        """
        rows = self._rows_of_host
        return 1.0 if self.is_sorted or rows is None else ascending_rows(rows.adjacency())

    @property
    def _rows_of_host(self) -> UserRows | None:
        return None if self.host is None else self.host.user_rows

    @cached_property
    def has_upper_rows(self) -> bool:
        """Whether a few rows look like those of an upper triangle of a matrix.

        They are looked at on first use, on the host; without rows there, it is False.
        """
        rows = self._rows_of_host
        return rows is not None and are_upper_rows(rows.adjacency())

    @cached_property
    def has_empty_rows(self) -> bool:
        """Whether of a few rows most have no entries, which is seen in the same way."""
        rows = self._rows_of_host
        return rows is not None and are_mostly_empty(rows.adjacency())

    @cached_property
    def edge_order(self) -> EdgeOrder:
        """What a few edges of the list on the host say, of which the device's is a copy."""
        assert self.host is not None
        assert self.host.user_rows is None
        return edge_order(*self.host.edges(), self.n)

    @cached_property
    def first_links(self) -> FirstLinks:
        """What links of each vertex to its first smaller neighbor would be like.

        It is estimated on the device on first use.
        """
        assert self.rows is not None
        return first_links(self.runtime, self.rows)

    @cached_property
    def first_arcs(self) -> FirstArcs:
        """What the first arcs of a few vertices say about the cycles of a directed graph.

        It is estimated on the device on first use, from the rows and their transpose.
        """
        assert self.rows is not None
        with self.runtime.lock:
            expect_first_arcs(self.runtime, self.offset_type)
            return first_arcs(self.runtime, self.rows, self.transpose)

    @cached_property
    def segment_look(self) -> SegmentLook:
        """Where the vertices are that may be on a cycle, if ids are cut into segments.

        All arcs of a directed graph lead across a cut one way. It is estimated on the device on
        first use.
        """
        assert self.rows is not None
        return look_at_segments(self.runtime, self.rows, self.transpose)

    @cached_property
    def small_components(self) -> float:
        """The share of the vertices with neighbors, in 0..1, in components of few vertices.

        It is estimated on the device on first use.
        """
        assert self.rows is not None
        return small_components(self.runtime, self.rows)

    @cached_property
    def medium_components(self) -> float:
        """The same for components of up to some thousand vertices, from fewer searches."""
        assert self.rows is not None
        return medium_components(self.runtime, self.rows)

    @cached_property
    def edge_ids(self) -> Any:
        """The user's edge of each entry, in a buffer; uploaded on first use, unless it is there.

        None if entry i is edge i.
        """
        if self.origin is None or self._edges_of_entries is not None:
            return self._edges_of_entries
        ids = self.origin.adjacency(edge_ids=True).edge_ids
        assert ids is not None
        self.runtime.check_memory(
            {**self.memory_needs, "edge ids": ids.nbytes}, "the graph with the ids of its edges"
        )
        return self.runtime.upload(ids)

    @cached_property
    def entries_of_edges(self) -> Any:
        """The entry of each edge in :meth:`edge_arrays`, in a buffer that is made on first use.

        None if edge i there is entry i.
        """
        if self.rows is None or not self.symmetric:
            return None
        return entries_of_edges(self.runtime, self.rows, needs=self.memory_needs)

    @property
    def edge_count(self) -> int:
        """Number of the user's edges."""
        return self.entry_count if self.origin is None else self.origin.edge_count

    def without_plans(self) -> DeviceGraph:
        """Return a graph with the same rows, not copied, and without plans.

        Its plans are given back together with it; this graph does not keep them.

        Returns
        -------
        DeviceGraph
        """
        twin = copy.copy(self)
        twin.plans = {}
        return twin

    @property
    def memory_needs(self) -> dict[str, int]:
        """Bytes of the graph on the device, by what they hold."""
        needs = {} if self.rows is None else self.rows.needs
        if self._edge_arrays is not None:
            own_targets = self._edge_arrays.targets is not self.neighbors
            needs["sources"] = 4 * self._edge_arrays.count
            needs["targets"] = 4 * self._edge_arrays.count if own_targets else 0
        if self._edges_of_entries is not None:
            needs["edge ids"] = 4 * self.entry_count
        if self._transpose is not None:
            needs |= {f"transposed {what}": size for what, size in self._transpose.needs.items()}
        return needs

    @classmethod
    def of_edges(
        cls, runtime: Runtime, n: int, sources: NDArray[np.int32], targets: NDArray[np.int32]
    ) -> DeviceGraph:
        """Make a graph of fewer than 2**31 edges of the host, with rows built on the device.

        Raises
        ------
        DeviceMemoryError
            Before any allocation, if the edges and the rows do not fit.
        """
        count = int(sources.size)
        rows = weighted_bytes(n, 2 * count, offset_type_of(offset_dtype(2 * count)))
        del rows["keys"]
        needs = {"sources": 4 * count, "targets": 4 * count, **rows, "free places": 4 * n}
        runtime.check_memory(needs, "the graph as arrays of edges and as rows")
        made = rows_of_edges(runtime, n, put_edges(runtime, sources, targets))
        graph = cls(runtime, made.rows)
        graph.symmetric = True
        graph._edges_of_entries = made.indices
        return graph

    @classmethod
    def from_csr(cls, offsets: Any, neighbors: Any, *, device: Any = None) -> DeviceGraph:
        """Make a graph from compressed sparse rows that are already on the device, without a copy.

        Parameters
        ----------
        offsets : pyopencl.array.Array, shape (n + 1,), int32 or int64
            The entries of vertex v are ``offsets[v]`` to ``offsets[v + 1] - 1``.
        neighbors : pyopencl.array.Array, shape (m,), int32
            The variants that sample need each edge at both ends, unless ``skip_settled`` is false.
            For strong components entry v of row u is the arc u -> v.
        device : pyopencl.CommandQueue, optional
            The caller's queue to work on; by default the queue of the arrays.

        Returns
        -------
        DeviceGraph
            It refers to the arrays' memory: do not change the arrays while it is in use.

        Raises
        ------
        GraphError
            If the arrays are not compressed sparse rows in two buffers.
        DeviceError
            If the arrays and the queue belong to different contexts.
        """
        from clconn.opencl_backend.graph.placement import take_arrays

        return take_arrays(offsets, neighbors, device)

    def inspect(self) -> str:
        """Check on the device whether the rows are valid, symmetric and sorted.

        Returns
        -------
        str
            What makes the rows invalid; empty if they are valid.
        """
        assert self.rows is not None
        inspection = inspect_adjacency(self.runtime, self.rows)
        self.symmetric = inspection.symmetric
        self.is_sorted = inspection.is_sorted
        self.has_long_rows = inspection.has_long_rows
        return inspection.fault

    def __repr__(self) -> str:
        return f"DeviceGraph(n={self.n}, entries={self.entry_count}, device={self.runtime.name!r})"

    def _repr_html_(self) -> str:
        facts = [
            ("vertices", self.n),
            ("entries", self.entry_count),
            ("device", self.runtime.name),
        ]
        return facts_table("DeviceGraph", facts)
