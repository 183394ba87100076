"""Whether a graph has nothing but small components, or medium ones, from a few searches.

Sampling (C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and incremental
graph connectivity algorithms on GPUs", PACT 2020, section 3.3) pays by leaving out the vertices of
the largest component, so it needs one that has many of them.

Invariant: the vertices found so far are in one component; a search that runs out of rows to read
has found all of it.
"""

from __future__ import annotations

from clconn.reference.primitives.hash import spread_place

__all__ = [
    "FEW_SEARCHES",
    "FIRST_SEARCHES",
    "MOST_ENTRIES",
    "MOST_ENTRIES_OF_MEDIUM",
    "MOST_VERTICES",
    "MOST_VERTICES_OF_MEDIUM",
    "SEARCHES",
    "is_in_small_component",
    "medium_components",
    "small_components",
]

SEARCHES = 64
"""Number of vertices to search from."""

MOST_VERTICES = 128
"""Vertices of a small component."""

MOST_ENTRIES = 8192
"""Entries of all rows of a small component."""

FIRST_SEARCHES, FEW_SEARCHES = 2, 4
"""Number of vertices to search from for medium components, at first and if there are any."""

MOST_VERTICES_OF_MEDIUM = 1 << 12
"""Vertices of a medium component."""

MOST_ENTRIES_OF_MEDIUM = 1 << 16
"""Entries of all rows of one."""


def is_in_small_component(
    v: int,
    offsets: list[int],
    neighbors: list[int],
    most_vertices: int = MOST_VERTICES,
    most_entries: int = MOST_ENTRIES,
) -> bool:
    """Return whether the component of a vertex has few vertices and entries."""
    found = {v}
    left = most_entries
    queue = [v]
    for u in queue:
        left -= offsets[u + 1] - offsets[u]
        if left < 0:
            return False
        for w in neighbors[offsets[u] : offsets[u + 1]]:
            if w not in found:
                found.add(w)
                queue.append(w)
        if len(found) > most_vertices:
            return False
    return True


def small_components(offsets: list[int], neighbors: list[int]) -> float:
    """Return the share of the searches that find a small component.

    Searches from vertices without neighbors do not count; it is 0 if there are no others.

    Examples
    --------
    >>> small_components([0, 1, 3, 4], [1, 0, 2, 1])  # a path of three vertices
    1.0
    """
    return _share(offsets, neighbors, SEARCHES, MOST_VERTICES, MOST_ENTRIES)


def medium_components(offsets: list[int], neighbors: list[int]) -> float:
    """Return the same for components of some thousand vertices.

    It is 0 where the first two searches find none: of a graph with a large component, as most have,
    they are the only ones.
    """
    limits = MOST_VERTICES_OF_MEDIUM, MOST_ENTRIES_OF_MEDIUM
    if not _share(offsets, neighbors, FIRST_SEARCHES, *limits):
        return 0.0
    return _share(offsets, neighbors, FEW_SEARCHES, *limits)


def _share(offsets: list[int], neighbors: list[int], searches: int, *limits: int) -> float:
    n = len(offsets) - 1
    if n == 0:
        return 0.0
    starts = [spread_place(i, n) for i in range(searches)]
    starts = [v for v in starts if offsets[v] < offsets[v + 1]]
    if not starts:
        return 0.0
    small = sum(is_in_small_component(v, offsets, neighbors, *limits) for v in starts)
    return small / len(starts)
