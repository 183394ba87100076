"""A graph of whatever holds one: a clconn graph as it is, anything else converted.

Every public function that takes a graph converts it here, so the same object is the same graph to
all of them, with the same ids of edges: to what solves, verifies and writes.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from clconn.csr import rows_of_matrix
from clconn.errors import GraphError, OptionError
from clconn.graph import Graph
from clconn.graph_checks import array_advice, reading_advice
from clconn.interchange.coercion import converter_of
from clconn.networkx_edges import has_attribute
from clconn.user_rows import user_rows

if TYPE_CHECKING:
    from clconn.opencl_backend.graph.device_graph import DeviceGraph

__all__ = ["as_graph", "as_host_graph"]


OURS = "a clconn.Graph, a clconn.DeviceGraph"
"""What most callers take of our own, in words."""


def as_graph(
    source: Any,
    *,
    weighted: bool = False,
    directed: bool = False,
    weight: Any = None,
    ours: str = OURS,
) -> Graph | DeviceGraph:
    """Return a clconn graph unchanged, and convert what holds the edges of one.

    Parameters
    ----------
    source : Graph, DeviceGraph, scipy sparse matrix or array, or networkx.Graph
        Or a graph of igraph or rustworkx, or a data frame.
    weighted : bool, default False
        Whether a converted graph gets weights: the entries of a matrix, or the attribute or
        column ``"weight"`` of edges.
    directed : bool, default False
        Whether entry (u, v) of a matrix is the arc u -> v only.
    weight : str, optional
        Another attribute or column than ``"weight"``, which an edge must have.
    ours : str, optional
        What the message about something else names first.

    Raises
    ------
    GraphError
        If `source` is none of these.
    OptionError
        If `weight` is given and `source` has no attributes of edges.
    """
    is_networkx = hasattr(source, "adjacency") and hasattr(source, "is_multigraph")
    is_matrix = hasattr(source, "tocsr")
    is_ours = isinstance(source, Graph) or is_matrix
    convert = None if is_networkx or is_ours else converter_of(source)
    if weight is not None and not is_networkx and convert is None:
        raise OptionError(
            f"weight={weight!r} names an attribute of the edges of a NetworkX graph, or of another "
            f"library's, and this is {type(source).__name__}; leave it out"
        )
    if isinstance(source, Graph):
        return source
    # A caller with a DeviceGraph has imported its module; other callers should not have to.
    module = sys.modules.get("clconn.opencl_backend.graph.device_graph")
    if module is not None and isinstance(source, module.DeviceGraph):
        return source  # type: ignore[no-any-return]
    if is_matrix:
        matrix = rows_of_matrix(source)
        rows = user_rows(matrix.indptr, matrix.indices)
        return Graph.of_rows(rows, matrix.data if weighted else None, directed=directed)
    if is_networkx:
        if weighted and weight is None and has_attribute(source, "weight"):
            weight = "weight"
        return Graph.from_networkx(source, weight=weight)
    if convert is not None:
        return convert(source, weight, weighted, directed)
    raise GraphError(
        f"expected a graph, got {type(source).__name__}: give {ours}, "
        "a scipy sparse matrix, a graph of NetworkX, igraph or rustworkx, "
        f"or a data frame{reading_advice(source, directed=directed)}"
        f"{array_advice(source, directed=directed)}"
    )


def as_host_graph(source: Any, reader: str, **how: Any) -> Graph:
    """Return the graph of :func:`as_graph`, or raise an error if it is on a device.

    `reader` is what needs it on the host, for the message.
    """
    graph = as_graph(source, ours="a clconn.Graph", **how)
    if isinstance(graph, Graph):
        return graph
    raise GraphError(
        f"{reader} needs the graph on the host, but this is a DeviceGraph; "
        "give the clconn.Graph that it was made from"
    )
