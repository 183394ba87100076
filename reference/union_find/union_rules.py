"""Union rules: join the trees of the two ends of an edge, without a lock.

Union-Async: S. V. Jayanti and R. E. Tarjan, "A randomized concurrent algorithm
for disjoint set union", PODC 2016, as in C. Hong, L. Dhulipala and J. Shun,
"Exploring the design space of static and incremental graph connectivity
algorithms on GPUs", PACT 2020, section 3.4, which adds Union-Hooks and Union-Early.
The interleaved union is our own; its walk is that of Rem's algorithm (M. M. A. Patwary,
J. Blair and F. Manne, "Experiments on union-find algorithms for the disjoint-set data
structure", SEA 2010).
ECL: J. Jaiganesh and M. Burtscher, "A high-performance connected components
implementation for GPUs", HPDC 2018, Figure 6. Afforest: M. Sutton, T. Ben-Nun and
A. Barak, "Optimizing parallel graph connectivity computation via subgraph
sampling", IPDPS 2018. Rem's unions are in :mod:`clconn.reference.union_find.rem`, Union-JTB in
:mod:`clconn.reference.union_find.jtb`.

All link a larger root under a smaller vertex of the other tree by a compare-and-swap
of the root's own entry (or hook). Only a root is its own parent, so the swap
succeeds only while the vertex still is a root. If another thread was quicker, the
swap returns the parent that the other thread wrote, and the walk goes on from there.
One rule takes a random order in place of that of the ids, as Jayanti and Tarjan do, so
that no numbering of the vertices makes long chains.

Invariant: ``parents[v]`` is v or above it in the rule's order, and the trees are
exactly the components of the edges united so far. Once an edge is united nobody has to
look at it again: later changes shorten paths or move whole trees.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from clconn.design_space import Variant
from clconn.reference.union_find.find import FINDS, Find, Parents, naive
from clconn.reference.union_find.jtb import JTB_FINDS, jtb
from clconn.reference.union_find.rem import STEPS, rem_cas, rem_lock
from clconn.reference.union_find.union_rule import Begin, Join, Unite, compare_and_swap, itself

__all__ = [
    "UNION_RULES",
    "afforest",
    "asynchronous",
    "early",
    "ecl",
    "hooking",
    "interleaved",
    "random_rank",
    "union_and_find",
]

MakeUnion = Callable[[int, str], Unite]
"""Takes the number of vertices and the step of a compression such as ``halve+splice``."""


def random_rank(v: int) -> int:
    """Return the place of a vertex in a random order: a bijection of 32 bits."""
    rank = v * 0x9E3779B1 & 0xFFFFFFFF
    rank = (rank ^ rank >> 15) * 0x85EBCA77 & 0xFFFFFFFF
    return rank ^ rank >> 13


def asynchronous(
    parents: Parents,
    source: int,
    target: int,
    find: Find,
    rank: Callable[[int], int] = int,
) -> tuple[int, int | None]:
    """Find both roots, link the one of higher rank under the other, and start the next edge afresh.

    By default the ranks are the ids.
    """
    root_u, root_v = find(parents, source), find(parents, target)
    while root_u != root_v:
        upper, lower = sorted((root_u, root_v), key=rank)
        parent = compare_and_swap(parents, lower, lower, upper)
        if parent == lower:
            return source, lower
        root_u, root_v = find(parents, parent), find(parents, upper)
    return source, None


def early(parents: Parents, source: int, target: int, find: Find) -> tuple[int, int | None]:
    """Walk up both paths, always from the larger vertex, until they meet or one ends at a root."""
    u, v = source, target
    child: int | None = None
    while u != v:  # most pairs of paths meet long before a root
        high, low = max(u, v), min(u, v)
        parent = parents[high]
        if parent == high:
            parent = compare_and_swap(parents, high, high, low)
            if parent == high:
                child = high
                break
        else:
            parent = parents[high] = parents[parent]  # shorten the path behind the walk
        u, v = parent, low
    find(parents, source)  # shorten both paths again
    find(parents, target)
    return source, child


def interleaved(parents: Parents, source: int, target: int, find: Find) -> tuple[int, int | None]:
    """Walk up both paths, always from the larger vertex, until they meet, and link roots alone.

    Nothing changes on the way. Only the source then points to where the walk ended; the kernel
    leaves it as it is after a short one. The kernel also halves the paths of a long walk, and
    links below a vertex of the other path if its root is far away: alone on a long chain, or before
    one that grows, it would take too long to go there. Such trees are higher, not wrong.
    """
    u, v = parents[source], parents[target]
    child: int | None = None
    while u != v:
        high, low = max(u, v), min(u, v)
        parent = parents[high]
        if parent == high:
            low = naive(parents, low)  # a root under a vertex that is none would make trees higher
            parent = compare_and_swap(parents, high, high, low)
            if parent == high:
                child, parent = high, low
        u, v = parent, low
    parents[source] = u
    return source, child


def afforest(parents: Parents, source: int, target: int, find: Find) -> tuple[int, int | None]:
    """Compare the parents of both ends; go up by two on the larger side, by one on the other."""
    u, v = parents[source], parents[target]
    child: int | None = None
    if u == v:
        return source, None
    while u != v:
        high, low = max(u, v), min(u, v)
        parent = parents[high]
        if parent == low:
            break
        if parent == high:
            parent = compare_and_swap(parents, high, high, low)
            if parent == high:
                child = high
                break
        u, v = parents[parent], parents[low]
    # Afforest shortens paths in separate passes, as the find `naive` does; the other finds do here.
    find(parents, source)
    find(parents, target)
    return source, child


def ecl(parents: Parents, source: int, target: int, find: Find) -> tuple[int, int | None]:
    """Hook as ECL-CC does: find the source's representative once and use it for all its edges."""
    representative = source
    other = find(parents, target)
    while representative != other:
        high, low = max(representative, other), min(representative, other)
        parent = compare_and_swap(parents, high, high, low)
        if parent == high:
            return low, high
        # The larger one is stale, no longer a root: walk on from its parent without a find.
        representative, other = low, parent
    return representative, None


