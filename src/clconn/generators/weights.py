"""Weights by hash, so that both stored directions of an edge have the same weight.

The weight of an edge {u, v} is 1 plus the upper 24 bits of mix(min(u, v) * 2**32 +
max(u, v)), which is an integer from 1 to 2**24. It needs no seed, and neither
direction has to look up the other. The function mix is the finalizer of SplitMix64: it
twice computes the xor with the word shifted right and multiplies by an odd constant,
and ends with another xor-shift.

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
"""The values of the parameter `weights` of :func:`clconn.generate`."""

WEIGHT_BITS = 24
BLOCK = 1 << 20
"""Number of entries hashed together, which bounds the memory for their 64-bit words."""


def hash_weights(sources: NDArray[Any], targets: NDArray[Any]) -> NDArray[np.int32]:
    """Return a weight from 1 to 2**24 for each edge, a hash of its two ends in either order.

    Parameters
    ----------
    sources, targets : numpy.ndarray, shape (m,), any integer dtype
        Vertex ids from 0 to 2**32 - 1.
    """
    weights = np.empty(sources.size, dtype=np.int32)
    for start in range(0, sources.size, BLOCK):
        part = slice(start, start + BLOCK)
        low = np.minimum(sources[part], targets[part]).astype(np.uint64)
        high = np.maximum(sources[part], targets[part]).astype(np.uint64)
        hashes = _mix(low << np.uint64(32) | high)
        weights[part] = (hashes >> np.uint64(64 - WEIGHT_BITS)).astype(np.int32) + 1
    return weights


def _mix(word: NDArray[np.uint64]) -> NDArray[np.uint64]:
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


def with_weights(graph: Graph, weights: str | None) -> Graph:
    """Return a generated graph with weights of a kind in `WEIGHTS`; the graph must have rows."""
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
