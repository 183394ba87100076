"""Short cycles: those of at most four arcs, each looked for at its largest vertex. Own.

In a mesh, a lattice or among near neighbors most vertices are on a cycle of few arcs, whatever
their ids are. Such cycles are found without a search: two arcs lead from a vertex, and two lead
back.

Invariant: each way found is one along smaller vertices, from the vertex back to it. Only rows of at
most :data:`SHORT_ROW` entries are looked through, and for one vertex no more once
:data:`MOST_LOOKS` entries have been; cycles that are missed are not found, no more.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["MOST_LOOKS", "SHORT_ROW", "short_cycles"]

SHORT_ROW = 16
"""Entries of the longest row that is looked through."""

MOST_LOOKS = 64
"""Entries after which no row is looked through for the same vertex."""

Row = Callable[[int], list[int]]
"""Takes a vertex and returns its neighbors."""


def short_cycles(v: int, successors: Row, predecessors: Row) -> list[tuple[int, ...]]:
    """Return the others on short cycles of which a vertex is the largest.

    Of two or three arcs, or, if there is none, of four: one at most for each arc from the vertex.

    Examples
    --------
    >>> triangle = [[1], [2], [0]]
    >>> short_cycles(2, triangle.__getitem__, [[2], [0], [1]].__getitem__)
    [(0, 1)]
    """
    row, sources = successors(v), {u for u in predecessors(v) if u < v}
    if not sources or max(len(row), len(predecessors(v))) > SHORT_ROW:
        return []
    smaller = [w for w in row if w < v]
    looks = 0

    def way_back(w: int) -> tuple[int, ...]:
        nonlocal looks
        if w in sources:
            return (w,)
        onward = successors(w)
        if len(onward) > SHORT_ROW or looks > MOST_LOOKS:
            return ()
        looks += len(onward)
        return next(((w, x) for x in onward if x in sources), ())

    def long_way_back(w: int) -> tuple[int, ...]:
        onward = [x for x in successors(w) if x < v] if len(successors(w)) <= SHORT_ROW else []
        return next(((w, *way) for x in onward if (way := way_back(x))), ())

    found = [way for w in smaller if (way := way_back(w))]
    return found or [way for w in smaller if (way := long_way_back(w))]
