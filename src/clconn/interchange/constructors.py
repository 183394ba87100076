"""The methods of :class:`clconn.Graph` that make one of another library's edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clconn.interchange.frame_edges import edges_of_frame
from clconn.interchange.igraph_edges import edges_of_igraph
from clconn.interchange.rustworkx_edges import edges_of_rustworkx

if TYPE_CHECKING:
    from clconn.graph import Graph
    from clconn.interchange.edges import Edges

__all__ = ["FromOtherLibraries"]


class FromOtherLibraries:
    """The base of a graph that has these methods."""

    @classmethod
    def from_dataframe(
        cls,
        frame: Any,
        source: Any = None,
        target: Any = None,
        weight: Any = None,
        *,
        n: int | None = None,
        directed: bool = False,
        renumber: bool | None = None,
    ) -> Graph:
        """Make a graph from a table with an edge in each row.

        Parameters
        ----------
        frame : data frame or table
            Of pandas, polars (also lazy), pyarrow (also record batches), dask, or any other
            library that narwhals knows or that has Arrow's C interface; a mapping of names to
            columns; or a NumPy record array.
        source, target : str, optional
            The names of the columns that hold the two ends of each edge: any integers or
            strings, also as categories. The default is the one pair that is there of ``source``
            and ``target`` (or ``destination``), ``src`` and ``dst``, ``from`` and ``to``, or
            ``u`` and ``v``.
        weight : str, optional
            The name of the column of weights, of any integer or float type.
        n : int, optional
            Number of vertices. Ids are then the vertices ``0..n-1``, and those that no row
            names are isolated vertices.
        directed : bool, default False
            Whether a row is the arc from its source to its target only.
        renumber : bool, optional
            By default the vertices are the ids that occur, in ascending order, and ``nodes``
            has the ids. If they are just the integers from 0 to the largest one, each is its
            own number, and ``nodes`` is None. True keeps ``nodes`` for them, too. False takes
            integers as the numbers of vertices, as :meth:`Graph.from_edges` does.

        Returns
        -------
        Graph
            Edge i is row i, so ``edge_ids`` of forests are numbers of rows. Methods of graph
            and results take and return ids; ``to_frame`` and ``to_dict`` have them, too.

        Raises
        ------
        GraphError
            If there is no such column, a row lacks an end or a weight, or a column holds
            something else.
        MissingLibraryError
            If it is a data frame and narwhals is missing.

        Notes
        -----
        Integer columns of pandas and polars are read without a copy, and int32 ones that are
        dense, or numbers of vertices, are the arrays of the graph; do not change them while it
        is in use. Lazy frames are computed, the named columns alone.

        Examples
        --------
        >>> import clconn
        >>> table = {"from": ["Oslo", "Rome"], "to": ["Bergen", "Turin"], "km": [463, 669]}
        >>> graph = clconn.Graph.from_dataframe(table, "from", "to", "km")
        >>> graph
        Graph(n=4, edges=2, undirected, int64 weights)
        >>> clconn.connected_components(graph).connected("Oslo", "Bergen")
        True
        """
        return _graph(edges_of_frame(frame, source, target, weight, n, renumber), directed)

    @classmethod
    def from_igraph(cls, graph: Any, *, weight: str | None = None) -> Graph:
        """Make a graph from a graph of igraph.

        Parameters
        ----------
        graph : igraph.Graph
            Vertices and edges keep their numbers. If vertices have the attribute ``name``,
            ``nodes`` lists these names.
        weight : str, optional
            The edge attribute that contains the weight.

        Returns
        -------
        Graph

        Raises
        ------
        GraphError
            If it is not a graph of igraph, edges have no such attribute, or a weight is not a
            number.
        """
        return _graph(edges_of_igraph(graph, weight), graph.is_directed())

    @classmethod
    def from_rustworkx(
        cls, graph: Any, *, weight: str | Callable[[Any], Any] | None = None
    ) -> Graph:
        """Make a graph from a graph of rustworkx.

        Parameters
        ----------
        graph : rustworkx.PyGraph or rustworkx.PyDiGraph
            Node indices are the names of the vertices; without gaps they are their numbers.
            Edge i is the i-th of ``graph.edge_list()``.
        weight : str or callable, optional
            The key of the weight in the payloads of edges, or a function of a payload, such as
            ``float``.

        Returns
        -------
        Graph

        Raises
        ------
        GraphError
            If it is not a graph of rustworkx, a payload has no such item, or a weight is not a
            number.
        """
        return _graph(edges_of_rustworkx(graph, weight), hasattr(graph, "successors"))


def _graph(edges: Edges, directed: bool) -> Graph:
    from clconn.graph import Graph

    graph = Graph.from_edges(
        edges.sources, edges.targets, edges.n, weights=edges.weights, directed=directed
    )
    graph.nodes = edges.nodes
    return graph
