"""Shiloach and Vishkin's algorithm as published, Cong and Muzio's SV and SV-updt.

Y. Shiloach and U. Vishkin, "An O(log n) parallel connectivity algorithm", Journal
of Algorithms 3, 1982. The other variant, ``shiloach-vishkin``, hooks roots to the
smallest neighbor and shortcuts fully, as today's codes do. The classic takes four
steps a round and needs O(log n) rounds on any graph:

1. every vertex is pointed to its grandparent;
2. stars are hooked to smaller neighbors;
3. stars to which nothing has happened in this round, neither in step 1 nor as one
   side of a hook in step 2, are stagnant and are hooked to any neighbor;
4. every vertex is pointed to its grandparent.

SV-updt is G. Cong and P. Muzio's, "Fast parallel connected components algorithms on
GPUs", Euro-Par 2014 workshops: after each round every edge is replaced by the
parents of its ends.

Invariant: a vertex that has children and is no root points to a smaller vertex.
Smaller hooks keep that, so roots get smaller along them and there are no cycles. A
stagnant root may be hooked to a larger vertex; step 4 then takes all its children
away. Of two neighboring stars the larger is hooked in step 2, so two stagnant stars
are never neighbors, and stagnant hooks do not meet.

The root of a tree need not be its smallest vertex: ``canonical`` looks for it.
"""

from __future__ import annotations

from itertools import count

from clconn.reference.components.graft_and_shortcut import update
from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents

__all__ = ["finish", "hook_smaller", "hook_stagnant", "rounds", "shortcut_once"]


def shortcut_once(parents: Parents) -> set[int]:
    """Point every vertex to its grandparent; return the grandparents that were not its parent."""
    grandparents = [parents[parent] for parent in parents]
    reached = {new for old, new in zip(parents, grandparents, strict=True) if new != old}
    parents[:] = grandparents
    return reached


def hook_smaller(parents: Parents, previous: Parents, active: set[int], ends: list[Edge]) -> bool:
    """Step 2: hook the root of v to the parent of its neighbor, if that is smaller.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    previous : list of int
        The parents before step 1. A vertex whose parent is the same points to a root.
    active : set of int
        Gets the vertices that a root is hooked to.
    ends : list of (int, int)
        Each edge from both of its ends.

    Returns
    -------
    bool
        Whether any root was hooked.
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
    """Step 3: hook the root of v to the parent of its neighbor, if its tree is a stagnant star."""
    for v, neighbor in ends:
        root, target = parents[v], parents[neighbor]
        if parents[root] == root and root not in active and target != root:
            parents[root] = target


def rounds(parents: Parents, edges: list[Edge], *, with_update: bool = False) -> int:
    """Join the trees of the two ends of every edge, as stars whose roots are any of their vertices.

    Parameters
    ----------
    parents : list of int
        Stars. Changed in place.
    edges : list of (int, int)
    with_update : bool, default False
        Whether to replace the edges after each round.

    Returns
    -------
    int
        Rounds until nothing changed.
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
    """SV, or SV-updt: join the ends of all edges, and point every vertex to the smallest one.

    Parameters
    ----------
    parents, edges, with_update
        As for :func:`rounds`.
    """
    rounds(parents, edges, with_update=with_update)
    canonicalize(parents)
