"""What is known of each vertex between the rounds of strong components, in two arrays of n.

``regions[v] >= 0`` is the region of a live vertex, and ``-1 - u`` says that v is in the strong
component of u. Invariant: what is live of a strong component is within one region. So an arc
between two regions is in no cycle, and one comparison tells whether an arc is still live.

A round takes a color for each vertex, at random, and propagates the largest one that reaches it,
*forward*, and the largest that it reaches, *backward*, within its region. Two vertices of a
component have both in common, so the pairs are the regions of the next round. The vertices
whose two are the same are the component of that color: it reaches them, and they reach it. Each
region has one, that of its largest color; so every round finishes a component of each region. That
is the coloring of [1]_ and [2]_ in both directions at once, after [3]_; the search backward from
the roots of the colors is the other color. Colors are drawn anew each round, since an order of
vertices that peels a chain of components one at a time is easily met by numbers in order.

*Trimming* takes vertices without a live arc in, or without one out: they are components of their
own. And it *bypasses* vertices with one neighbor before and one after: the arc to such a vertex
leads *onward* to the one after. Every cycle through it has both; so in the end it is in their
component if that is one, and else alone. Of those that a round bypasses no two are neighbors,
which random colors see to, as in the contraction of lists; so chains and rings are gone after
O(log n) rounds, where colors would go along them arc by arc.

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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clconn.distributed.exchange import Pairs
from clconn.distributed.mixing import mix_bits
from clconn.distributed.strong.reachability import NONE
from clconn.distributed.weighed import Weighed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.distributed.strong.reachability import Maxima

__all__ = [
    "Bypassed",
    "State",
    "canonical_roots",
    "color",
    "finish",
    "first_state",
    "live_count",
    "remember",
    "split_regions",
    "take_colors",
    "trim",
]


@dataclass(frozen=True)
class State(Weighed):
    """The regions of all vertices, and where arcs to each of them lead.

    Attributes
    ----------
    regions : numpy.ndarray, shape (n,), int64
    onward : numpy.ndarray, shape (n,), int32
        The vertex itself, or for one that was bypassed the next that was not.
    """

    regions: NDArray[np.int64]
    onward: NDArray[np.int32]


@dataclass(frozen=True)
class Bypassed(Weighed):
    """The vertices that a round bypassed, with their only neighbors before and after."""

    vertices: NDArray[np.int64]
    before: NDArray[np.int32]
    after: NDArray[np.int32]


def first_state(representatives: NDArray[np.int32]) -> State:
    """Return one region of all representatives; the others are in the component of theirs."""
    vertices = np.arange(representatives.size, dtype=np.int32)
    own = representatives == vertices
    return State(np.where(own, 0, -1 - representatives.astype(np.int64)), vertices)


def live_count(state: State) -> int:
    """Return the number of live vertices."""
    return int(np.count_nonzero(state.regions >= 0))


def trim(state: State, neighbors: Maxima, salt: int) -> tuple[State, Bypassed]:
    """Make components of live vertices without arcs in or out, and bypass those on chains."""
    largest_before, smallest_before, largest_after, smallest_after = neighbors.values
    is_between = (largest_before != NONE) & (largest_after != NONE)
    is_on_chain = (
        is_between & (largest_before == ~smallest_before) & (largest_after == ~smallest_after)
    )
    chained = neighbors.vertices[is_on_chain].astype(np.int64)
    before, after = largest_before[is_on_chain], largest_after[is_on_chain]
    colors = np.full(state.regions.size, -1, np.int32)
    colors[chained] = _colors(chained, state.regions.size, salt)
    is_first = (colors[chained] > colors[before]) & (colors[chained] > colors[after])
    gone = Bypassed(chained[is_first], before[is_first], after[is_first])

    is_kept = np.zeros(state.regions.size, np.bool_)
    is_kept[neighbors.vertices[is_between]] = True
    is_kept[gone.vertices] = False
    own = -1 - np.arange(state.regions.size, dtype=np.int64)
    regions = np.where((state.regions >= 0) & ~is_kept, own, state.regions)
    onward = state.onward.copy()
    onward[gone.vertices] = gone.after
    # What led to a vertex that is bypassed now leads to the one after it, which is not.
    return State(regions, onward[onward]), gone


def color(state: State, salt: int) -> NDArray[np.int32]:
    """Return the colors of a round, forward and backward, shape (2, n); -1 if not live."""
    n = state.regions.size
    colors = _colors(np.arange(n, dtype=np.int64), n, salt)
    colors[state.regions < 0] = -1
    return np.stack([colors, colors])


def _colors(vertices: NDArray[np.int64], n: int, salt: int) -> NDArray[np.int32]:
    """Return a color for each vertex, each another one, of not more bits than n - 1 has."""
    return mix_bits(vertices, max(1, (n - 1).bit_length()), salt)


def take_colors(colors: NDArray[np.int32], improved: Maxima) -> NDArray[np.int32]:
    """Return the colors with those that partitions improved."""
    colors = colors.copy()
    colors[:, improved.vertices] = improved.values
    return colors


def split_regions(state: State, colors: NDArray[np.int32]) -> State:
    """Finish the components whose colors are the same in both directions, and split the rest."""
    forward, backward = colors
    is_live = state.regions >= 0
    # The colors are of 31 bits at most, so both fit into a number that is not negative.
    regions = np.where(is_live, forward.astype(np.int64) << 31 | backward, state.regions)
    finished = np.flatnonzero(is_live & (forward == backward))
    # The last write stays, so that of the smallest vertex.
    smallest = np.empty(int(forward.max(initial=0)) + 1, np.int64)
    smallest[forward[finished][::-1]] = finished[::-1]
    regions[finished] = -1 - smallest[forward[finished]]
    return State(regions, state.onward)


def finish(state: State, answer: Pairs) -> State:
    """Finish all that is live: by the answer, and vertices that it has not as their own."""
    own = -1 - np.arange(state.regions.size, dtype=np.int64)
    regions = np.where(state.regions >= 0, own, state.regions)
    regions[answer.keys] = -1 - answer.values.astype(np.int64)
    return State(regions, state.onward)


def remember(history: Sequence[Bypassed], round_of: Bypassed) -> list[Bypassed]:
    """Return the vertices that all rounds bypassed, with those of one more round."""
    return [*history, round_of]


def canonical_roots(
    state: State, history: Sequence[Bypassed], representatives: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, when all are finished."""
    members = -1 - state.regions
    # The neighbors of a vertex were live in its round, so they are known if later rounds are.
    for each in reversed(history):
        before, after = members[each.before], members[each.after]
        members[each.vertices] = np.where(before == after, before, each.vertices)
    members = members[representatives]
    vertices = np.arange(members.size, dtype=np.int32)
    smallest = np.empty(members.size, np.int32)
    smallest[members[::-1]] = vertices[::-1]
    return smallest[members]
