"""What a union rule is, and the one atomic step that it is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from clconn.reference.union_find.find import Find, Parents

__all__ = ["Begin", "Join", "Unite", "compare_and_swap", "itself"]

Begin = Callable[[Parents, int, Find], int]
"""Takes the parents, a vertex and a find; returns the source of the vertex's first edge."""

Join = Callable[[Parents, int, int, Find], tuple[int, int | None]]
"""Takes the parents, a source, a target and a find; joins the two trees. Returns the source of the
vertex's next edge, and the root that became a child, or None if the trees were one already."""


def compare_and_swap(parents: Parents, index: int, expected: int, new: int) -> int:
    """Write ``new`` if the entry is ``expected``; return the old entry either way.

    One atomic step on a device (``atomic_cmpxchg``). The serial reference uses it so that the
    lines around it match those of the kernel.
    """
    old = parents[index]
    if old == expected:
        parents[index] = new
    return old


class Unite(NamedTuple):
    """A union rule, ready for one run.

    Attributes
    ----------
    begin : Begin
    join : Join
    """

    begin: Begin
    join: Join


def itself(parents: Parents, v: int, find: Find) -> int:
    """Return the vertex: most unions start every edge from it."""
    return v
