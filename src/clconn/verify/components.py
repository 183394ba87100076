"""Verify connected components by comparison with an independent library.

An answer is right if and only if

1. the two ends of every edge are in the same class, so no component is split, and
2. a path joins any two vertices of a class, so no two components are merged.

A pass over the edges checks the first condition. The second one needs the components
themselves, which scipy computes (:mod:`clconn.verify.independent`). A class that
contains vertices of two of scipy's components is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clconn.graph import Graph
from clconn.graph_conversion import as_host_graph
from clconn.results import Components
from clconn.verify.independent import READER, first_true, independent_components
from clconn.verify.partition import classes_of, first_vertices, verify_partition
from clconn.verify.verification import Verification

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["components", "wrong_components"]


def components(graph: Any, result: Components | ArrayLike) -> Verification:
    """Verify connected components in linear time.

    Parameters
    ----------
    graph : Graph, scipy sparse matrix or array, or networkx.Graph
        A graph on the host, of any kind that :func:`clconn.connected_components` takes. Arcs
        count as edges, which gives weak components.
    result : Components or array_like, shape (n,), any integer dtype
        The roots, labels and count of a :class:`clconn.Components` must be
        canonical. An array, such as labels or roots, must give two vertices the
        same number if and only if a path joins them; the numbers may be any
        integers of 0 or more.

    Returns
    -------
    Verification
        True, or false with a message that names the first wrong vertex or edge.

    Raises
    ------
    GraphError
        If `graph` is not a graph, or not on the host, or the array does not have one integer
        for each vertex.

    See Also
    --------
    clconn.connected_components : Compute connected components.

    Notes
    -----
    The check takes O(n + m) steps for labels below n, and a sort for larger labels.

    Examples
    --------
    >>> import clconn
    >>> graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
    >>> bool(clconn.verify.components(graph, [7, 7, 7, 1, 1, 0]))
    True
    >>> clconn.verify.components(graph, [0, 0, 0, 1, 1, 1]).message
    'vertices 3 and 5 both have label 1, but no path joins them'
    """
    graph = as_host_graph(graph, READER)
    return verify_partition(graph, result, wrong_components(graph))


def wrong_components(graph: Graph) -> Callable[[NDArray[Any], str], str | None]:
    """Return the check of a partition into connected components."""

    def wrong(labels: NDArray[Any], name: str) -> str | None:
        sources, targets = graph.edges()
        edge = first_true(labels[sources] != labels[targets])
        if edge is not None:
            u, v = sources[edge], targets[edge]
            return (
                f"edge {edge} joins vertex {u} ({name} {labels[u]}) "
                f"and vertex {v} ({name} {labels[v]})"
            )
        component, _ = independent_components(graph.n, sources, targets)
        classes = classes_of(labels)
        partner = first_vertices(classes, graph.n)[classes]
        v = first_true(component[partner] != component)
        if v is not None:
            return (
                f"vertices {partner[v]} and {v} both have {name} {labels[v]}, "
                "but no path joins them"
            )
        return None

    return wrong
