"""Rem's union: two paths walked together by their parents, with or without locks.

M. M. A. Patwary, J. Blair and F. Manne, "Experiments on union-find algorithms for
the disjoint-set data structure", SEA 2010, after an exercise of Dijkstra's who
ascribes it to M. Rem; M. M. A. Patwary, P. Refsnes and F. Manne, "Multi-core
spanning forest algorithms using the disjoint-set data structure", IPDPS 2012, with
locks; C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 3.4,
Union-Rem-CAS and Union-Rem-Lock.

The walk is at two vertices, one on each path, and ends when their parents are
equal. The side with the larger parent moves: a root becomes a child of the other
side's parent; the walk leaves any other vertex in one of three ways.

========== =============== ====================================
step       goes on at      and leaves the vertex as a child of
========== =============== ====================================
halve-one  its grandparent its grandparent
split-one  its parent      its grandparent
splice     its old parent  the other side's parent
========== =============== ====================================

Invariant: ``parents[v] <= v``, and when a union ends, the two ends are in one tree.
A splice moves a vertex, with all its descendants, to the other tree before the two
trees are joined, which cuts off its old parent. The walk goes on from that parent,
and its last step joins the two. When other threads run, a vertex may only be spliced
off the parent that this thread has read, by compare-and-swap: the twin ``rem.h`` has
the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from clconn.reference.union_find.find import Find, Parents
from clconn.reference.union_find.union_rule import Unite, compare_and_swap, itself

__all__ = ["STEPS", "rem_cas", "rem_lock"]

Step = Callable[[Parents, int, int], int]
"""Takes the parents, the vertex to leave and the one on the other side; returns the next vertex."""

Link = Callable[[Parents, int, int], bool]
"""Takes the parents, a vertex that was a root when last read, and its new parent; returns whether
it was linked."""


def halve_one(parents: Parents, v: int, other: int) -> int:
    """Skip the parent, and go on at the grandparent."""
    parents[v] = parents[parents[v]]
    return parents[v]


def split_one(parents: Parents, v: int, other: int) -> int:
    """Skip the parent, and go on there."""
    parent = parents[v]
    parents[v] = parents[parent]
    return parent


def splice(parents: Parents, v: int, other: int) -> int:
    """Move the vertex to the other side, and go on at its old parent."""
    parent = parents[v]
    compare_and_swap(parents, v, parent, parents[other])
    return parent


STEPS: Final[dict[str, Step]] = {
    "halve-one": halve_one,
    "split-one": split_one,
    "splice": splice,
}
"""Each step by its name in a variant."""


def _union(step: Step, link: Link) -> Unite:
    def join(parents: Parents, source: int, target: int, find: Find) -> tuple[int, int | None]:
        v, other = source, target
        while parents[v] != parents[other]:
            if parents[v] < parents[other]:
                v, other = other, v
            if parents[v] != v:
                v = step(parents, v, other)
            elif link(parents, v, parents[other]):
                find(parents, source)
                find(parents, target)
                return source, v
        return source, None

    return Unite(itself, join)


def rem_cas(step: Step) -> Unite:
    """Union-Rem-CAS: link a root by compare-and-swap.

    Parameters
    ----------
    step : callable
        A row of :data:`STEPS`.
    """

    def link(parents: Parents, v: int, parent: int) -> bool:
        return compare_and_swap(parents, v, v, parent) == v

    return _union(step, link)


def rem_lock(step: Step, n: int) -> Unite:
    """Union-Rem-Lock for n vertices: only the thread that has the lock of a root links it.

    Parameters
    ----------
    step : callable
        A row of :data:`STEPS`.
    """
    locks = [0] * n

    def link(parents: Parents, v: int, parent: int) -> bool:
        if compare_and_swap(locks, v, 0, 1) == 1:
            return False  # do not spin on the lock: look at the parents again
        is_root = parents[v] == v
        if is_root:
            parents[v] = parent
        locks[v] = 0
        return is_root

    return _union(step, link)
