"""Weights that have to do with the ids or with each other, for graphs that have none.

Weights by hash are those of the generators. Users have others: the larger end's number is the
weight of an edge in a lower-star filtration and the date of a citation, and many files have few
weights, or one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import clconn
from clconn.generators.weights import hash_weights

__all__ = ["WEIGHTINGS", "weigh"]

_RARE = 100
"""Where most weights are equal, one edge in so many has another one."""

_NEAR = 16
"""How many places nearly ascending weights are from the order of the ids at most."""

Ends = NDArray[np.int64]
"""The smaller ends of the edges, the larger ones, or their hashes."""

WEIGHTINGS: dict[str, Callable[[Ends, Ends, Ends, int], Any]] = {
    "hash": lambda smaller, larger, hashes, n: hashes,
    "equal": lambda smaller, larger, hashes, n: np.ones_like(hashes),
    "five": lambda smaller, larger, hashes, n: hashes % 5,
    "rare-lighter": lambda smaller, larger, hashes, n: np.where(hashes % _RARE, 1 << 25, hashes),
    "rare-heavier": lambda smaller, larger, hashes, n: hashes % _RARE == 0,
    "larger-end": lambda smaller, larger, hashes, n: larger,
    "smaller-end": lambda smaller, larger, hashes, n: smaller,
    "larger-end-falling": lambda smaller, larger, hashes, n: n - larger,
    "smaller-end-falling": lambda smaller, larger, hashes, n: n - smaller,
    "nearly-ascending": lambda smaller, larger, hashes, n: larger + hashes % _NEAR,
    "distance": lambda smaller, larger, hashes, n: larger - smaller,
}
"""From a name to weights by the smaller and the larger ends of edges, hashes of both, and n."""


def weigh(graph: clconn.Graph, weighting: str) -> clconn.Graph:
    """The rows of a graph, which hold each edge at both ends, with weights."""
    rows = graph.adjacency()
    ends = rows.sources(), rows.neighbors
    smaller, larger = (function(*ends).astype(np.int64) for function in (np.minimum, np.maximum))
    hashes = hash_weights(*ends).astype(np.int64)
    weights = WEIGHTINGS[weighting](smaller, larger, hashes, graph.n).astype(np.int32)
    return clconn.Graph.from_csr(rows.offsets, rows.neighbors, weights=weights, symmetric=True)
