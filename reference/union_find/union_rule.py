"""What a union rule is, and the one atomic step that it is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from clconn.reference.union_find.find import Find, Parents

__all__ = ["Unite", "compare_and_swap", "itself"]


def compare_and_swap(parents: Parents, index: int, expected: int, new: int) -> int:
    """Write ``new`` if the entry is ``expected``; return the entry as it was, either way.

    One atomic step on a device (``atomic_cmpxchg``). The serial reference keeps
    it, so that the lines around it are those of the kernel.
    """
    old = parents[index]
    if old == expected:
        parents[index] = new
    return old


class Unite(NamedTuple):
    """A union rule, ready for one run.

    Attributes
    ----------
    begin : callable
        Takes the parents, a vertex and a find; returns the source of the vertex's first edge.
    join : callable
        Takes the parents, a source, a target and a find; joins the two trees and
        returns the source of the vertex's next edge.
    """

    begin: Callable[[Parents, int, Find], int]
    join: Callable[[Parents, int, int, Find], int]


def itself(parents: Parents, v: int, find: Find) -> int:
    """The vertex: what most unions begin with, edge after edge."""
    return v
