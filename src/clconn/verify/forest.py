"""Verify that a set of edges is a spanning forest of a graph.

It is one if and only if

1. each element is an edge of the graph, and no edge occurs twice,
2. the edges contain no cycle, and
3. the edges join all vertices that the graph joins.

The check does not compare the set with another forest. Without a cycle each of k edges
joins two trees, so n vertices form n - k components; with a cycle they form more. A
component of the forest is part of a component of the graph, so it only remains to check
that every edge of the graph has both ends in one component of the forest. scipy computes
these components (:mod:`clconn.verify.independent`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.graph import Graph
from clconn.graph_conversion import as_host_graph
from clconn.results import Components, SpanningForest
from clconn.verify.independent import (
    FOR_LABELS,
    READER,
    first_true,
    independent_components,
)
from clconn.verify.verification import Verification

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["forest"]


def forest(graph: Any, result: SpanningForest | ArrayLike) -> Verification:
    """Verify a spanning forest in linear time.

    Parameters
    ----------
    graph : Graph, scipy sparse matrix or array, or networkx.Graph
        A graph on the host, of any kind that :func:`clconn.spanning_forest` takes, which numbers
        the edges. Arcs count as edges.
    result : SpanningForest or array_like, shape (k,), any integer dtype
        A result of :func:`clconn.spanning_forest`, whose ids, ends and count must
        agree; or the ids of the forest's edges in the user's numbering, in any
        order.

    Returns
    -------
    Verification
        True, or false with a message that names the first wrong edge.

    Raises
    ------
    GraphError
        If `graph` is not a graph, or not on the host, or the ids are not one-dimensional
        integers.

    See Also
    --------
    clconn.spanning_forest : Compute a spanning forest.

    Notes
    -----
    The check takes O(n + m) steps. If there is a cycle, a binary search for its last
    edge repeats part of the check about log2(k) times.

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
    graph = as_host_graph(graph, READER)
    if isinstance(result, SpanningForest):
        return _verify_result(graph, result)
    ids = _ids(result)
    verdict = _verify_ids(graph, ids)
    if not verdict and ids.size == graph.n:
        # A forest has fewer edges than vertices.
        return Verification(False, f"{verdict.message}; if these are labels: {FOR_LABELS}")
    return verdict


def _verify_result(graph: Graph, result: SpanningForest) -> Verification:
    if result.n != graph.n:
        raise GraphError(
            f"the result is of a graph with {result.n} vertices, but this graph has {graph.n}"
        )
    ids = result.edge_ids
    if ids.ndim != 1 or ids.dtype != np.int64:
        actual = f"edge_ids has shape {ids.shape} and dtype {ids.dtype}"
        return Verification(False, f"{actual}; expected one dimension and int64")
    verdict = _verify_ids(graph, ids)
    if not verdict:
        return verdict
    wrong = _wrong_order(ids) or _wrong_ends(graph, result) or _wrong_count(result)
    return Verification(False, wrong) if wrong else verdict


def _verify_ids(graph: Graph, ids: NDArray[Any]) -> Verification:
    wrong = _unknown_id(graph, ids) or _repeated_id(graph, ids)
    if wrong is None:
        sources, targets = graph.edges()
        tree, trees = independent_components(graph.n, sources[ids], targets[ids])
        if trees > graph.n - ids.size:
            wrong = _cycle(graph, ids)
    if wrong is not None:
        return Verification(False, wrong)
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
# Each check returns a message that says what is wrong and where, or None.


def _ids(values: ArrayLike) -> NDArray[Any]:
    if isinstance(values, Components):
        raise GraphError(f"expected ids of edges, got {type(values).__name__}; {FOR_LABELS}")
    try:
        ids = np.asarray(values)
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
    problem = f"outside 0..{graph.edge_count - 1}" if graph.edge_count else "but there are no edges"
    return f"entry {place} of the edge ids is {ids[place]}, {problem}"


def _repeated_id(graph: Graph, ids: NDArray[Any]) -> str | None:
    present = np.zeros(graph.edge_count, dtype=np.bool_)
    present[ids] = True
    if np.count_nonzero(present) == ids.size:
        return None
    repeated = np.bincount(ids.astype(np.int64)) > 1
    return f"edge {np.argmax(repeated)} is in the forest more than once"


def _cycle(graph: Graph, ids: NDArray[Any]) -> str:
    """Name the edge that closes the first cycle, after which there are too many trees."""
    sources, targets = (ends[ids] for ends in graph.edges())
    # Invariant: the first `fewest` edges have no cycle, the first `most` edges have one.
    fewest, most = 0, int(ids.size)
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
    for name, actual, ends in zip(("source", "target"), result.edges, graph.edges(), strict=True):
        expected = ends[result.edge_ids]
        if actual.shape != expected.shape or actual.dtype != np.int32:
            return (
                f"the {name}s have shape {actual.shape} and dtype {actual.dtype}; "
                f"expected {expected.shape} and int32"
            )
        place = first_true(actual != expected)
        if place is not None:
            edge = result.edge_ids[place]
            return f"edge {edge} has {name} {actual[place]}; expected {expected[place]}"
    return None


def _wrong_count(result: SpanningForest) -> str | None:
    expected = result.n - result.edge_ids.size
    return None if result.count == expected else f"count is {result.count}; expected {expected}"