def _representative(parents: Parents, v: int, find: Find) -> int:
    return find(parents, v)


def hooking(n: int) -> Unite:
    """Union-Hooks for n vertices: Union-Async with the compare-and-swap in an array of hooks."""
    hooks = list(range(n))

    def join(parents: Parents, source: int, target: int, find: Find) -> tuple[int, int | None]:
        root_u, root_v = find(parents, source), find(parents, target)
        while root_u != root_v:
            high, low = max(root_u, root_v), min(root_u, root_v)
            hook = compare_and_swap(hooks, high, high, low)
            if hook == high:
                parents[high] = low  # only the thread that has hooked a root writes its parent
                return source, high
            # The hook names the new parent, even if that is not written yet: do not wait for it.
            root_u, root_v = find(parents, hook), find(parents, low)
        return source, None

    return Unite(itself, join)


def _of_parents(begin: Begin, join: Join) -> MakeUnion:
    """Make a rule that needs no array besides the parents."""
    return lambda n, step: Unite(begin, join)


UNION_RULES: Final[dict[str, MakeUnion]] = {
    "async": _of_parents(itself, asynchronous),
    "async-random": _of_parents(itself, partial(asynchronous, rank=random_rank)),
    "hooks": lambda n, step: hooking(n),
    "early": _of_parents(itself, early),
    "interleaved": _of_parents(itself, interleaved),
    "ecl": _of_parents(_representative, ecl),
    "afforest": _of_parents(itself, afforest),
    "jtb": lambda n, step: jtb(n),
    "rem-cas": lambda n, step: rem_cas(STEPS[step]),
    "rem-lock": lambda n, step: rem_lock(STEPS[step], n),
}
"""Each rule by its name in a variant."""


def union_and_find(variant: Variant, n: int) -> tuple[Unite, Find]:
    """Return the union and the find of a variant, for one run.

    Parameters
    ----------
    variant : Variant
        Its compression is a find, or one of Union-JTB's finds, or a find and a step of Rem's
        union joined by ``+``.
    n : int
        Number of vertices.
    """
    find, _, step = variant.compression.partition("+")
    return UNION_RULES[variant.finish](n, step), {**FINDS, **JTB_FINDS}[find]
