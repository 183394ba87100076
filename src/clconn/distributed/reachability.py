"""The arcs of a partition that are live, and what colors reach along them.

A partition propagates to its own fixpoint before anything travels: in steps from the vertices whose
color changed. Colors are random, and come to a vertex in the order of their distance, so it
changes O(log n) times in expectation, as a maximum of random numbers does: O(m log n) steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clconn.distributed.local_numbers import number_ends
from clconn.renumbering import number_integers

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Arcs",
    "Colors",
    "arc_count",
    "degree_bits",
    "improved_count",
    "live_arcs",
    "merge_bits",
    "merge_colors",
    "propagate",
]


@dataclass(frozen=True)
class Arcs:
    """Arcs between vertices of 0..n-1, in no order."""

    sources: NDArray[np.int32]
    targets: NDArray[np.int32]


@dataclass(frozen=True)
class Colors:
    """Vertices, ascending, with their colors forward and backward, shape (2, k)."""

    vertices: NDArray[np.int32]
    colors: NDArray[np.int32]


def live_arcs(arcs: Arcs, state: NDArray[np.int64]) -> Arcs:
    """Return the arcs within a region."""
    regions = state[arcs.sources]
    is_live = (regions >= 0) & (regions == state[arcs.targets])
    return Arcs(arcs.sources[is_live], arcs.targets[is_live])


def arc_count(arcs: Arcs) -> int:
    """Return the number of arcs."""
    return int(arcs.sources.size)


def improved_count(colors: Colors) -> int:
    """Return the number of vertices with an improved color."""
    return int(colors.vertices.size)


def degree_bits(arcs: Arcs, n: int) -> NDArray[np.uint8]:
    """Return two bits a vertex, packed: whether an arc comes in, and whether one goes out."""
    has_arc = np.zeros((2, n), np.bool_)
    has_arc[0, arcs.targets] = True
    has_arc[1, arcs.sources] = True
    return np.packbits(has_arc, axis=1)


def merge_bits(parts: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Return the bits that some part has."""
    return np.bitwise_or.reduce(list(parts))  # type: ignore[no-any-return]


def propagate(arcs: Arcs, colors: NDArray[np.int32]) -> Colors:
    """Return the vertices whose colors these arcs improve, with what they come to."""
    vertices, sources, targets = number_ends(arcs.sources, arcs.targets)
    before = colors[:, vertices]
    after = before.copy()
    _to_fixpoint(after[0], sources, targets)
    _to_fixpoint(after[1], targets, sources)
    improved = np.flatnonzero((after != before).any(axis=0))
    return Colors(vertices[improved], after[:, improved])


def merge_colors(parts: Sequence[Colors]) -> Colors:
    """Return the largest colors of each vertex that some part has."""
    vertices, places = number_integers(np.concatenate([part.vertices for part in parts]))
    colors = np.full((2, vertices.size), -1, np.int32)
    for row, direction in enumerate(colors):
        np.maximum.at(direction, places, np.concatenate([part.colors[row] for part in parts]))
    return Colors(vertices.astype(np.int32, copy=False), colors)


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
