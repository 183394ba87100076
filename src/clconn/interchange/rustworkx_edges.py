"""The edges of a graph of rustworkx as arrays.

rustworkx tells nodes apart by their indices, and so do the results: payloads may be equal to each
other, and need not be hashable. Indices have gaps after nodes were removed; then they are names.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.exact_weights import edge_weights
from clconn.graph_checks import reading_advice
from clconn.interchange.edges import Edges

__all__ = ["edges_of_rustworkx", "is_rustworkx", "usual_weight"]

Weight = str | Callable[[Any], Any]


def is_rustworkx(graph: Any) -> bool:
    """Whether this is a graph of rustworkx."""
    return hasattr(graph, "node_indices") and hasattr(graph, "weighted_edge_list")


def edges_of_rustworkx(graph: Any, weight: Weight | None) -> Edges:
    """Return the edges of a graph of rustworkx; see :meth:`clconn.Graph.from_rustworkx`.

    Raises
    ------
    GraphError
        If it is not a graph of rustworkx, an edge has no such weight, or it is not a number.
    """
    if not is_rustworkx(graph):
        raise GraphError(
            f"expected a graph of rustworkx, got {type(graph).__name__}{reading_advice(graph)}"
        )
    indices = np.asarray(graph.node_indices(), dtype=np.int64)
    pairs = np.asarray(graph.edge_list(), dtype=np.int64).reshape(-1, 2)
    nodes, ends = None, pairs.T
    if indices.size and int(indices[-1]) != indices.size - 1:
        nodes, ends = indices, np.searchsorted(indices, pairs.T)
    weights = None
    if weight is not None:
        weights = edge_weights(_weights(graph.edges(), weight), pairs.shape[0], "edge")
    return Edges(nodes, ends[0], ends[1], indices.size, weights)


def usual_weight(graph: Any) -> Weight | None:
    """Return what weighs an edge if the caller names nothing, from the payloads.

    A number is the weight itself, and an item "weight" of a mapping is one. An edge that has
    neither is an error if another one has.
    """
    for payload in graph.edges():
        if isinstance(payload, numbers.Real):
            return lambda payload: payload
        if isinstance(payload, Mapping) and "weight" in payload:
            return "weight"
    return None


def _weights(payloads: list[Any], weight: Weight) -> list[Any]:
    if callable(weight):
        return list(map(weight, payloads))
    try:
        return [payload[weight] for payload in payloads]
    except (KeyError, TypeError, IndexError):
        pass
    for edge, payload in enumerate(payloads):
        if not isinstance(payload, Mapping) or weight not in payload:
            raise GraphError(
                f"the payload of edge {edge} is {payload!r:.60}, without an item {weight!r}; "
                "weight is the key of an item of all payloads, or a function of a payload, such as "
                "float"
            )
    raise GraphError(f"weight is {weight!r}; expected a key of the payloads, or a function")
