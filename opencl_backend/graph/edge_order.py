"""Whether an edge list of the host has an order, and whether few vertices have many of its ends.

From a look at a few edges and those that follow them. It takes 60 us where the list is in a cache,
otherwise some hundreds, once a graph: little beside the copy of the list to a device.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from clconn.opencl_backend.graph.first_links import near
from clconn.opencl_backend.graph.spread_places import spread_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["EDGES", "EdgeOrder", "edge_order"]

EDGES = 1024
"""How many edges are looked at."""


class EdgeOrder(NamedTuple):
    """Shares in 0..1.

    Attributes
    ----------
    local
        Of the sampled edges, those that are followed by one of which an end of the same side is
        near, as in a list by ascending sources or targets.
    shared
        Of the pairs of sampled ends, those that are one vertex, less the share that there would be
        if all vertices had as many: the square of the share of the ends that one hub has.
    """

    local: float
    shared: float


def edge_order(sources: NDArray[np.int32], targets: NDArray[np.int32], n: int) -> EdgeOrder:
    """Look at a few edges of n vertices; a list of fewer than two is in order."""
    if sources.size < 2:
        return EdgeOrder(1.0, 0.0)
    places = spread_places(EDGES, sources.size - 1)
    ends = [(side[places], side[places + np.uint64(1)]) for side in (sources, targets)]
    steps = [np.abs(after.astype(np.int64) - before) for before, after in ends]
    local = float(np.mean(np.minimum(*steps) <= near(n)))
    one, other = (before for before, _ in ends)
    _, counts = np.unique(np.concatenate([one, other]), return_counts=True)
    # The two ends of an edge are no pair: self loops would look like hubs.
    same = int(np.sum(counts.astype(np.int64) * (counts - 1) // 2)) - np.count_nonzero(one == other)
    return EdgeOrder(local, max(same / (2 * EDGES * (EDGES - 1)) - 1 / n, 0.0))
