"""The arcs of a partition that are live, and what colors reach along them.

A partition propagates to its own fixpoint before anything travels: in steps from the vertices whose
color changed. Colors are random, and come to a vertex in the order of their distance, so it
changes O(log n) times in expectation, as a maximum of random numbers does: O(m log n) steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.local_numbers import number_ends
from clconn.distributed.weighed import Weighed
from clconn.renumbering import number_integers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.distributed.strong.state import State

__all__ = [
    "NONE",
    "Arcs",
    "Maxima",
    "arc_count",
    "improved_count",
    "live_arcs",
    "merge_maxima",
    "neighbors",
    "propagate",
]

NONE = np.iinfo(np.int32).min
"""Less than any number, and than the complement of any."""


@dataclass(frozen=True)
class Arcs(Weighed):
    """Arcs between vertices of 0..n-1, in no order."""

    sources: NDArray[Any]
    targets: NDArray[Any]


@dataclass(frozen=True)
class Maxima(Weighed):
    """Vertices, ascending, with numbers, shape (r, k), that are merged by their maximum."""

    vertices: NDArray[np.int32]
    values: NDArray[np.int32]


def live_arcs(arcs: Arcs, state: State) -> Arcs:
    """Return the arcs within a region, past the vertices that were bypassed."""
    regions, targets = state.regions[arcs.sources], state.onward[arcs.targets]
    is_live = (regions >= 0) & (regions == state.regions[targets]) & (arcs.sources != targets)
    return Arcs(arcs.sources[is_live], targets[is_live])


def arc_count(arcs: Arcs) -> int:
    """Return the number of arcs."""
    return int(arcs.sources.size)


def improved_count(improved: Maxima) -> int:
    """Return the number of vertices with an improved color."""
    return int(improved.vertices.size)


def neighbors(arcs: Arcs) -> Maxima:
    """Return the largest and the complement of the smallest neighbor, by arcs in and by arcs out.

    A vertex without a neighbor has :data:`NONE` there.
    """
    vertices, sources, targets = number_ends(arcs.sources, arcs.targets)
    values = np.full((4, vertices.size), NONE, np.int32)
    np.maximum.at(values[0], targets, arcs.sources)
    np.maximum.at(values[1], targets, ~arcs.sources)
    np.maximum.at(values[2], sources, arcs.targets)
    np.maximum.at(values[3], sources, ~arcs.targets)
    return Maxima(vertices, values)


def propagate(arcs: Arcs, colors: NDArray[np.int32]) -> Maxima:
    """Return the vertices whose colors these arcs improve, with what they come to."""
    vertices, sources, targets = number_ends(arcs.sources, arcs.targets)
    before = colors[:, vertices]
    after = before.copy()
    _to_fixpoint(after[0], sources, targets)
    _to_fixpoint(after[1], targets, sources)
    improved = np.flatnonzero((after != before).any(axis=0))
    return Maxima(vertices[improved], after[:, improved])


def merge_maxima(parts: Sequence[Maxima]) -> Maxima:
    """Return the largest numbers of each vertex that some part has."""
    vertices, places = number_integers(np.concatenate([part.vertices for part in parts]))
    values = np.full((parts[0].values.shape[0], vertices.size), NONE, np.int32)
    for row, largest in enumerate(values):
        np.maximum.at(largest, places, np.concatenate([part.values[row] for part in parts]))
    return Maxima(vertices.astype(np.int32, copy=False), values)


def _to_fixpoint(
    colors: NDArray[np.int32], sources: NDArray[np.int32], targets: NDArray[np.int32]
) -> None:
    """Give every target the largest color that reaches it, in place."""
    degrees = np.bincount(sources, minlength=colors.size)
    offsets = np.concatenate([[0], np.cumsum(degrees)])
    heads = targets[np.argsort(sources, kind="stable")]
    changed = np.flatnonzero(degrees)
    while changed.size:
        lengths = degrees[changed]
        ends = np.cumsum(lengths)
        # The arcs of the changed vertices: each row counts on from its first arc.
        arcs = np.arange(ends[-1]) + np.repeat(offsets[changed] - (ends - lengths), lengths)
        offered, reached = np.repeat(colors[changed], lengths), heads[arcs]
        better = offered > colors[reached]
        reached, offered = reached[better], offered[better]
        np.maximum.at(colors, reached, offered)
        changed = np.unique(reached)
        changed = changed[degrees[changed] > 0]
