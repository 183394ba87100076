"""Drop the edges of a stream that cannot enter a minimum spanning forest, before it is computed.

By the cycle property an edge is not in the forest if it is the heaviest of a cycle. For some
levels, weights of the forest's edges, the trees of the edges up to the level are labeled. An edge
of the stream between two vertices of such a tree that weighs as much as the level or more closes a
cycle with edges that weigh at most as much and came earlier: it is the heaviest, also where the
order of the edges breaks ties. Filter-Kruskal drops edges for the same reason (V. Osipov, P.
Sanders and J. Singler, ALENEX 2009).

Invariant: an edge that is dropped is in no minimum spanning forest of the edges so far and any
later ones. One that stays may be in none either: levels are few, and the test is no search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.results.trees import tree_labels

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CycleFilter"]

_SHARES = (1 / 2, 3 / 4, 7 / 8, 15 / 16, 1)
"""The levels are the heaviest weights of these shares of the forest's edges. Of a forest of
uniform random weights, half of the edges already make a tree of most vertices of high degree; the
last level is for streams that are sorted by weight."""


class CycleFilter:
    """What drops edges that close a cycle of lighter ones of a forest.

    Parameters
    ----------
    n : int
        Number of vertices.
    sources, targets, weights : numpy.ndarray, shape (k,)
        A forest, whose edges all come before those that will be filtered.
    maximum : bool
        Whether heavier edges come first.
    """

    def __init__(
        self,
        n: int,
        sources: NDArray[np.int32],
        targets: NDArray[np.int32],
        weights: NDArray[Any],
        *,
        maximum: bool,
    ) -> None:
        self._before = np.greater_equal if maximum else np.less_equal
        self._levels: list[tuple[Any, NDArray[np.int32]]] = []
        labels, count = np.arange(n, dtype=np.int32), n
        ends, rest = (sources, targets), weights
        for level in _levels(weights, maximum):
            within = self._before(rest, level)
            # The trees of the last level are the vertices of this one.
            of_trees = tree_labels(count, *(labels[end[within]] for end in ends))
            labels, count = of_trees[labels], count - int(np.count_nonzero(within))
            self._levels.append((level, labels))
            ends, rest = (ends[0][~within], ends[1][~within]), rest[~within]

    def grow(self, n: int) -> None:
        """Add vertices up to n, each a tree of its own."""
        if self._levels and n > (size := self._levels[0][1].size):
            # No old label reaches the number of old vertices.
            new = np.arange(size, n, dtype=np.int32)
            self._levels = [(level, np.append(labels, new)) for level, labels in self._levels]

    def places(
        self, sources: NDArray[np.int32], targets: NDArray[np.int32], weights: NDArray[Any]
    ) -> NDArray[np.int64]:
        """Return the places of the edges that may be in the forest, ascending."""
        places = np.flatnonzero(sources != targets)
        for level, labels in self._levels:
            heavy = self._before(level, weights[places]).astype(np.bool_)
            closed = places[heavy]
            heavy[heavy] = labels[sources[closed]] == labels[targets[closed]]
            places = places[~heavy]
        return places


def _levels(weights: NDArray[Any], maximum: bool) -> list[Any]:
    """Return different weights, those that come first at first."""
    if not weights.size:
        return []
    places = [max(0, int(share * weights.size) - 1) for share in _SHARES]
    if maximum:
        places = [weights.size - 1 - place for place in places]
    candidates = np.partition(weights, places)[places]
    changes = np.flatnonzero(candidates[1:] != candidates[:-1]) + 1
    return [candidates[place] for place in (0, *changes)]
