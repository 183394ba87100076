"""The edges of the algorithms for minimum spanning forests: tuples with a total order.

An edge is a tuple ``(key, index, source, target)``. Tuples compare by key, then by index. No two
indices are equal, so the order is total, each component has one lightest edge, and all algorithms
find the same forest. See :mod:`clconn.weight_keys` for the keys.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from clconn.weight_keys import CanonicalEdges

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["WeightedEdge", "ascending", "weighted_edges"]

WeightedEdge = tuple[int, int, int, int]
"""Key, index, source and target."""


def weighted_edges(edges: CanonicalEdges) -> list[WeightedEdge]:
    """Turn the edges into tuples, in the order of their indices."""
    keys, sources, targets = edges.keys, edges.sources, edges.targets
    columns = (keys.tolist(), range(keys.size), sources.tolist(), targets.tolist())
    return list(zip(*columns, strict=True))


def ascending(indices: Iterable[int]) -> NDArray[np.int64]:
    """Sort the indices of a forest's edges."""
    return np.array(sorted(indices), dtype=np.int64)
