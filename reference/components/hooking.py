"""Hooking in alternating directions: the step that Soman's algorithm and later ones share.

J. Soman, K. Kishore and P. J. Narayanan, "A fast GPU algorithm for graph connectivity",
IPDPS 2010, after J. Greiner, "A comparison of parallel algorithms for connected
components", SPAA 1994. Hooking works on the representatives of the two ends of an
edge. One round hooks the larger to the smaller, the next hooks the smaller to the
larger. In the first a vertex with many smaller neighbors can be hooked to only one of
them; a round later all of them are hooked to it.

Invariant: when a round begins every tree is a star. Within a round all hooks go in
one direction, so there are no cycles. An edge whose ends have one representative
can be skipped from then on. An edge that has hooked must be visited again, as in
parallel another edge may have overwritten its hook.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from clconn.reference.union_find.find import Parents, naive

__all__ = ["directions", "hook_edge"]


def directions() -> Iterator[bool]:
    """Yield for each round whether to hook upwards: down, up, down and so on."""
    return cycle((False, True))


def hook_edge(parents: Parents, u: int, v: int, *, upwards: bool) -> bool:
    """Hook the representative of one end to that of the other; return whether they differed.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    u, v : int
    upwards : bool
        Whether to hook the smaller representative to the larger.
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
