"""Shiloach and Vishkin's algorithm as published: Cong and Muzio's SV and SV-updt.

Y. Shiloach and U. Vishkin, "An O(log n) parallel connectivity algorithm", Journal
of Algorithms 3, 1982. The other variant, ``shiloach-vishkin``, hooks roots to the
smallest neighbor and shortcuts fully, as today's codes do. The classic takes four
steps per round and needs O(log n) rounds on any graph:

1. point every vertex to its grandparent;
2. hook stars to smaller neighbors;
3. hook stagnant stars to any neighbor. A star is stagnant if it has not changed in
   this round, neither in step 1 nor as one side of a hook in step 2;
4. point every vertex to its grandparent.

SV-updt is by G. Cong and P. Muzio, "Fast parallel connected components algorithms on
GPUs", Euro-Par 2014 workshops: after each round the parents of its ends replace every
edge.

Invariant: a vertex that has children and is not a root points to a smaller vertex.
Step 2 preserves this, so roots get smaller along its hooks and there are no cycles. A
stagnant root may be hooked to a larger vertex; step 4 then takes all its children
away. Of two neighboring stars step 2 hooks the larger, so two stagnant stars are never
neighbors, and stagnant hooks do not meet.

The root of a tree need not be its smallest vertex: ``canonical`` looks for that.
"""

from __future__ import annotations

from itertools import count

from clconn.reference.components.graft_and_shortcut import update
from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents

__all__ = ["finish", "hook_smaller", "hook_stagnant", "rounds", "shortcut_once"]


def shortcut_once(parents: Parents) -> set[int]:
    """Point every vertex to its grandparent; return the grandparents that are new parents."""
    grandparents = [parents[parent] for parent in parents]
    new_parents = {new for old, new in zip(parents, grandparents, strict=True) if new != old}
    parents[:] = grandparents
    return new_parents


def hook_smaller(parents: Parents, previous: Parents, active: set[int], ends: list[Edge]) -> bool:
    """Step 2: hook roots to the smaller parents of neighbors; return whether any was hooked.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    previous : list of int
        The parents before step 1. A vertex whose parent is the same points to a root.
    active : set of int
        The function adds the vertices to which it hooks a root.
    ends : list of (int, int)
        Each edge from both of its ends.
    """
    changed = False
    for v, neighbor in ends:
        root, target = parents[v], parents[neighbor]
        if root == previous[v] and target < root:
            parents[root] = min(parents[root], target)
            active.add(target)
            changed = True
    return changed


def hook_stagnant(parents: Parents, active: set[int], ends: list[Edge]) -> None:
    """Step 3: hook the roots of stagnant stars to the parent of any neighbor."""
    for v, neighbor in ends:
        root, target = parents[v], parents[neighbor]
        if parents[root] == root and root not in active and target != root:
            parents[root] = target


def rounds(parents: Parents, edges: list[Edge], *, with_update: bool = False) -> int:
    """Make a star of each component, with any root; return the number of rounds.

    Parameters
    ----------
    parents : list of int
        Stars. Changed in place.
    edges : list of (int, int)
    with_update : bool, default False
        Whether to replace the edges after each round.
    """
    for number in count(1):
        ends = [*edges, *((v, u) for u, v in edges)]
        previous = parents.copy()
        active = shortcut_once(parents)
        changed = bool(active)
        changed |= hook_smaller(parents, previous, active, ends)
        hook_stagnant(parents, active, ends)
        shortcut_once(parents)
        if with_update:
            edges = update(parents, edges)
        if not changed:
            return number
    raise AssertionError("count never ends")


def finish(parents: Parents, edges: list[Edge], *, with_update: bool = False) -> None:
    """SV, or SV-updt: join the ends of all edges.

    Parameters
    ----------
    parents, edges, with_update
        As for :func:`rounds`.
    """
    rounds(parents, edges, with_update=with_update)
    canonicalize(parents)
