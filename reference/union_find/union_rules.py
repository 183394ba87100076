"""Union rules: join the trees of the two ends of an edge, without a lock.

Union-Async: S. V. Jayanti and R. E. Tarjan, "A randomized concurrent algorithm
for disjoint set union", PODC 2016, as in C. Hong, L. Dhulipala and J. Shun,
"Exploring the design space of static and incremental graph connectivity
algorithms on GPUs", PACT 2020, section 3.4, which adds Union-Hooks and Union-Early.
ECL: J. Jaiganesh and M. Burtscher, "A high-performance connected components
implementation for GPUs", HPDC 2018, Figure 6. Afforest: M. Sutton, T. Ben-Nun and
A. Barak, "Optimizing parallel graph connectivity computation via subgraph
sampling", IPDPS 2018. Rem's unions are in :mod:`clconn.reference.union_find.rem`, Union-JTB in
:mod:`clconn.reference.union_find.jtb`.

All link a larger root under a smaller vertex of the other tree by a compare-and-swap
of the root's own entry (or hook). Only a root is its own parent, so the swap
succeeds just when the vertex still is a root; if another thread was quicker, the
swap returns the parent that the other thread wrote, and the walk goes on from there.

Invariant: ``parents[v] <= v``, and the trees joined so far are exactly the
components of the edges seen so far. Once an edge is united it never has to be
looked at again: later changes shorten paths or move whole trees.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from clconn.design_space import Variant
from clconn.reference.union_find.find import FINDS, Find, Parents
from clconn.reference.union_find.jtb import JTB_FINDS, jtb
from clconn.reference.union_find.rem import STEPS, rem_cas, rem_lock
from clconn.reference.union_find.union_rule import Unite, compare_and_swap, itself

__all__ = [
    "UNION_RULES",
    "afforest",
    "asynchronous",
    "early",
    "ecl",
    "hooking",
    "union_and_find",
]

Begin = Callable[[Parents, int, Find], int]
Join = Callable[[Parents, int, int, Find], int]
MakeUnion = Callable[[int, str], Unite]
"""Takes the number of vertices and the step of a compression such as ``halve+splice``."""


def asynchronous(parents: Parents, source: int, target: int, find: Find) -> int:
    """Find both roots, link the larger under the smaller, and start the next edge afresh."""
    root_u, root_v = find(parents, source), find(parents, target)
    while root_u != root_v:
        high, low = max(root_u, root_v), min(root_u, root_v)
        seen = compare_and_swap(parents, high, high, low)
        if seen == high:
            break
        root_u, root_v = find(parents, seen), find(parents, low)
    return source


def early(parents: Parents, source: int, target: int, find: Find) -> int:
    """Walk both paths together, the larger vertex on, until they meet or end at a root.

    Most pairs of paths meet long before a root. Behind the walk each vertex is left as a
    child of its grandparent; in the end the find shortens both paths.
    """
    u, v = source, target
    while u != v:
        high, low = max(u, v), min(u, v)
        parent = parents[high]
        if parent == high:
            parent = compare_and_swap(parents, high, high, low)
            if parent == high:
                break
        else:
            parent = parents[high] = parents[parent]
        u, v = parent, low
    find(parents, source)
    find(parents, target)
    return source


def afforest(parents: Parents, source: int, target: int, find: Find) -> int:
    """Compare the parents of both ends; go up by two on the larger side, by one on the other.

    Afforest shortens paths in passes of their own, as the find ``naive`` does here; the other
    finds shorten both paths in the end.
    """
    u, v = parents[source], parents[target]
    if u == v:
        return source
    while u != v:
        high, low = max(u, v), min(u, v)
        parent = parents[high]
        if parent == low:
            break
        if parent == high:
            parent = compare_and_swap(parents, high, high, low)
            if parent == high:
                break
        u, v = parents[parent], parents[low]
    find(parents, source)
    find(parents, target)
    return source


def ecl(parents: Parents, source: int, target: int, find: Find) -> int:
    """Hook as ECL-CC does: the source's representative is found once and kept across its edges.

    The representative may be stale, no longer a root, when the next edge comes:
    then its swap fails and the loop walks on along the values returned, without
    another find.
    """
    representative = source
    other = find(parents, target)
    while representative != other:
        high, low = max(representative, other), min(representative, other)
        seen = compare_and_swap(parents, high, high, low)
        if seen == high:
            return low
        representative, other = low, seen
    return representative


def _representative(parents: Parents, v: int, find: Find) -> int:
    return find(parents, v)


def hooking(n: int) -> Unite:
    """Union-Hooks for n vertices, with hooks of its own.

    As Union-Async, but the compare-and-swap takes place in an array of hooks: whoever hooks a
    root, and nobody else, then writes its parent. A hook that is taken names the new parent, so
    another thread goes on from there and does not wait for the parent to be written.

    Parameters
    ----------
    n : int
    """
    hooks = list(range(n))

    def join(parents: Parents, source: int, target: int, find: Find) -> int:
        root_u, root_v = find(parents, source), find(parents, target)
        while root_u != root_v:
            high, low = max(root_u, root_v), min(root_u, root_v)
            seen = compare_and_swap(hooks, high, high, low)
            if seen == high:
                parents[high] = low
                break
            root_u, root_v = find(parents, seen), find(parents, low)
        return source

    return Unite(itself, join)


def _of_parents(begin: Begin, join: Join) -> MakeUnion:
    """A rule that needs nothing but the parents."""
    return lambda n, step: Unite(begin, join)


UNION_RULES: Final[dict[str, MakeUnion]] = {
    "async": _of_parents(itself, asynchronous),
    "hooks": lambda n, step: hooking(n),
    "early": _of_parents(itself, early),
    "ecl": _of_parents(_representative, ecl),
    "afforest": _of_parents(itself, afforest),
    "jtb": lambda n, step: jtb(n),
    "rem-cas": lambda n, step: rem_cas(STEPS[step]),
    "rem-lock": lambda n, step: rem_lock(STEPS[step], n),
}
"""Each rule by its name in a variant."""


def union_and_find(variant: Variant, n: int) -> tuple[Unite, Find]:
    """The union and the find of a variant.

    Parameters
    ----------
    variant : Variant
        Its compression is a find, or one of Union-JTB's, or a find and a step of Rem's union
        joined by ``+``.
    n : int
        Number of vertices. What the union keeps beside the parents is fresh, for one run.
    """
    find, _, step = variant.compression.partition("+")
    return UNION_RULES[variant.finish](n, step), {**FINDS, **JTB_FINDS}[find]
