"""Weights by hash: the same edge has the same weight wherever it stands.

The weight of an edge {u, v} is 1 plus the upper 24 bits of mix(min(u, v) * 2**32 +
max(u, v)), so an integer from 1 to 2**24 that both stored directions agree on
without looking each other up, and that needs no seed. The mix is the
finalizer of SplitMix64: twice, xor with the word shifted right and multiply by
an odd constant, and a last xor-shift.

G. L. Steele, D. Lea and C. H. Flood, "Fast Splittable Pseudorandom Number
Generators", OOPSLA (2014), with the constants of D. Stafford's variant 13.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.graph import Graph

__all__ = ["WEIGHTS", "hash_weights", "with_weights"]

WEIGHTS = (None, "hash")
"""Values of the parameter `weights` of :func:`clconn.generate`."""

WEIGHT_BITS = 24
BLOCK = 1 << 20
"""Entries hashed together, so that the 64-bit words in between stay few."""


def hash_weights(sources: NDArray[Any], targets: NDArray[Any]) -> NDArray[np.int32]:
    """Weight of each edge, by a hash of its two ends in either order.

    Parameters
    ----------
    sources, targets : numpy.ndarray, shape (m,), any integer dtype
        Vertex ids, not negative and below 2**32.

    Returns
    -------
    numpy.ndarray, shape (m,), int32
        From 1 to 2**24.
    """
    weights = np.empty(sources.size, dtype=np.int32)
    for start in range(0, sources.size, BLOCK):
        part = slice(start, start + BLOCK)
        low = np.minimum(sources[part], targets[part]).astype(np.uint64)
        high = np.maximum(sources[part], targets[part]).astype(np.uint64)
        mixed = _mix(low << np.uint64(32) | high)
        weights[part] = (mixed >> np.uint64(64 - WEIGHT_BITS)).astype(np.int32) + 1
    return weights


def _mix(word: NDArray[np.uint64]) -> NDArray[np.uint64]:
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


def with_weights(graph: Graph, weights: str | None) -> Graph:
    """The generated graph with the weights asked for.

    Parameters
    ----------
    graph : Graph
        In compressed sparse rows.
    weights : str or None
        One of `WEIGHTS`: None for no weights, ``"hash"`` for :func:`hash_weights`.

    Raises
    ------
    GraphError
        If `weights` is anything else.
    """
    if weights is None:
        return graph
    if weights != "hash":
        raise GraphError(f"weights is {weights!r}; give None for none or 'hash'")
    checks.memory(graph.n, graph.edge_count // 2)
    rows = graph.rows
    assert rows is not None
    return Graph.from_csr(
        rows.offsets,
        rows.neighbors,
        weights=hash_weights(*graph.edges()),
        directed=graph.directed,
        symmetric=graph.symmetric,
    )
