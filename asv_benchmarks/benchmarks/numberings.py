"""Graphs of edges, and the same graphs by other ids: what a path is when it comes in no order.

And the same rows with the neighbors of each in no order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csr_array

import clconn

__all__ = [
    "Ends",
    "both_ends",
    "edges_once",
    "from_both_ends",
    "grid",
    "ids_in_order",
    "in_blocks",
    "joined",
    "of_edges",
    "reversed_ids",
    "shuffled_blocks",
    "strided",
    "two_sides",
    "unsorted",
]


Ends = tuple[Any, Any]
"""The arrays of the ends of edges, or of the sources and targets of arcs."""


def joined(*parts: Ends) -> Ends:
    """The edges of several parts, whose arrays may have any shape."""
    ones, others = zip(*parts, strict=True)
    return np.concatenate([*map(np.ravel, ones)]), np.concatenate([*map(np.ravel, others)])


def grid(ids: Any) -> Ends:
    """The edges of a grid of which these are the ids, row by row, each to the right or down."""
    return joined((ids[:, :-1], ids[:, 1:]), (ids[:-1], ids[1:]))


def edges_once(graph: clconn.Graph) -> Any:
    """Both ends of each edge, the smaller one first."""
    rows = graph.adjacency()
    sources, targets = rows.sources(), rows.neighbors
    once = sources < targets
    return np.stack([sources[once], targets[once]])


def of_edges(n: int, *parts: Ends) -> clconn.Graph:
    """A simple graph of the edges in several pairs of arrays of any shape."""
    ends = np.stack(joined(*parts))
    ends = ends[:, ends[0] != ends[1]]
    both = np.concatenate([ends, ends[::-1]], axis=1)
    # Its counting sort takes a seventh of the processor time of `simple_graph`, but one core.
    matrix = csr_array((np.ones(both.shape[1], np.bool_), tuple(both)), shape=(n, n))
    return clconn.Graph.from_csr(matrix.indptr, matrix.indices, symmetric=True)


def shuffled_blocks(n: int, block: int, generator: np.random.Generator) -> Any:
    """New ids of n vertices: as before within blocks, which are shuffled; the last may be short."""
    ids = np.arange(n, dtype=np.int32)
    whole = n // block * block
    blocks = generator.permutation(ids[:whole].reshape(-1, block)).ravel()
    return np.concatenate([blocks, ids[whole:]])


def both_ends(n: int) -> Any:
    """The ids of a structure's vertices if they alternate from both ends: 0, n-1, 1, n-2, ..."""
    places = np.arange(n)
    return np.where(places % 2 == 0, places // 2, n - 1 - places // 2)


def strided(n: int, stride: int) -> Any:
    """The ids of a structure's vertices if they go round and round."""
    return np.argsort(np.argsort(np.arange(n) * stride % n, kind="stable"))


def two_sides(n: int) -> Any:
    """The ids of a structure's vertices if its two halves alternate: 0, 2, 4, ..., 1, 3, 5, ..."""
    places, half = np.arange(n), (n + 1) // 2
    return np.where(places < half, 2 * places, 2 * (places - half) + 1)


def ids_in_order(order: str, n: int, generator: np.random.Generator) -> Any:
    """New ids of n vertices by the name of an order, such as "two sides" or "blocks of 64"."""
    kind, _, size = order.rpartition(" ")
    if kind == "blocks of":
        return shuffled_blocks(n, int(size), generator)
    if kind == "stride":
        return strided(n, int(size))
    return {
        "as is": np.arange,
        "reversed": lambda n: np.arange(n)[::-1],
        "both ends": both_ends,
        "two sides": two_sides,
        "shuffled": generator.permutation,
    }[order](n)


def in_blocks(graph: clconn.Graph, block: int = 1024) -> clconn.Graph:
    """A graph whose ids are as before within blocks; the blocks are shuffled."""
    ids = shuffled_blocks(graph.n, block, np.random.default_rng(0))
    sources, targets = ids[edges_once(graph)]
    return of_edges(graph.n, (sources, targets))


def from_both_ends(graph: clconn.Graph) -> clconn.Graph:
    """A graph whose ids alternate so where they ascended."""
    return of_edges(graph.n, tuple(both_ends(graph.n)[edges_once(graph)]))


def reversed_ids(graph: clconn.Graph) -> clconn.Graph:
    """A graph whose ids go the other way."""
    return of_edges(graph.n, tuple(graph.n - 1 - edges_once(graph)))


def unsorted(graph: clconn.Graph, seed: int = 0) -> clconn.Graph:
    """The same rows, the neighbors of each in an order by chance, as a GPU makes rows of edges."""
    rows = graph.adjacency()
    sources = np.repeat(np.arange(graph.n, dtype=np.int32), np.diff(rows.offsets))
    chances = np.random.default_rng(seed).random(sources.size, dtype=np.float32)
    # One key, of 53 bits, sorts in a third of the time that two take.
    neighbors = rows.neighbors[np.argsort(sources + chances.astype(np.float64), kind="stable")]
    return clconn.Graph.from_csr(rows.offsets, neighbors, symmetric=True)
