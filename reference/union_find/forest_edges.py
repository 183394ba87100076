"""Forest edges: for each vertex the edge that made it a child.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, Algorithm 2.

Whoever gives a root its first parent calls a recorder with the root and the edge. The recorder
of spanning forests writes to an array; that of connected components is :func:`record_nothing`.

Invariant: a recorder gets at most one edge for each vertex, because a root becomes a child once
and for good. This holds for unions that link only roots; Rem's unions give no forest.
"""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["NO_EDGE", "Record", "record_nothing"]

NO_EDGE = -1
"""The edge of a vertex that no edge has made a child."""

Record = Callable[[int, int], None]
"""Takes a vertex that became a child, and the edge: its place in the rows or the list of edges."""


def record_nothing(child: int, edge: int) -> None:
    """Ignore the edge: connected components need none."""
