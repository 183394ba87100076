"""Verify strongly connected components by their structure, which proves them.

An answer is right if and only if

1. arcs between different classes form no cycle, so no component is split, and
2. inside each class, arcs lead from its smallest vertex to all others, and from all others to it,
   so no two components are merged.

A topological order of the classes proves the first condition: every arc between two of them leads
up. Two breadth-first searches by scipy, through all classes at once, check the second. Neither
needs components that another algorithm found. Only to name what is wrong, if there is no order,
does the verifier ask scipy for the strong components.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.csr import rows_from_entries
from clconn.errors import GraphError
from clconn.graph_conversion import as_host_graph
from clconn.results import StrongComponents
from clconn.topological_order import topological_ranks
from clconn.verify.components import wrong_components
from clconn.verify.independent import READER, first_true
from clconn.verify.partition import classes_of, first_vertices, verify_partition
from clconn.verify.verification import Verification

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["strong_components"]

MOST_ARCS = 2**31 - 2
"""scipy's csgraph counts entries in int32."""


def strong_components(graph: Any, result: StrongComponents | ArrayLike) -> Verification:
    """Verify strongly connected components in linear time.

    Parameters
    ----------
    graph : Graph, scipy sparse matrix or array, or networkx.Graph
        A graph on the host, of any kind that :func:`clconn.strongly_connected_components` takes:
        entry (u, v) of a matrix is the arc u -> v. If the graph is undirected, each edge counts
        as two arcs.
    result : StrongComponents or array_like, shape (n,), any integer dtype
        The roots, labels and count of a :class:`clconn.StrongComponents` must be
        canonical. An array, such as labels or roots, must give two vertices the
        same number if and only if paths lead from each to the other; the numbers may
        be any integers of 0 or more.

    Returns
    -------
    Verification
        True, or false with a message that names the first wrong vertex or arc.

    Raises
    ------
    GraphError
        If `graph` is not a graph, or not on the host, the array does not have one integer for
        each vertex, or there are 2**31 - 1 arcs or more.

    See Also
    --------
    clconn.strongly_connected_components : Compute strongly connected components.

    Notes
    -----
    The check takes O(n + m) steps for labels below n, and a sort for larger labels.

    Examples
    --------
    >>> import clconn
    >>> graph = clconn.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 2], n=5, directed=True)
    >>> bool(clconn.verify.strong_components(graph, [7, 7, 7, 1, 0]))
    True
    >>> clconn.verify.strong_components(graph, [0, 0, 0, 0, 1]).message
    'vertices 0 and 3 both have label 0, but no path leads from one to the other and back'
    """
    graph = as_host_graph(graph, READER, directed=True)
    if not graph.directed:
        return verify_partition(graph, result, wrong_components(graph))
    if graph.edge_count > MOST_ARCS:
        raise GraphError(
            f"the verifier takes at most {MOST_ARCS:,} arcs, and there are {graph.edge_count:,}"
        )
    sources, targets = graph.edges()

    def wrong(labels: NDArray[Any], name: str) -> str | None:
        return _wrong_classes(sources, targets, labels, name)

    return verify_partition(graph, result, wrong)


def _wrong_classes(
    sources: NDArray[np.int32], targets: NDArray[np.int32], labels: NDArray[Any], name: str
) -> str | None:
    classes = classes_of(labels)
    # Each class is named by its smallest vertex.
    own = first_vertices(classes, labels.size)[classes]
    heads, tails = own[sources], own[targets]
    between = heads != tails
    if not _are_acyclic(labels.size, heads[between], tails[between]):
        component = _components(labels.size, sources, targets)
        arc = first_true(between & (component[sources] == component[targets]))
        if arc is not None:
            u, v = sources[arc], targets[arc]
            return (
                f"arc {arc} leads from vertex {u} ({name} {labels[u]}) to vertex {v} "
                f"({name} {labels[v]}), and a path leads back"
            )
        # No component is split. So one that is merged with another makes the cycle.
    within = ~between & (sources != targets)
    v = _not_reached(own, sources[within], targets[within])
    if v is None:
        return None
    return (
        f"vertices {own[v]} and {v} both have {name} {labels[v]}, "
        "but no path leads from one to the other and back"
    )


def _are_acyclic(n: int, heads: NDArray[np.int32], tails: NDArray[np.int32]) -> bool:
    """Check whether arcs form no cycle: whether some order makes all of them lead up."""
    ranks = topological_ranks(_matrix_without_parallel_arcs(n, heads, tails))
    return ranks is not None and bool((ranks[heads] < ranks[tails]).all())


def _components(
    n: int, sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> NDArray[np.int32]:
    from scipy.sparse.csgraph import connected_components

    matrix = _matrix_without_parallel_arcs(n, sources, targets)
    component: NDArray[np.int32] = connected_components(matrix, connection="strong")[1]
    return component


def _not_reached(
    own: NDArray[np.int32], sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> int | None:
    """Return the first vertex that arcs do not join both ways with the vertex of its class.

    One search does all classes: it starts at an additional vertex n, with an arc to each class.
    """
    from scipy.sparse.csgraph import breadth_first_order

    n = own.size
    others = own != np.arange(n, dtype=np.int32)
    starts = np.unique(own[others])
    if not starts.size:
        return None
    additional = np.full(starts.size, n, dtype=np.int32)
    missed = np.zeros(n, dtype=np.bool_)
    for begins, ends in ((sources, targets), (targets, sources)):
        matrix = _matrix(
            n + 1, np.concatenate([begins, additional]), np.concatenate([ends, starts])
        )
        reached = np.zeros(n + 1, dtype=np.bool_)
        reached[breadth_first_order(matrix, n, return_predecessors=False)] = True
        missed |= others & ~reached[:n]
    return first_true(missed)


def _matrix(n: int, rows: NDArray[np.int32], columns: NDArray[np.int32]) -> Any:
    """Make a matrix with an entry for each arc, in sorted rows."""
    # scipy's graph functions would convert any other type to float64.
    return rows_from_entries(n, rows, columns, np.ones(rows.size, dtype=np.float64))


def _matrix_without_parallel_arcs(
    n: int, rows: NDArray[np.int32], columns: NDArray[np.int32]
) -> Any:
    # scipy's search for strong components may never end if a row has the same arc twice.
    matrix = _matrix(n, rows, columns)
    matrix.sum_duplicates()
    return matrix
