"""The edges of a NetworkX graph as arrays.

The adjacency is read row by row, which is faster than reading ``graph.edges()``, and
gives the same edges in the same order: NetworkX lists an undirected edge at the first of its ends.
No tuple or list is kept for a row or an edge, since each of them would make Python's garbage
collector search the whole graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, compress
from operator import methodcaller
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.exact_weights import edge_weights
from clconn.graph_checks import reading_advice

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "attributes_of_networkx",
    "edges_of_networkx",
    "ends_of_networkx",
    "has_attribute",
    "keys_of_networkx",
]


def edges_of_networkx(
    graph: Any, weight: Any
) -> tuple[list[Any], NDArray[np.int32], NDArray[np.int32], NDArray[Any] | None]:
    """Return the nodes, the two ends of each edge as places among them, and the weights.

    Raises
    ------
    GraphError
        If it is not a NetworkX graph, no edge has the attribute `weight`, or one is not a number.
    """
    nodes, sources, targets, kept = ends_of_networkx(graph)
    if weight is None:
        return nodes, sources, targets, None
    if sources.size and not has_attribute(graph, weight):
        raise GraphError(_no_such_attribute(graph, weight))

    def name(edge: int) -> str:
        return f"edge {edge}, from {nodes[sources[edge]]!r} to {nodes[targets[edge]]!r},"

    weights = [attributes.get(weight, 1) for attributes in attributes_of_networkx(graph, kept)]
    return nodes, sources, targets, edge_weights(weights, sources.size, "edge", name)


def ends_of_networkx(graph: Any) -> tuple[list[Any], NDArray[np.int32], NDArray[np.int32], bytes]:
    """Return the nodes, the two ends of each edge as places among them, and the entries it keeps.

    The last has a byte for each neighbor in each row, which is 1 where NetworkX lists the edge.

    Raises
    ------
    GraphError
        If it is not a NetworkX graph.
    """
    if not (hasattr(graph, "adjacency") and hasattr(graph, "is_directed")):
        raise GraphError(
            f"expected a NetworkX graph, got {type(graph).__name__}{reading_advice(graph)}"
        )
    nodes = list(graph)
    if hasattr(graph, "_graph"):
        # A view makes and filters its rows in Python whenever they are read, so that happens once,
        # and none is kept. Besides, it may count neighbors whose parallel edges it hides, and leave
        # them out of its rows.
        degrees, neighbors = _read_once(graph, len(nodes))
        rows = [neighbors]
    else:
        rows = [row for _, row in graph.adjacency()]
        degrees = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    sources = np.repeat(np.arange(len(nodes), dtype=np.int32), degrees)
    targets = _places(nodes, rows, sources.size)
    keep = np.ones(sources.size, dtype=np.bool_)
    if not graph.is_directed():
        keep = sources <= targets
        sources, targets = sources[keep], targets[keep]
    kept = keep.view(np.uint8).tobytes()
    if graph.is_multigraph():
        counts = np.fromiter(map(len, _entries(graph, kept)), dtype=np.int64, count=sources.size)
        sources, targets = np.repeat(sources, counts), np.repeat(targets, counts)
    return nodes, sources, targets, kept


def attributes_of_networkx(graph: Any, kept: bytes) -> Iterator[dict[Any, Any]]:
    """Return the attributes of each edge; `kept` is from :func:`ends_of_networkx`."""
    entries = _entries(graph, kept)
    return chain.from_iterable(map(_values, entries)) if graph.is_multigraph() else entries


def keys_of_networkx(graph: Any, kept: bytes) -> Iterator[Any]:
    """Return the key of each edge of a multigraph, in the same order."""
    return chain.from_iterable(_entries(graph, kept))


def _entries(graph: Any, kept: bytes) -> Iterator[Any]:
    """What the rows have for each edge, or for all edges with the same ends in a multigraph."""
    rows = (row for _, row in graph.adjacency())
    return compress(chain.from_iterable(map(_values, rows)), kept)


_values = methodcaller("values")


def _read_once(graph: Any, n: int) -> tuple[NDArray[np.int64], list[Any]]:
    """Return the number of neighbors of each node, and all of them."""
    ends = np.zeros(n + 1, dtype=np.int64)
    neighbors: list[Any] = []
    for place, (_, row) in enumerate(graph.adjacency(), 1):
        neighbors.extend(iter(row))  # the length of a row would read it, too
        ends[place] = len(neighbors)
    return np.diff(ends), neighbors


def _places(nodes: list[Any], rows: list[Any], count: int) -> NDArray[np.int32]:
    """Return the place among the nodes of each neighbor, row by row."""
    types = set(map(type, nodes))
    if types == {int}:
        try:
            ids = np.fromiter(nodes, dtype=np.int64, count=len(nodes))
            neighbors = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=count)
        except OverflowError:  # beyond 64 bits
            pass
        else:
            if np.array_equal(ids, np.arange(ids.size)):
                return neighbors.astype(np.int32)
            order = np.argsort(ids)
            found: NDArray[Any] = order[np.searchsorted(ids[order], neighbors)]
            return found.astype(np.int32)
    place = dict(zip(nodes, range(len(nodes)), strict=True))
    neighbors_of_rows = chain.from_iterable(rows)
    return np.fromiter(map(place.__getitem__, neighbors_of_rows), dtype=np.int32, count=count)


def has_attribute(graph: Any, name: Any) -> bool:
    """Whether any edge of a NetworkX graph has the attribute."""
    try:
        return any(name in attributes for *_, attributes in graph.edges(data=True))
    except TypeError:
        raise GraphError(f"weight is {name!r}; expected the name of an edge attribute") from None


def _no_such_attribute(graph: Any, name: Any) -> str:
    known = {repr(key): None for *_, attributes in graph.edges(data=True) for key in attributes}
    there = f"edges have: {', '.join(known)}" if known else "no edge has any attribute"
    return f"no edge has the attribute {name!r}; {there}"
