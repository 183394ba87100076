"""Vertices of a stream of edges: eager ones have a parent from the start, lazy ones from an edge.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and incremental graph
connectivity algorithms on GPUs", PACT 2020, section 3.6: whoever inserts an edge gives a new vertex
its first parent. Two of the paper's work-items may meet a new vertex at once, so they take a lock;
here it needs none.

Invariant: both ends of an edge appear before it is united, so no path leads to an absent vertex. An
absent vertex is connected with itself alone.
"""

from __future__ import annotations

from clconn.reference.union_find.find import Parents

__all__ = ["ABSENT", "appear", "first_parents", "with_own_roots"]

ABSENT = -1
"""The parent of a vertex that no edge has named yet."""


def first_parents(begin: int, end: int, *, lazy: bool) -> Parents:
    """Return the parents of new vertices, from one up to another."""
    return [ABSENT] * (end - begin) if lazy else list(range(begin, end))


def appear(parents: Parents, v: int) -> None:
    """Make a vertex its own parent, if it is absent."""
    if parents[v] == ABSENT:
        parents[v] = v


def with_own_roots(parents: Parents) -> Parents:
    """Return a copy of the parents in which all vertices have appeared.

    Examples
    --------
    >>> with_own_roots([0, ABSENT, 0])
    [0, 1, 0]
    """
    return [v if parent == ABSENT else parent for v, parent in enumerate(parents)]
