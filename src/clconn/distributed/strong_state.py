"""What is known of each vertex between the rounds of strong components, in one array of n.

``state[v] >= 0`` is the region of a live vertex, and ``-1 - u`` says that v is in the strong
component of u. Invariants: a strong component is within one region as long as its vertices are
live, and all of them stop being so at once. So an arc between two states is in no cycle, and one
comparison tells whether an arc is still live.

A round takes a color for each vertex, at random, and propagates the largest one that reaches it,
*forward*, and the largest that it reaches, *backward*, within its region. Two vertices of a
component have both in common, so the pairs are the regions of the next round. The vertices
whose two are the same are the component of that color: it reaches them, and they reach it. Each
region has one, that of its largest color; so every round finishes a component of each region. That
is the coloring of [1]_ and [2]_ in both directions at once, after [3]_; the search backward from
the roots of the colors is the other color. Colors are drawn anew each round, since an order of
vertices that peels a chain of components one at a time is easily met by numbers in order.

*Trimming* takes vertices without a live arc in, or without one out: they are components of their
own.

References
----------
.. [1] S. Orzan, "On distributed verification and verified distribution", PhD thesis, Vrije
   Universiteit Amsterdam, 2004.
.. [2] G. M. Slota, S. Rajamanickam and K. Madduri, "BFS and coloring-based parallel algorithms for
   strongly connected components and related problems", IPDPS 2014.
.. [3] G. Alabandi, W. Sands, G. Biros and M. Burtscher, "A GPU algorithm for detecting strongly
   connected components", SC 2023.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.distributed.exchange import Pairs
from clconn.distributed.mixing import mix_bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.distributed.reachability import Colors

__all__ = [
    "canonical_roots",
    "color",
    "finish",
    "first_state",
    "live_count",
    "split_regions",
    "take_colors",
    "trim",
]


def first_state(representatives: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return one region of all representatives; the others are in the component of theirs."""
    vertices = np.arange(representatives.size, dtype=np.int64)
    return np.where(representatives == vertices, 0, -1 - representatives.astype(np.int64))


def live_count(state: NDArray[np.int64]) -> int:
    """Return the number of live vertices."""
    return int(np.count_nonzero(state >= 0))


def trim(state: NDArray[np.int64], bits: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Make a component of each live vertex that has not both bits, of arcs in and of arcs out."""
    has_both = np.unpackbits(bits[0] & bits[1], count=state.size).view(np.bool_)
    own = -1 - np.arange(state.size, dtype=np.int64)
    return np.where((state >= 0) & ~has_both, own, state)


def color(state: NDArray[np.int64], salt: int) -> NDArray[np.int32]:
    """Return the colors of a round, forward and backward, shape (2, n); -1 if not live."""
    bits = max(1, (state.size - 1).bit_length())
    colors = mix_bits(np.arange(state.size, dtype=np.int64), bits, salt)
    colors[state < 0] = -1
    return np.stack([colors, colors])


def take_colors(colors: NDArray[np.int32], improved: Colors) -> NDArray[np.int32]:
    """Return the colors with those that partitions improved."""
    colors = colors.copy()
    colors[:, improved.vertices] = improved.colors
    return colors


def split_regions(state: NDArray[np.int64], colors: NDArray[np.int32]) -> NDArray[np.int64]:
    """Finish the components whose largest colors are in both directions the same; split the rest."""
    forward, backward = colors
    # The colors are of 31 bits at most, so both fit into a number that is not negative.
    regions = forward.astype(np.int64) << 31 | backward
    finished = np.flatnonzero((state >= 0) & (forward == backward))
    # The last write stays, so that of the smallest vertex.
    smallest = np.empty(int(forward.max(initial=0)) + 1, np.int64)
    smallest[forward[finished][::-1]] = finished[::-1]
    regions = np.where(state >= 0, regions, state)
    regions[finished] = -1 - smallest[forward[finished]]
    return regions


def finish(state: NDArray[np.int64], answer: Pairs) -> NDArray[np.int64]:
    """Finish all that is live: by the answer, and vertices that it has not as their own."""
    state = np.where(state >= 0, -1 - np.arange(state.size, dtype=np.int64), state)
    state[answer.keys] = -1 - answer.values.astype(np.int64)
    return state


def canonical_roots(
    state: NDArray[np.int64], representatives: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, when all are finished."""
    members = (-1 - state)[representatives]
    vertices = np.arange(state.size, dtype=np.int32)
    smallest = np.empty(state.size, np.int32)
    smallest[members[::-1]] = vertices[::-1]
    return smallest[members]
