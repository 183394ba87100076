"""Find: walk from a vertex to the root of its tree, and shorten the path on the way.

R. E. Tarjan and J. van Leeuwen, "Worst-case analysis of set union algorithms",
Journal of the ACM 31(2), 1984, name compression, halving and splitting.
J. Jaiganesh and M. Burtscher, "A high-performance connected components
implementation for GPUs", HPDC 2018, section 5.1, compare them on a GPU as kinds
of pointer jumping. C. Hong, L. Dhulipala and J. Shun, "Exploring the design
space of static and incremental graph connectivity algorithms on GPUs", PACT 2020,
section 3.4, combine them with every union.

A forest is a list ``parents``; a root is its own parent.

Invariant: parents lead to a root, whatever the order of the vertices on the way (by id
with most unions: ``parents[v] <= v``). A find replaces a parent only by a vertex further
along the same path: no root changes, and no vertex changes its root. So in the parallel
twin a lost or late write of another thread costs time, but the answer stays right.

======== ======= ==================================================
name     ECL-CC  after the walk from v
======== ======= ==================================================
naive    Jump3   nothing has changed
compress Jump1   every vertex of the path points to the root
halve            every other vertex of the path skips its parent
split    Jump4   every vertex of the path skips its parent
single   Jump2   only v points to the root
======== ======= ==================================================

The kernel of ``single`` leaves a path of two steps as it is: a store would save one step, and is
slow where many threads begin at one vertex.

ECL-CC calls its Jump4, intermediate pointer jumping, halving, yet its Figure 5
moves on by one vertex at a time, which Tarjan and van Leeuwen call splitting.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

__all__ = [
    "FINDS",
    "Find",
    "Parents",
    "compress",
    "finalize",
    "halve",
    "naive",
    "single",
    "split",
]

Parents = list[int]
"""A forest: the parent of each vertex. Reading single items of a Python list is several times
faster than reading those of a numpy array."""

Find = Callable[[Parents, int], int]
"""Takes the parents and a vertex, returns the root of the vertex."""


def naive(parents: Parents, v: int) -> int:
    """Walk to the root and change nothing."""
    while (parent := parents[v]) != v:
        v = parent
    return v


def compress(parents: Parents, v: int) -> int:
    """Walk to the root, then walk again and point the whole path to it."""
    root = naive(parents, v)
    while v != root:
        parents[v], v = root, parents[v]
    return root


def halve(parents: Parents, v: int) -> int:
    """Point every other vertex of the path to its grandparent, in one walk."""
    while (parent := parents[v]) != (grandparent := parents[parent]):
        parents[v] = grandparent
        v = grandparent
    return parent


def split(parents: Parents, v: int) -> int:
    """Point every vertex of the path to its grandparent, in one walk."""
    while (parent := parents[v]) != (grandparent := parents[parent]):
        parents[v] = grandparent
        v = parent
    return parent


def single(parents: Parents, v: int) -> int:
    """Walk to the root and point only the start to it."""
    root = naive(parents, v)
    parents[v] = root
    return root


FINDS: Final[dict[str, Find]] = {
    "naive": naive,
    "compress": compress,
    "halve": halve,
    "split": split,
    "single": single,
}
"""Each find by its name in a variant."""


def finalize(parents: Parents, find: Find) -> None:
    """Point every vertex to its root: the last step of each algorithm.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    find : Find
        ECL-CC's Fini1 is :func:`split`, Fini2 :func:`compress`, Fini3 :func:`single`.
    """
    for v in range(len(parents)):
        parents[v] = find(parents, v)
