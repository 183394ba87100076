"""Verify connected components by comparison with an independent library.

An answer is right if and only if

1. the two ends of every edge are in the same class, so no component is split, and
2. a path joins any two vertices of a class, so no two components are merged.

A pass over the edges checks the first condition. The second one needs the components
themselves, which scipy computes (:mod:`clconn.verify.independent`). A class that
contains vertices of two of scipy's components is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.results import Components
from clconn.verify.independent import check_graph, first_true, independent_components
from clconn.verify.verification import Verification

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["components"]


def components(graph: Graph, result: Components | ArrayLike) -> Verification:
    """Verify connected components in linear time.

    Parameters
    ----------
    graph : Graph
        A graph on the host. Arcs count as edges, which gives weak components.
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
        If `graph` is not a :class:`clconn.Graph`, or the array does not have one
        integer for each vertex.

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
    check_graph(graph)
    if isinstance(result, Components):
        return _verify_canonical(graph, result)
    labels = _label_array(graph.n, result)
    component, count = independent_components(graph.n, *graph.edges())
    wrong = _negative(labels, "label") or _wrong_partition(graph, labels, component, "label")
    return _verdict(wrong, count)


def _verify_canonical(graph: Graph, result: Components) -> Verification:
    n = graph.n
    if result.n != n:
        raise GraphError(
            f"the result is of a graph with {result.n} vertices, but this graph has {n}"
        )
    for name in ("roots", "labels"):
        array = getattr(result, name)
        if array.shape != (n,) or array.dtype != np.int32:
            return Verification(
                False,
                f"{name} has shape {array.shape} and dtype {array.dtype}; "
                f"expected ({n},) and int32",
            )
    component, count = independent_components(graph.n, *graph.edges())
    smallest = _first_vertices(component, count)
    wrong = (
        _wrong_roots(graph, result.roots, component, smallest)
        or _wrong_labels(result, component, smallest)
        or _wrong_count(result, count)
    )
    return _verdict(wrong, count)


def _verdict(wrong: str | None, count: int) -> Verification:
    return Verification(wrong is None, wrong or f"verified: {count} components")


def _first_vertices(classes: NDArray[Any], count: int) -> NDArray[np.int32]:
    """Return the smallest vertex of each class 0..count-1, or -1 for an empty class."""
    first = np.full(count, -1, dtype=np.int32)
    # numpy keeps the last of several values for one entry, so assign in descending order.
    first[classes[::-1]] = np.arange(classes.size - 1, -1, -1, dtype=np.int32)
    return first


# ------------------------------------------------------------------- the checks
#
# Each check returns a message that says what is wrong and where, or None.


def _label_array(n: int, values: ArrayLike) -> NDArray[Any]:
    try:
        labels = np.asarray(values)
    except ValueError as error:
        raise GraphError(f"the labels are not an array: {error}") from None
    if labels.shape != (n,):
        raise GraphError(
            f"the labels have shape {labels.shape}; expected ({n},), one for each vertex"
        )
    if labels.size == 0:
        return labels.astype(np.int32)
    if labels.dtype.kind not in "iu":
        raise GraphError(f"the labels have dtype {labels.dtype}; expected integers")
    return labels


def _negative(labels: NDArray[Any], name: str) -> str | None:
    v = first_true(labels < 0)
    return None if v is None else f"vertex {v} has {name} {labels[v]}; expected 0 or more"


def _wrong_partition(
    graph: Graph, labels: NDArray[Any], component: NDArray[np.int32], name: str
) -> str | None:
    sources, targets = graph.edges()
    edge = first_true(labels[sources] != labels[targets])
    if edge is not None:
        u, v = sources[edge], targets[edge]
        return (
            f"edge {edge} joins vertex {u} ({name} {labels[u]}) and vertex {v} ({name} {labels[v]})"
        )
    if labels.max(initial=0) < graph.n:
        classes = labels
    else:
        classes = np.unique(labels, return_inverse=True)[1]
    partner = _first_vertices(classes, graph.n)[classes]
    v = first_true(component[partner] != component)
    if v is not None:
        return f"vertices {partner[v]} and {v} both have {name} {labels[v]}, but no path joins them"
    return None


def _wrong_roots(
    graph: Graph,
    roots: NDArray[np.int32],
    component: NDArray[np.int32],
    smallest: NDArray[np.int32],
) -> str | None:
    v = first_true((roots < 0) | (roots >= graph.n))
    if v is not None:
        return f"vertex {v} has root {roots[v]}, outside 0..{graph.n - 1}"
    v = first_true(roots[roots] != roots)
    if v is not None:
        return f"vertex {v} has root {roots[v]}, whose own root is {roots[roots[v]]}"
    wrong = _wrong_partition(graph, roots, component, "root")
    if wrong is not None:
        return wrong
    expected = smallest[component]
    v = first_true(roots != expected)
    if v is not None:
        return (
            f"vertex {v} has root {roots[v]}, "
            f"but vertex {expected[v]} is the smallest of its component"
        )
    return None


def _wrong_labels(
    result: Components, component: NDArray[np.int32], smallest: NDArray[np.int32]
) -> str | None:
    is_smallest = np.zeros(component.size, dtype=np.bool_)
    is_smallest[smallest] = True
    number = np.cumsum(is_smallest, dtype=np.int32) - 1
    expected = number[smallest[component]]
    v = first_true(result.labels != expected)
    if v is not None:
        return (
            f"vertex {v} has label {result.labels[v]}, but its component is number "
            f"{expected[v]} in the order of smallest vertices"
        )
    return None


def _wrong_count(result: Components, count: int) -> str | None:
    return None if result.count == count else f"count is {result.count}; expected {count}"
