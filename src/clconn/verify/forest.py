"""Verify a spanning forest: which one it is does not matter, that it is one does.

A set of edges is a spanning forest of a graph if and only if

1. each of them is an edge of the graph, and none is in it twice,
2. they have no cycle, and
3. they join whatever the graph joins.

Forests need no comparing: of k edges without a cycle each joins two trees, so
n vertices are left in n - k components, and with a cycle in more. As they are edges
of the graph, their components are parts of the graph's; if there are as many, they
are the same. Both are counted by scipy (:mod:`clconn.verify.independent`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.results import SpanningForest
from clconn.verify.independent import check_graph, first_true, independent_components
from clconn.verify.verification import Verification

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["forest"]


def forest(graph: Graph, result: SpanningForest | ArrayLike) -> Verification:
    """Verify a spanning forest in linear time.

    Parameters
    ----------
    graph : Graph
        On the host. Arcs count as edges.
    result : SpanningForest or array_like, shape (k,), any integer dtype
        A result of :func:`clconn.spanning_forest`, whose ids, ends and count must
        agree; or the ids of the forest's edges in the user's numbering, in any
        order.

    Returns
    -------
    Verification
        False with the first offending edge in its message, or true.

    Raises
    ------
    GraphError
        If it is not a :class:`clconn.Graph`, or the ids are not one-dimensional
        integers.

    Examples
    --------
    >>> import clconn
    >>> graph = clconn.Graph.from_edges([0, 1, 2, 4], [1, 2, 0, 5], n=6)
    >>> bool(clconn.verify.forest(graph, [3, 0, 1]))
    True
    >>> clconn.verify.forest(graph, [0, 1, 2, 3]).message
    'edge 2 joins vertices 2 and 0, which edges before it join already: a cycle'
    >>> clconn.verify.forest(graph, [0, 3]).message
    'edge 1 joins vertices 1 and 2, which no path in the forest joins'
    """
    check_graph(graph)
    if isinstance(result, SpanningForest):
        return _verify_result(graph, result)
    return _verify_ids(graph, _ids(result))


def _verify_result(graph: Graph, result: SpanningForest) -> Verification:
    if result.n != graph.n:
        raise GraphError(
            f"the result is of a graph with {result.n} vertices, but this graph has {graph.n}"
        )
    ids = result.edge_ids
    if ids.ndim != 1 or ids.dtype != np.int64:
        found = f"edge_ids has shape {ids.shape} and dtype {ids.dtype}"
        return Verification(False, f"{found}; expected one dimension and int64")
    verdict = _verify_ids(graph, ids)
    if not verdict:
        return verdict
    wrong = _wrong_order(ids) or _wrong_ends(graph, result) or _wrong_count(result)
    return Verification(False, wrong) if wrong else verdict


def _verify_ids(graph: Graph, ids: NDArray[Any]) -> Verification:
    wrong = _unknown_id(graph, ids) or _repeated_id(graph, ids)
    if wrong is not None:
        return Verification(False, wrong)
    sources, targets = graph.edges()
    tree, trees = independent_components(graph.n, sources[ids], targets[ids])
    if trees > graph.n - ids.size:
        return Verification(False, _cycle(graph, ids))
    edge = first_true(tree[sources] != tree[targets])
    if edge is not None:
        return Verification(
            False,
            f"edge {edge} joins vertices {sources[edge]} and {targets[edge]}, "
            "which no path in the forest joins",
        )
    return Verification(True, f"verified: {trees} trees, {ids.size} edges")


# ------------------------------------------------------------------- the checks
#
# Each returns what is wrong and where, or None.


def _ids(given: ArrayLike) -> NDArray[Any]:
    try:
        ids = np.asarray(given)
    except ValueError as error:
        raise GraphError(f"the edge ids are not an array: {error}") from None
    if ids.ndim != 1:
        raise GraphError(f"the edge ids have shape {ids.shape}; expected one dimension")
    if ids.size == 0:
        return ids.astype(np.int64)
    if ids.dtype.kind not in "iu":
        raise GraphError(f"the edge ids have dtype {ids.dtype}; expected integers")
    return ids


def _unknown_id(graph: Graph, ids: NDArray[Any]) -> str | None:
    place = first_true((ids < 0) | (ids >= graph.edge_count))
    if place is None:
        return None
    known = f"outside 0..{graph.edge_count - 1}" if graph.edge_count else "but there are no edges"
    return f"entry {place} of the edge ids is {ids[place]}, {known}"


def _repeated_id(graph: Graph, ids: NDArray[Any]) -> str | None:
    seen = np.zeros(graph.edge_count, dtype=np.bool_)
    seen[ids] = True
    if np.count_nonzero(seen) == ids.size:
        return None
    repeated = np.bincount(ids.astype(np.int64)) > 1
    return f"edge {np.argmax(repeated)} is in the forest more than once"


def _cycle(graph: Graph, ids: NDArray[Any]) -> str:
    """Which edge closes the first cycle: the first one after which there are too many trees."""
    sources, targets = (ends[ids] for ends in graph.edges())
    fewest, most = 0, int(ids.size)  # `fewest` edges have no cycle, `most` have one
    while most - fewest > 1:
        middle = (fewest + most) // 2
        _, trees = independent_components(graph.n, sources[:middle], targets[:middle])
        if trees > graph.n - middle:
            most = middle
        else:
            fewest = middle
    edge, u, v = ids[fewest], sources[fewest], targets[fewest]
    if u == v:
        return f"edge {edge} is a self loop of vertex {u}: a cycle"
    return f"edge {edge} joins vertices {u} and {v}, which edges before it join already: a cycle"


def _wrong_order(ids: NDArray[np.int64]) -> str | None:
    place = first_true(ids[1:] < ids[:-1])
    return None if place is None else f"edge {ids[place]} stands before edge {ids[place + 1]}"


def _wrong_ends(graph: Graph, result: SpanningForest) -> str | None:
    for name, given, ends in zip(("source", "target"), result.edges, graph.edges(), strict=True):
        expected = ends[result.edge_ids]
        if given.shape != expected.shape or given.dtype != np.int32:
            return (
                f"the {name}s have shape {given.shape} and dtype {given.dtype}; "
                f"expected {expected.shape} and int32"
            )
        place = first_true(given != expected)
        if place is not None:
            edge = result.edge_ids[place]
            return f"edge {edge} has {name} {given[place]}; expected {expected[place]}"
    return None


def _wrong_count(result: SpanningForest) -> str | None:
    expected = result.n - result.edge_ids.size
    return None if result.count == expected else f"count is {result.count}; expected {expected}"
