"""Hooking in alternating directions: what Soman's algorithm and those after it share.

J. Soman, K. Kishore and P. J. Narayanan, "A fast GPU algorithm for graph connectivity",
IPDPS 2010, after J. Greiner, "A comparison of parallel algorithms for connected
components", SPAA 1994. Hooking works on the representatives of the two ends of an
edge. In one round the larger is hooked to the smaller, in the next the smaller to the
larger: a vertex that all its neighbors should be hooked to, but that can itself be
hooked to only one of them, gets them all a round later.

Invariant: when a round begins every tree is a star. Within a round all hooks go in
one direction, so there are no cycles. An edge whose ends have one representative
need never be looked at again; one that has hooked is, as in parallel another may
have overwritten its hook.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from clconn.reference.union_find.find import Parents, naive

__all__ = ["directions", "hook_edge"]


def directions() -> Iterator[bool]:
    """Whether to hook upwards, round by round: down, up, down and so on."""
    return cycle((False, True))


def hook_edge(parents: Parents, u: int, v: int, *, upwards: bool) -> bool:
    """Hook the representative of one end to that of the other.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    u, v : int
        The ends of the edge.
    upwards : bool
        Whether the smaller is hooked to the larger.

    Returns
    -------
    bool
        False if there was one representative already.
    """
    one, other = naive(parents, u), naive(parents, v)
    if one == other:
        return False
    larger, smaller = max(one, other), min(one, other)
    if upwards:
        parents[smaller] = larger
    else:
        parents[larger] = smaller
    return True
