"""What order an edge list of the host has, and what its edges are like.

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
OFTEN = 5
"""How many times as many of the sampled ends as others a hub has."""


class EdgeOrder(NamedTuple):
    """Shares in 0..1.

    Attributes
    ----------
    local
        Of the sampled edges, those whose source or target is near that of the edge behind them, as
        in a list by ascending sources or targets.
    shared
        Of the pairs of sampled ends, those that are one vertex, less the share that there would be
        if all vertices had as many: about the square of the share of the ends that one hub has. It
        is 0 unless a vertex has :data:`OFTEN` times as many as those that were seen have on
        average: a few vertices that have all edges are no hubs.
    short
        Of the sampled edges, those whose ends are near each other.
    parallel
        Of the sampled edges, those of which both ends are near those of the edge behind them.
    """

    local: float
    shared: float
    short: float
    parallel: float


def edge_order(sources: NDArray[np.int32], targets: NDArray[np.int32], n: int) -> EdgeOrder:
    """Look at a few edges of n vertices; a list of fewer than two is in order."""
    places = np.unique(spread_places(EDGES, max(sources.size - 1, 1)))
    if sources.size < 2:
        return EdgeOrder(1.0, 0.0, 1.0, 1.0)
    one, other = sources[places], targets[places]
    steps = [np.abs(side[places + np.uint64(1)] - side[places]) for side in (sources, targets)]
    local = float(np.mean(np.minimum(*steps) <= near(n)))
    short = float(np.mean(np.abs(one - other) <= near(n)))
    parallel = float(np.mean(np.maximum(*steps) <= near(n)))
    _, counts = np.unique(np.concatenate([one, other]), return_counts=True)
    if counts.max() < OFTEN * counts.mean():
        return EdgeOrder(local, 0.0, short, parallel)
    # The two ends of an edge are no pair: self loops would look like hubs.
    same = int(np.sum(counts * (counts - 1) // 2)) - np.count_nonzero(one == other)
    share = same / (2 * places.size * (places.size - 1)) - 1 / n
    return EdgeOrder(local, max(float(share), 0.0), short, parallel)
