"""NetworkX's functions of strongly connected components, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from clconn.faces.networkx.component_order import order_of_leaving
from clconn.faces.networkx.components import refuse_null_graph
from clconn.faces.networkx.converted_graph import ConvertedGraph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "attracting_components",
    "condensation",
    "is_attracting_component",
    "is_semiconnected",
    "is_strongly_connected",
    "number_attracting_components",
    "number_strongly_connected_components",
    "strongly_connected_components",
]

_UNDEFINED = "Connectivity is undefined for the null graph."


def strongly_connected_components(G: ConvertedGraph) -> Iterator[set[Any]]:  # noqa: N803
    """Generate the strong components in NetworkX's order."""
    yield from G.sets(G.strong_components.labels, _order(G))


def number_strongly_connected_components(G: ConvertedGraph) -> int:  # noqa: N803
    """Return the number of strong components."""
    return G.strong_components.count


def is_strongly_connected(G: ConvertedGraph) -> bool:  # noqa: N803
    """Whether there is one strong component."""
    refuse_null_graph(G, _UNDEFINED)
    return G.strong_components.count == 1


def attracting_components(G: ConvertedGraph) -> Iterator[set[Any]]:  # noqa: N803
    """Generate the strong components that no arc leaves."""
    is_attracting = _is_attracting(G)
    order = [label for label in _order(G) if is_attracting[label]]
    yield from G.sets(G.strong_components.labels, order)


def number_attracting_components(G: ConvertedGraph) -> int:  # noqa: N803
    """Return the number of strong components that no arc leaves."""
    return int(np.count_nonzero(_is_attracting(G)))


def is_attracting_component(G: ConvertedGraph) -> bool:  # noqa: N803
    """Whether there is one strong component."""
    return G.strong_components.count == 1


def is_semiconnected(G: ConvertedGraph) -> bool:  # noqa: N803
    """Whether of two nodes at least one reaches the other.

    That is so if in a topological order an arc leads from each component to the next. Arcs lead to
    later components only, and the targets of a row ascend, so it would be the first one.
    """
    refuse_null_graph(G, _UNDEFINED)
    arcs = G.strong_components.condensation()
    begins, ends = arcs.offsets[:-2], arcs.offsets[1:-1]
    if np.any(begins == ends):
        return False
    return bool(np.array_equal(arcs.neighbors[begins], np.arange(1, arcs.n)))


def condensation(G: ConvertedGraph, scc: Iterable[set[Any]] | None = None) -> Any:  # noqa: N803
    """Return the graph of the strong components, or of those given, as NetworkX's DiGraph."""
    members = dict(enumerate(strongly_connected_components(G) if scc is None else scc))
    mapping = {node: number for number, nodes in members.items() for node in nodes}
    result = nx.DiGraph()
    result.graph["mapping"] = mapping if len(G) else {}
    if not len(G):
        return result
    # The caller may leave out nodes without arcs; NetworkX looks up the ends of arcs only.
    numbers = np.fromiter((mapping.get(node, -1) for node in G.nodes), np.int64, len(G))
    for ends in G.graph.edges():
        if (numbers[ends] < 0).any():
            raise KeyError(G.nodes[ends[numbers[ends] < 0][0]])
    result.add_nodes_from((number, {"members": nodes}) for number, nodes in members.items())
    heads, tails = _between(G, numbers)
    # Of each arc the first one, in NetworkX's order.
    first = np.sort(np.unique(heads * len(members) + tails, return_index=True)[1])
    result.add_edges_from(zip(heads[first].tolist(), tails[first].tolist(), strict=True))
    return result


def _order(graph: ConvertedGraph) -> Iterable[int]:
    components = graph.strong_components
    if components.count <= 1:
        return range(components.count)
    return order_of_leaving(components.n, *graph.graph.edges(), components.labels, components.count)


def _is_attracting(graph: ConvertedGraph) -> NDArray[np.bool_]:
    components = graph.strong_components
    is_attracting = np.ones(components.count, dtype=np.bool_)
    is_attracting[_between(graph, components.labels)[0]] = False
    return is_attracting


def _between(graph: ConvertedGraph, numbers: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the numbers of both ends of the arcs between different ones."""
    sources, targets = graph.graph.edges()
    heads, tails = numbers[sources], numbers[targets]
    leaves = heads != tails
    return heads[leaves], tails[leaves]
