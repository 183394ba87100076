"""NetworkX's minimum and maximum spanning forests.

NetworkX's Kruskal takes the edges by weight, in the order of the graph where weights are equal. The
ids of edges break ties in clconn, too, and they number the edges in that order; so it is the same
forest. It is handed out by weight, then by id.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from numbers import Integral
from typing import Any

import networkx as nx
import numpy as np

from clconn.faces.networkx.converted_graph import ConvertedGraph
from clconn.graph import Graph
from clconn.minimum_forests import minimum_spanning_forest

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
    if algorithm not in _ALGORITHMS:
        raise ValueError(f"{algorithm} is not a valid choice for an algorithm.")
    if graph.is_multigraph() and algorithm.startswith("bor"):
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")
    edges = graph.edges()
    weights = [attributes.get(weight, 1) for *_, attributes in edges]
    for kind in set(map(type, weights)):
        # NetworkX raises errors for what is no number, and compares fractions and the like.
        if not issubclass(kind, (float, Integral, np.floating, np.bool_)):
            raise NotImplementedError(
                f"a weight is of type {kind.__name__}; clconn compares integers and floats"
            )
    places = [2, 3] if graph.is_multigraph() and keys else [graph.is_multigraph() + 2]
    columns = [0, 1, *(places if data else places[:-1])]
    chosen = _chosen(graph.graph, edges, weights, ignore_nan, maximum)
    return (tuple(edge[column] for column in columns) for edge in chosen)


def _chosen(
    graph: Graph,
    edges: list[tuple[Any, ...]],
    weights: list[Any],
    ignore_nan: bool,
    maximum: bool,
) -> Iterator[tuple[Any, ...]]:
    """Generate the edges of the forest, by weight, then by id."""
    sources, targets = graph.edges()
    is_number = np.fromiter((value == value for value in weights), np.bool_, len(weights))
    if not is_number.all():
        if not ignore_nan:
            first = int(np.argmin(is_number))
            raise ValueError(f"NaN found as an edge weight. Edge {edges[first]}")
        sources, targets = sources[is_number], targets[is_number]
        edges, weights = (list(compress(column, is_number)) for column in (edges, weights))
    weighted = Graph.from_edges(sources, targets, graph.n, weights=weights)
    forest = minimum_spanning_forest(weighted, maximum=maximum)
    ids, values = forest.edge_ids, forest.weights
    if maximum:
        # What is reversed before and after a stable sort keeps equal weights in their order.
        ids = ids[::-1][np.argsort(values[::-1], kind="stable")][::-1]
    else:
        ids = ids[np.argsort(values, kind="stable")]
    yield from map(edges.__getitem__, ids.tolist())
