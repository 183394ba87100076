"""The graph that every algorithm takes.

A :class:`Graph` stores the user's data, an edge list or compressed sparse rows,
and derives the other forms once, on first use:

* *edges*, in the user's numbering; every edge id in a result is such a number;
* the *adjacency* of the undirected graph, which stores each edge at both ends.

Invariants: ``0 <= n < 2**31``; every vertex id is in ``0..n-1``; offsets start
at 0, never decrease and end at the number of entries; neighbors are int32;
offsets are int32, or int64 from nearly 2**31 entries on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.csr import Adjacency, rows_of_matrix
from clconn.errors import GraphError
from clconn.exact_weights import edge_weights
from clconn.graph_arrays import edge_ends
from clconn.graph_checks import MAXIMUM_VERTICES, check_flag
from clconn.graph_display import GraphDisplay
from clconn.interchange.constructors import FromOtherLibraries
from clconn.networkx_edges import edges_of_networkx
from clconn.renumbering import number_by_name
from clconn.subgraphs import induced_subgraph
from clconn.symmetrize import is_symmetric, one_entry_per_edge, rows_of_arcs, symmetrize
from clconn.user_rows import UserRows, is_checked_later, user_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["MAXIMUM_VERTICES", "Adjacency", "Graph"]


class Graph(FromOtherLibraries, GraphDisplay):
    """A sparse graph; make one with the ``from_`` methods or :func:`clconn.read`.

    Attributes
    ----------
    n : int
        Number of vertices.
    edge_count : int
        Number of edges in the user's data (stored entries, for a matrix).
    directed : bool
        Whether edge (u, v) is the arc u -> v only.
    weights : numpy.ndarray, shape (edge_count,), or None
        Weight of each of the user's edges, in the user's dtype. Python's numbers become
        int64, uint64 or float64, or stay objects if none of these holds them exactly.
    nodes : list, numpy.ndarray or None
        The name of each vertex: the nodes of a NetworkX graph, the ids with ``renumber=True``, or
        what you set. Methods of the graph and its results then take and return names, not numbers.
    file_format : str or None
        For a graph from a file, the name of the format in which it was read.
    symmetric : bool or None
        Whether the user's rows store each edge at both ends; None if not known yet.

    See Also
    --------
    clconn.read : Read a graph from a file.
    clconn.generate : Generate a graph.
    clconn.DeviceGraph : A graph on an OpenCL device.

    Notes
    -----
    Arrays that need no conversion are shared with the caller, not copied. Do not
    change them while the graph is in use: clconn checks them only once, and a kernel
    that meets a wrong value may read outside the arrays.
    """

    def __init__(self) -> None:
        raise GraphError(
            "make a graph with Graph.from_edges, from_csr, from_scipy, from_networkx or "
            "from_dataframe, or clconn.read(path)"
        )

    symmetric: bool | None
    _edges: tuple[NDArray[np.int32], NDArray[np.int32]] | None
    _adjacency: Adjacency | None
    _arcs: Adjacency | None
    device_copies: dict[Any, Any]

    @classmethod
    def _make(cls, n: int, edge_count: int, directed: bool, weights: NDArray[Any] | None) -> Graph:
        check_flag(directed, "directed")
        graph = cls.__new__(cls)
        graph.n, graph.edge_count = n, edge_count
        graph.directed, graph.weights = directed, weights
        graph.nodes = graph.file_format = graph.symmetric = None
        graph._edges = graph.user_rows = graph._adjacency = graph._arcs = None
        graph.device_copies = {}
        return graph

    def __getstate__(self) -> dict[str, Any]:
        # Copies and pickles leave out everything on a device.
        return {**self.__dict__, "device_copies": {}}

    # ------------------------------------------------------------ constructors

    @classmethod
    def from_edges(
        cls,
        sources: ArrayLike,
        targets: ArrayLike,
        n: int | None = None,
        *,
        weights: ArrayLike | None = None,
        directed: bool = False,
        renumber: bool = False,
    ) -> Graph:
        """Make a graph from an edge list.

        Parameters
        ----------
        sources, targets : array_like, shape (m,), any integer dtype
            The two ends of each edge, ids in ``0..n-1``. Self loops and
            parallel edges are allowed.
        n : int, optional
            Number of vertices; by default the largest id plus one, with a
            ``GraphWarning`` if a million vertices or more have no edge.
        weights : array_like, shape (m,), any integer or float dtype, optional
            Weight of each edge, not NaN. Python's integers may have any size; weights are
            never rounded.
        directed : bool, default False
            Whether edge i is the arc ``sources[i] -> targets[i]`` only.
        renumber : bool, default False
            Whether ids are names: any integers, or strings. The vertices are then
            the names that occur, in ascending order, and ``nodes`` lists them.

        Returns
        -------
        Graph

        Raises
        ------
        GraphError
            If an id is not an integer or outside ``0..n-1``, the lengths
            differ, a weight is NaN or not an integer or a float, or, with `renumber`,
            ids are of two kinds.

        Examples
        --------
        >>> import clconn
        >>> graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
        >>> graph.n, graph.edge_count
        (6, 3)
        >>> graph = clconn.Graph.from_edges(["b", "a"], ["c", "b"], renumber=True)
        >>> graph.nodes.tolist(), graph.edges()[0].tolist()
        (['a', 'b', 'c'], [1, 0])
        """
        nodes = None
        check_flag(renumber, "renumber")
        if renumber:
            nodes, sources, targets = number_by_name(sources, targets, n)
            n = nodes.size
        *ends, n = edge_ends(sources, targets, n)
        weight_array = edge_weights(weights, ends[0].size, "edge")
        graph = cls._make(n, ends[0].size, directed, weight_array)
        graph._edges = ends[0], ends[1]
        graph.nodes = nodes
        return graph

    @classmethod
    def from_csr(
        cls,
        offsets: ArrayLike,
        neighbors: ArrayLike,
        n: int | None = None,
        *,
        weights: ArrayLike | None = None,
        directed: bool = False,
        symmetric: bool | None = None,
    ) -> Graph:
        """Make a graph from compressed sparse rows.

        Parameters
        ----------
        offsets : array_like, shape (n + 1,), any integer dtype
            The entries of vertex v are ``offsets[v]`` to ``offsets[v + 1] - 1``.
        neighbors : array_like, shape (m,), any integer dtype
            The other end of each entry. A contiguous int32 array is not copied.
        n : int, optional
            Number of vertices, as a check: it must be ``len(offsets) - 1``.
        weights : array_like, shape (m,), any integer or float dtype, optional
            Weight of each entry, not NaN.
        directed : bool, default False
            Whether entry v of row u is the arc u -> v only.
        symmetric : bool, optional
            Promise that every edge is stored at both ends (or that it is not).
            Without a promise clconn checks the rows, in linear time. A wrong
            promise gives wrong answers.

        Returns
        -------
        Graph

        Raises
        ------
        GraphError
            If the arrays are not valid compressed sparse rows; for memory-mapped ones of more
            than 64 MiB, when the graph is first used.
        """
        rows = user_rows(offsets, neighbors, n)
        if not is_checked_later(rows.offsets, rows.neighbors):
            rows.adjacency()
        return cls.of_rows(rows, weights, directed=directed, symmetric=symmetric)

    @classmethod
    def of_rows(
        cls, rows: UserRows, weights: Any, *, directed: bool, symmetric: bool | None = None
    ) -> Graph:
        """Make a graph from rows that may be checked later; the rest is as for `from_csr`."""
        weight_array = edge_weights(weights, rows.entry_count, "entry")
        graph = cls._make(rows.n, rows.entry_count, directed, weight_array)
        graph.user_rows = rows
        if symmetric is not None:
            check_flag(symmetric, "symmetric")
        graph.symmetric = symmetric
        return graph

    @classmethod
    def from_scipy(
        cls,
        matrix: Any,
        *,
        weighted: bool = False,
        directed: bool = False,
        symmetric: bool | None = None,
    ) -> Graph:
        """Make a graph from a square scipy sparse matrix or array of any format.

        Each stored entry of ``matrix.tocsr()`` is an edge, even a zero, and edge ids
        count these entries. So duplicates of a matrix in COO format are summed, and
        those of other formats are parallel edges, as in scipy.sparse.csgraph. To keep
        those of COO, use
        ``Graph.from_edges(matrix.row, matrix.col, n, weights=matrix.data)``. A matrix in
        CSR format with int32 indices is shared, not copied.

        Parameters
        ----------
        matrix : scipy.sparse matrix or array, shape (n, n)
            An undirected graph may store either triangle or both.
        weighted : bool, default False
            Whether the stored values are weights.
        directed : bool, default False
            Whether entry (u, v) is the arc u -> v only.
        symmetric : bool, optional
            As for :meth:`from_csr`.

        Returns
        -------
        Graph

        Raises
        ------
        GraphError
            If the matrix is not sparse, not square, or not valid.
        """
        check_flag(weighted, "weighted")
        rows = rows_of_matrix(matrix)
        return cls.from_csr(
            rows.indptr,
            rows.indices,
            weights=rows.data if weighted else None,
            directed=directed,
            symmetric=symmetric,
        )

    @classmethod
    def from_networkx(cls, graph: Any, *, weight: str | None = None) -> Graph:
        """Make a graph from a NetworkX graph, which may be directed or a multigraph.

        Parameters
        ----------
        graph : networkx.Graph
            Vertex i is the i-th node; the attribute ``nodes`` lists the nodes.
        weight : str, optional
            The edge attribute that contains the weight; edges without it weigh 1, but
            at least one edge must have it.

        Returns
        -------
        Graph

        Raises
        ------
        GraphError
            If it is not a NetworkX graph, no edge has the attribute, or a weight is not
            a number.
        """
        nodes, sources, targets, weights = edges_of_networkx(graph, weight)
        directed = graph.is_directed()
        result = cls.from_edges(sources, targets, len(nodes), weights=weights, directed=directed)
        result.nodes = nodes
        return result

    # ------------------------------------------------------------------- views

    @property
    def rows(self) -> Adjacency | None:
        """The user's compressed sparse rows, or None for an edge list."""
        return None if self.user_rows is None else self.user_rows.adjacency()

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the two ends of each edge, in the user's numbering.

        Returns
        -------
        sources, targets : numpy.ndarray, shape (edge_count,), int32
        """
        if self._edges is not None:
            return self._edges
        assert self.rows is not None
        return self.rows.sources(), self.rows.neighbors

    def undirected_edges(
        self, *, maximum: bool = False
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None, NDArray[Any]]:
        """Return each undirected edge once, even if the rows store it at both ends.

        Symmetric rows have two entries for an edge. The lighter one represents it,
        or the first one if both weigh the same. Parallel edges remain and are paired
        by weight: the lightest of one direction with the lightest of the other. Self
        loops remain; rows store them once. An edge list, and rows that are not
        symmetric, are returned entry by entry. The direction of arcs is ignored.

        Parameters
        ----------
        maximum : bool, default False
            Whether the heavier entry represents an edge, and the heaviest parallel
            edges are paired, as for a maximum spanning forest: as if all weights were
            negated.

        Returns
        -------
        sources, targets : numpy.ndarray, shape (k,), int32
            For symmetric rows, ``sources <= targets``, in the order of the rows.
        weights : numpy.ndarray, shape (k,), or None
            The weights of ``edge_ids``.
        edge_ids : numpy.ndarray, shape (k,), int32 or int64
            The user's edge that represents each undirected edge.

        Raises
        ------
        GraphError
            If the rows turn out not to be symmetric although the caller promised it.
            Not every wrong promise is detected.

        Examples
        --------
        >>> import clconn
        >>> graph = clconn.Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1], weights=[5, 4, 6, 6])
        >>> [array.tolist() for array in graph.undirected_edges()]
        [[0, 1], [1, 2], [4, 6], [1, 2]]
        """
        sources, targets = self.edges()
        if self.user_rows is None or not self._rows_are_symmetric():
            id_dtype = np.int32 if self.edge_count < 2**31 else np.int64
            return sources, targets, self.weights, np.arange(self.edge_count, dtype=id_dtype)
        return one_entry_per_edge(self.n, sources, targets, self.weights, maximum=maximum)

    def _rows_are_symmetric(self) -> bool:
        if self.symmetric is None:
            assert self.rows is not None
            self.symmetric = is_symmetric(self.n, self.rows)
        return self.symmetric

    def adjacency(self, *, edge_ids: bool = False) -> Adjacency:
        """Return compressed sparse rows that store each undirected edge at both ends.

        The rows are built once and cached. Symmetric rows from the user are returned
        unchanged; otherwise the neighbors are sorted and self loops left out. The
        direction of arcs is ignored.

        Parameters
        ----------
        edge_ids : bool, default False
            Whether to include the user's edge of each entry.

        Returns
        -------
        Adjacency
        """
        if self.rows is not None and self._rows_are_symmetric():
            return self.rows
        if self._adjacency is None or (edge_ids and self._adjacency.edge_ids is None):
            sources, targets = self.edges()
            self._adjacency = symmetrize(self.n, sources, targets, edge_ids)
        return self._adjacency

    def arcs(self) -> Adjacency:
        """Return compressed sparse rows of the arcs: entry v of row u is the arc u -> v.

        The user's rows are returned unchanged. Those of an edge list are built once and
        cached; their neighbors are sorted. An undirected graph has no arcs; see `adjacency`.

        Returns
        -------
        Adjacency
        """
        if self.rows is not None:
            return self.rows
        if self._arcs is None:
            self._arcs = rows_of_arcs(self.n, *self.edges())
        return self._arcs

    def subgraph(self, vertices: Any) -> Graph:
        """Return the graph of some vertices and the edges between them.

        Parameters
        ----------
        vertices : iterable, or array of bool of shape (n,)
            Names, or numbers without names; each once. Vertex i of the result is the i-th of
            them, and has its name, or its number here as its name.

        Returns
        -------
        Graph

        Raises
        ------
        GraphError
            If a vertex is not in the graph, or is given twice.
        """
        return induced_subgraph(self, vertices)

    def to(self, device: Any = None) -> Any:
        """Copy the graph to an OpenCL device, to use it there many times.

        Parameters
        ----------
        device : pyopencl.Device or str, optional
            As for :func:`clconn.connected_components`.

        Returns
        -------
        clconn.DeviceGraph
            The public functions accept it in place of a graph.
        """
        from clconn.opencl_backend.graph.placement import to_device  # imported only when called

        return to_device(self, device)
