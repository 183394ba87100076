"""The result of a spanning forest: the edges of a tree for each component."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from clconn.csr import rows_from_entries
from clconn.errors import GraphError, OutputError
from clconn.parallel_passes import gathered
from clconn.results.frames import make_frame
from clconn.results.partition import Partition
from clconn.results.trees import parents_of_trees, smallest_of_trees, tree_labels

if TYPE_CHECKING:
    from types import ModuleType

    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["ForestSource", "HostForest", "SpanningForest", "forest_weights"]


class ForestSource(Protocol):
    """The source of the edges of a :class:`SpanningForest`: the host or a device."""

    def count(self) -> int: ...
    def edge_ids(self) -> NDArray[np.int64]: ...
    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...


def forest_weights(graph: Graph, edge_ids: NDArray[Any]) -> NDArray[Any]:
    """Return the weights of the given edges, or ones if the graph has no weights."""
    if graph.weights is None:
        return np.ones(edge_ids.size, dtype=np.int64)
    return gathered(graph.weights, edge_ids)


class HostForest:
    """A forest whose edge ids are in host memory."""

    def __init__(self, graph: Graph, edge_ids: NDArray[np.int64]) -> None:
        self._graph = graph
        self._edge_ids = edge_ids

    def count(self) -> int:
        return self._graph.n - int(self._edge_ids.size)

    def edge_ids(self) -> NDArray[np.int64]:
        return self._edge_ids

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        sources, targets = self._graph.edges()
        return sources[self._edge_ids], targets[self._edge_ids]

    def weights(self) -> NDArray[Any]:
        return forest_weights(self._graph, self._edge_ids)


class SpanningForest(Partition):
    """A spanning forest of a graph: one tree for each connected component.

    :func:`clconn.spanning_forest` returns it. A graph has many spanning forests; the
    variant, the device and the run decide which one this is. The arrays are cached as
    in :class:`Components`.

    Attributes
    ----------
    count : int
        Number of trees, which equals the number of components. An isolated vertex is a tree.
    n, nodes, variant, options, reason, backend, device, timing
        As for :class:`Components`.

    See Also
    --------
    clconn.verify.forest : Check a result.
    """

    _parts: ClassVar[tuple[str, ...]] = ("count", "edge_ids", "edges")
    _unit = "trees"
    _source: ForestSource

    @property
    def edge_ids(self) -> NDArray[np.int64]:
        """Ids of the edges in the user's numbering, ascending, shape (n - count,), int64."""
        return self._fetch("edge_ids")  # type: ignore[no-any-return]

    @property
    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Sources and targets of ``edge_ids``, each of shape (n - count,), int32."""
        return self._fetch("edges")  # type: ignore[no-any-return]

    @property
    def labels(self) -> NDArray[np.int32]:
        """Tree of each vertex, shape (n,), int32, numbered like :attr:`Components.labels`."""
        return self._keep("labels", lambda: tree_labels(self.n, *self.edges))  # type: ignore[no-any-return]

    @property
    def roots(self) -> NDArray[np.int32]:
        """Smallest vertex of each vertex's tree, shape (n,), int32."""
        return self._keep("roots", lambda: smallest_of_trees(self.labels)[self.labels])  # type: ignore[no-any-return]

    def tree_sizes(self) -> NDArray[np.int64]:
        """Return the number of vertices of each tree.

        Returns
        -------
        numpy.ndarray, shape (count,), int64
            In the order of the trees' smallest vertices, like
            :meth:`Components.sizes`. A tree of k vertices has k - 1 edges.
        """
        return self._sizes()

    def parents(self, root: Any = None) -> NDArray[np.int32]:
        """Return the parent of each vertex in the rooted trees.

        Parameters
        ----------
        root : vertex, or iterable of vertices, optional
            The root of its tree, or several roots of different trees: names, or numbers if the
            graph has no names. Every other tree has its smallest vertex as its root.

        Returns
        -------
        numpy.ndarray, shape (n,), int32
            Vertex numbers, by vertex number. A root is its own parent, like an isolated vertex.

        Raises
        ------
        GraphError
            If a vertex is not in the graph, or two roots are in one tree.

        Notes
        -----
        It takes linear time: labels of the trees, and one breadth-first search on the host.
        ``parents[v] == v`` finds the roots; scipy's ``breadth_first_order`` has -9999 there.

        Examples
        --------
        >>> import clconn
        >>> graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
        >>> forest = clconn.spanning_forest(graph, backend="reference")
        >>> forest.parents().tolist()
        [0, 0, 1, 3, 3, 5]
        >>> forest.parents(2).tolist()
        [1, 2, 2, 3, 3, 5]
        """
        roots = smallest_of_trees(self.labels)
        if root is not None:
            wanted = self.vertex_names.find(root).reshape(-1)
            trees = self.labels[wanted]
            roots[trees] = wanted
            other = np.flatnonzero(roots[trees] != wanted)
            if other.size:
                name = self.vertex_names.name
                one, two = int(wanted[other[0]]), int(roots[trees[other[0]]])
                raise GraphError(
                    f"{name(one)!r} and {name(two)!r} are in the same tree; "
                    "expected one root for a tree"
                )
        return parents_of_trees(self.n, *self.edges, roots)

    def to_scipy(self) -> Any:
        """Return the forest as a sparse adjacency matrix.

        Returns
        -------
        scipy.sparse.csr_array, shape (n, n)
            One entry for each edge, at its row ``edges[0]`` and its column ``edges[1]``, as in
            the results of :func:`scipy.sparse.csgraph.minimum_spanning_tree`. The functions of
            ``scipy.sparse.csgraph`` take it with ``directed=False``. The values are ones, or
            the weights of a :class:`MinimumForest`; a weight of zero is a stored entry.

        Raises
        ------
        OutputError
            If the weights are Python's numbers that no type of 64 bits holds.
        """
        sources, targets = self.edges
        values = self._edge_values()
        if values.dtype.kind == "O":
            raise OutputError(
                "these weights are Python's numbers that no type of 64 bits holds, and scipy's "
                "matrices neither; take forest.edges and forest.weights, or round the latter with "
                ".astype(float)"
            )
        return rows_from_entries(self.n, sources, targets, values)

    def to_frame(self, library: str | ModuleType | None = None) -> Any:
        """Return the edges as a data frame.

        Parameters
        ----------
        library : str or module, optional
            As for :meth:`Components.to_frame`.

        Returns
        -------
        data frame
            A row for each of ``edge_ids``, with the names or numbers of its ends in ``source`` and
            ``target``; of a :class:`MinimumForest` also its ``weight``.

        Raises
        ------
        OptionError, MissingLibraryError, GraphError
            As for :meth:`Components.to_frame`.
        """
        return make_frame(self._columns(), library)

    def _columns(self) -> dict[str, Any]:
        names = self.vertex_names.names
        return {"source": names(self.edges[0]), "target": names(self.edges[1])}

    def to_dict(self) -> dict[tuple[Any, Any], Any]:
        """Return the weight of each edge by the names of its ends.

        Returns
        -------
        dict
            The keys are pairs of names, or of numbers without names, source and target, in the
            order of ``edge_ids``. The values are ones, or the weights of a :class:`MinimumForest`.

        Raises
        ------
        GraphError
            If two edges have the same names at their ends, or a name is not hashable.

        Examples
        --------
        >>> import clconn
        >>> edges = {"u": ["a", "b", "a"], "v": ["b", "c", "c"], "weight": [3, 1, 2]}
        >>> graph = clconn.Graph.from_dataframe(edges, weight="weight")
        >>> clconn.minimum_spanning_forest(graph).to_dict()
        {('b', 'c'): 1, ('a', 'c'): 2}
        """
        ends = [self.vertex_names.names(end) for end in self.edges]
        pairs = zip(*(end if isinstance(end, list) else end.tolist() for end in ends), strict=True)
        return self.vertex_names.keyed(list(pairs), self._edge_values().tolist())

    def _edge_values(self) -> NDArray[Any]:
        return np.ones(self.edge_ids.size, dtype=np.int64)

    @property
    def on_device(self) -> Any:
        """The edge ids as a pyopencl array, without a copy to the host.

        Returns
        -------
        object
            With the attribute ``edge_ids``, a ``pyopencl.array.Array`` of shape
            (n - count,): int32, or int64 from 2**31 edges on.

        Raises
        ------
        AttributeError
            If the result is on the host, because the reference or scipy computed it.
        """
        return self._on_device(".edge_ids")
