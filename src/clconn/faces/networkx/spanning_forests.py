"""NetworkX's minimum and maximum spanning forests.

NetworkX's Kruskal takes the edges by weight, in the order of the graph where weights are equal. The
ids of edges break ties in clconn, too, and they number the edges in that order; so it is the same
forest. It is handed out by weight, then by id.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from numbers import Integral
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from clconn.faces.networkx.converted_graph import ConvertedGraph
from clconn.graph import Graph
from clconn.minimum_forests import minimum_spanning_forest

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "maximum_spanning_edges",
    "maximum_spanning_tree",
    "minimum_spanning_edges",
    "minimum_spanning_tree",
]

_ALGORITHMS = ("boruvka", "borůvka", "kruskal", "prim")


def minimum_spanning_edges(
    G: ConvertedGraph,  # noqa: N803
    algorithm: str = "kruskal",
    weight: Any = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[tuple[Any, ...]]:
    """Generate the edges of the minimum spanning forest."""
    return _spanning_edges(G, algorithm, weight, keys, data, ignore_nan, maximum=False)


def maximum_spanning_edges(
    G: ConvertedGraph,  # noqa: N803
    algorithm: str = "kruskal",
    weight: Any = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[tuple[Any, ...]]:
    """Generate the edges of the maximum spanning forest."""
    return _spanning_edges(G, algorithm, weight, keys, data, ignore_nan, maximum=True)


def minimum_spanning_tree(
    G: ConvertedGraph,  # noqa: N803
    weight: Any = "weight",
    algorithm: str = "kruskal",
    ignore_nan: bool = False,
) -> Any:
    """Return the minimum spanning forest as a NetworkX graph."""
    return _tree(G, minimum_spanning_edges(G, algorithm, weight, ignore_nan=ignore_nan))


def maximum_spanning_tree(
    G: ConvertedGraph,  # noqa: N803
    weight: Any = "weight",
    algorithm: str = "kruskal",
    ignore_nan: bool = False,
) -> Any:
    """Return the maximum spanning forest as a NetworkX graph."""
    return _tree(G, maximum_spanning_edges(G, algorithm, weight, ignore_nan=ignore_nan))


def _tree(graph: ConvertedGraph, edges: Iterator[tuple[Any, ...]]) -> Any:
    """Return a NetworkX graph of these edges, with the nodes and all attributes of the graph."""
    original = graph.original
    tree = original.__class__()
    tree.graph.update(original.graph)
    tree.add_nodes_from(original.nodes.items())
    tree.add_edges_from(edges)
    return tree


def _spanning_edges(
    graph: ConvertedGraph,
    algorithm: str,
    weight: Any,
    keys: bool,
    data: bool,
    ignore_nan: bool,
    *,
    maximum: bool,
) -> Iterator[tuple[Any, ...]]:
    """Check what must be checked before the first edge is asked for."""
    if graph.is_directed():
        raise nx.NetworkXNotImplemented("not implemented for directed type")
    if algorithm not in _ALGORITHMS:
        raise ValueError(f"{algorithm} is not a valid choice for an algorithm.")
    if graph.is_multigraph() and algorithm.startswith("bor"):
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")
    attributes = graph.attributes()
    weights = [each.get(weight, 1) for each in attributes]
    for kind in set(map(type, weights)):
        # NetworkX raises errors for what is no number, and compares fractions and the like.
        if not issubclass(kind, (float, Integral, np.floating, np.bool_)):
            raise NotImplementedError(
                f"a weight is of type {kind.__name__}; clconn compares integers and floats"
            )
    keys_of_edges = graph.keys() if graph.is_multigraph() else None

    def edges(ids: NDArray[Any], *, keys: bool, data: bool) -> Iterator[tuple[Any, ...]]:
        columns = [map(graph.nodes.__getitem__, ends[ids].tolist()) for ends in graph.graph.edges()]
        if keys and keys_of_edges is not None:
            columns.append(map(keys_of_edges.__getitem__, ids.tolist()))
        if data:
            columns.append(map(attributes.__getitem__, ids.tolist()))
        return zip(*columns, strict=True)

    def generate() -> Iterator[tuple[Any, ...]]:
        is_number = np.fromiter((each == each for each in weights), np.bool_, len(weights))
        if not (ignore_nan or is_number.all()):
            (edge,) = edges(np.flatnonzero(~is_number)[:1], keys=True, data=True)
            raise ValueError(f"NaN found as an edge weight. Edge {edge}")
        ids = _forest(graph.graph, weights, is_number, maximum)
        yield from edges(ids, keys=keys, data=data)

    return generate()


def _forest(
    graph: Graph, weights: list[Any], is_number: NDArray[np.bool_], maximum: bool
) -> NDArray[Any]:
    """Return the ids of the edges of the forest, by weight, then by id."""
    numbers = np.flatnonzero(is_number)
    sources, targets = (ends[numbers] for ends in graph.edges())
    if numbers.size < len(weights):
        weights = list(compress(weights, is_number))
    weighted = Graph.from_edges(sources, targets, graph.n, weights=weights)
    forest = minimum_spanning_forest(weighted, maximum=maximum)
    order = np.argsort(forest.weights[:: -1 if maximum else 1], kind="stable")
    # What is reversed before and after a stable sort keeps equal weights in their order.
    ids = forest.edge_ids[::-1][order][::-1] if maximum else forest.edge_ids[order]
    return numbers[ids]
