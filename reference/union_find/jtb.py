"""Union-JTB: randomized linking by rank.

S. V. Jayanti, R. E. Tarjan and E. Boix-Adserà, "Randomized concurrent set union
and generalized wake-up", PODC 2019; two-try splitting after S. V. Jayanti and
R. E. Tarjan, "A randomized concurrent algorithm for disjoint set union", PODC 2016;
C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 3.4.

The root of the lower rank goes under the other one. With equal ranks a coin decides
whether the larger id goes under the smaller at once, or whether the rank of the
smaller grows first. Linking by rank without a coin links one root and raises the
rank of another in one step, which no compare-and-swap of one word can do. With the
coin each step changes one word, and ranks still stay logarithmic.

A word is a vertex's parent together with its rank. Invariant: each parent has a
higher rank than its child, or an equal rank and a smaller id. Ranks only grow, and
the rank of a child stays as it is, so there are no cycles. A forest with
``parents[v] <= v`` and ranks of 0 satisfies this, so a sample before the unions need
not know of ranks. A root need not be the smallest vertex of its tree; in the end
:mod:`clconn.reference.union_find.canonical` looks for that vertex.
"""

from __future__ import annotations

from typing import Final

from clconn.reference.union_find.find import Find, Parents, naive
from clconn.reference.union_find.union_rule import Unite, compare_and_swap, itself

__all__ = ["JTB_FINDS", "falls_tails", "jtb", "two_try"]


def two_try(parents: Parents, v: int) -> int:
    """Try twice to point each vertex of the path to its grandparent, then go on to the parent."""
    while True:
        for _ in range(2):
            parent = parents[v]
            grandparent = parents[parent]
            if parent == grandparent:
                return parent
            compare_and_swap(parents, v, parent, grandparent)
        v = parent


JTB_FINDS: Final[dict[str, Find]] = {"naive": naive, "two-try": two_try}
"""Each find of Union-JTB by its name in a variant."""


def falls_tails(below: int, above: int, rank: int) -> bool:
    """Toss the coin: half of all triples give tails, and each always gives the same side."""
    bits = below * 0x9E3779B1 ^ above * 0x85EBCA77 ^ ~rank * 0xC2B2AE3D
    return bits * 0x27D4EB2F >> 31 & 1 == 1


def jtb(n: int) -> Unite:
    """Union-JTB for n vertices, all of rank 0."""
    ranks = [0] * n

    def swap_root(parents: Parents, v: int, rank: int, new_parent: int, new_rank: int) -> bool:
        """Write the word of v if v still is a root of this rank; one atomic step on a device."""
        unchanged = parents[v] == v and ranks[v] == rank
        if unchanged:
            parents[v], ranks[v] = new_parent, new_rank
        return unchanged

    def join(parents: Parents, source: int, target: int, find: Find) -> tuple[int, int | None]:
        below, above = find(parents, source), find(parents, target)
        while below != above:
            if (ranks[below], -below) > (ranks[above], -above):
                below, above = above, below
            rank = ranks[below]
            if rank == ranks[above] and falls_tails(below, above, rank):
                swap_root(parents, above, rank, above, rank + 1)
            elif swap_root(parents, below, rank, above, rank):
                return source, below
            below, above = find(parents, below), find(parents, above)
        return source, None

    return Unite(itself, join)
