"""Verify that a set of edges is a minimum spanning forest of a graph.

The edges are ordered by weight, then by id. A spanning forest is the lightest one if and only if
every other edge comes after all edges on the forest's path between its two ends (the cycle
property). The verifier sorts the weights themselves, not the keys that the algorithms compare, so
it detects wrong keys.

King's method finds the last edge on each path: it runs Boruvka's algorithm on the forest itself.
In each round every component takes its first edge, and the joined components become one. The last
edge on the path between two vertices is the last edge that their components took before they
became one. There are at most log2(n) rounds, each with a few operations on whole arrays.

V. King, "A simpler minimum spanning tree verification algorithm", Algorithmica 18, 1997.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.graph import Graph
from clconn.graph_conversion import as_host_graph
from clconn.results import MinimumForest
from clconn.verify.forest import forest as verify_forest
from clconn.verify.independent import READER, first_true, independent_components
from clconn.verify.verification import Verification

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["minimum_forest"]

_NONE = -1


def minimum_forest(
    graph: Any,
    result: MinimumForest | ArrayLike,
    *,
    maximum: bool = False,
    weight: str | None = None,
) -> Verification:
    """Verify a minimum spanning forest in O((n + m) log n) steps.

    Parameters
    ----------
    graph : Graph, scipy sparse matrix or array, or networkx.Graph
        A graph on the host, of any kind that :func:`clconn.minimum_spanning_forest` takes: the
        stored entries of a matrix are weights. Arcs count as edges; without weights all edges
        weigh the same.
    result : MinimumForest or array_like, shape (k,), any integer dtype
        A result of :func:`clconn.minimum_spanning_forest`, whose ids, ends, weights and count
        must agree; or the ids of the forest's edges in the user's numbering, in any order.
    maximum : bool, default False
        Whether the ids should form the heaviest forest. A :class:`clconn.MinimumForest` has this
        information itself.
    weight : str, optional
        What weighs an edge of a NetworkX graph, or another library's, as for
        :func:`clconn.minimum_spanning_forest`.

    Returns
    -------
    Verification
        As for :func:`forest`.

    Raises
    ------
    GraphError
        As for :func:`forest`, or if a weight is NaN or not a number.
    OptionError
        If `weight` is given for a graph whose edges have no attributes.

    See Also
    --------
    clconn.minimum_spanning_forest : Compute the minimum spanning forest.

    Notes
    -----
    The check is the one of [1]_.

    References
    ----------
    .. [1] V. King, "A simpler minimum spanning tree verification algorithm", Algorithmica 18,
       1997.

    Examples
    --------
    >>> import clconn
    >>> graph = clconn.Graph.from_edges([0, 1, 2], [1, 2, 0], n=3, weights=[3, 1, 2])
    >>> bool(clconn.verify.minimum_forest(graph, [1, 2]))
    True
    >>> clconn.verify.minimum_forest(graph, [0, 1]).message
    'edge 2 is lighter than edge 0 of the forest, on the path between its ends'
    """
    graph = as_host_graph(graph, READER, weighted=True, weight=weight)
    verdict = verify_forest(graph, result)
    if not verdict:
        return verdict
    ids = np.asarray(result)
    if isinstance(result, MinimumForest):
        ids, maximum = result.edge_ids, result.maximum
        wrong = _wrong_weights(graph, result)
        if wrong is not None:
            return Verification(False, wrong)
    sources, targets, weights, edge_ids = _edges_that_count(graph, maximum)
    places = np.searchsorted(edge_ids, ids)
    places[places == edge_ids.size] = 0
    other = first_true(edge_ids[places] != ids) if ids.size else None
    if other is not None:
        return Verification(
            False,
            f"edge {ids[other]} also stands at its other end, "
            f"{'heavier' if maximum else 'lighter'} or earlier",
        )

    order = _order(weights, maximum)
    ranks = np.empty(order.size, dtype=np.int64)
    ranks[order] = np.arange(order.size)
    in_forest = np.zeros(order.size, dtype=np.bool_)
    in_forest[places] = True
    rest = np.flatnonzero(~in_forest)
    levels = _contract(graph.n, sources, targets, order[in_forest[order]], ranks)
    last = _last_on_paths(levels, sources[rest], targets[rest])
    place = first_true(ranks[rest] < last)
    if place is None:
        return Verification(True, f"{verdict.message}, the {_extreme(maximum)} forest")
    better, worse = rest[place], order[last[place]]
    if weights[better] == weights[worse]:
        how = "weighs the same as, and comes before,"
    else:
        how = "is heavier than" if maximum else "is lighter than"
    return Verification(
        False,
        f"edge {edge_ids[better]} {how} edge {edge_ids[worse]} of the forest, "
        "on the path between its ends",
    )


def _edges_that_count(
    graph: Graph, maximum: bool
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[Any], NDArray[Any]]:
    """Return sources, targets, weights and ids of all edges except self loops, ascending by id."""
    sources, targets, weights, edge_ids = graph.undirected_edges(maximum=maximum)
    if weights is None:
        weights = np.ones(sources.size, dtype=np.int8)
    order = np.flatnonzero(sources != targets)
    order = order[np.argsort(edge_ids[order])]
    return sources[order], targets[order], weights[order], edge_ids[order]


def _order(weights: NDArray[Any], maximum: bool) -> NDArray[np.int64]:
    """Return the positions of the edges in ascending order; equal weights keep their order."""
    if not maximum:
        return np.argsort(weights, kind="stable")
    # Reverse an ascending sort. Reverse its input too, so that equal weights keep their order.
    order: NDArray[np.int64] = weights.size - 1 - np.argsort(weights[::-1], kind="stable")[::-1]
    return order


def _extreme(maximum: bool) -> str:
    return "heaviest" if maximum else "lightest"


def _wrong_weights(graph: Graph, result: MinimumForest) -> str | None:
    if graph.weights is None:
        expected = np.ones(result.edge_ids.size, dtype=np.int64)
    else:
        expected = graph.weights[result.edge_ids]
    if result.weights.shape != expected.shape or result.weights.dtype != expected.dtype:
        return (
            f"the weights have shape {result.weights.shape} and dtype {result.weights.dtype}; "
            f"expected {expected.shape} and {expected.dtype}"
        )
    place = first_true(result.weights != expected)
    if place is None:
        return None
    edge = result.edge_ids[place]
    return f"edge {edge} has weight {result.weights[place]}; expected {expected[place]}"


Level = tuple["NDArray[np.int64]", "NDArray[np.int32]"]
"""For each component, the rank of the edge that it takes, and the component it becomes part of."""


def _contract(
    n: int,
    sources: NDArray[np.int32],
    targets: NDArray[np.int32],
    tree_edges: NDArray[np.int64],
    ranks: NDArray[np.int64],
) -> list[Level]:
    """Run Boruvka's algorithm on a forest whose edges are sorted by rank."""
    levels = []
    one, other, rank = sources[tree_edges], targets[tree_edges], ranks[tree_edges]
    count = n
    while rank.size:
        first = np.full(count, _NONE, dtype=np.int64)
        for ends in (one, other):
            own = np.full(count, np.iinfo(np.int64).max)
            # numpy keeps the last of several values for one entry; this is that of the first edge.
            own[ends[::-1]] = rank[::-1]
            has = own != np.iinfo(np.int64).max
            first[has] = np.where(first[has] == _NONE, own[has], np.minimum(first[has], own[has]))
        is_first = (rank == first[one]) | (rank == first[other])
        labels, count = independent_components(count, one[is_first], other[is_first])
        levels.append((first, labels))
        one, other, rank = labels[one[~is_first]], labels[other[~is_first]], rank[~is_first]
    return levels


def _last_on_paths(
    levels: list[Level], sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> NDArray[np.int64]:
    """Return the highest rank on the path between the two ends of each edge."""
    last = np.full(sources.size, _NONE, dtype=np.int64)
    open_edges: NDArray[Any] = np.arange(sources.size)
    for first, labels in levels:
        highest = np.maximum(first[sources], first[targets])
        last[open_edges] = np.maximum(last[open_edges], highest)
        sources, targets = labels[sources], labels[targets]
        apart = sources != targets
        open_edges, sources, targets = open_edges[apart], sources[apart], targets[apart]
    return last
