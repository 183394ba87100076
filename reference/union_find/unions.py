"""From the name of a variant to its union and its find.

Invariant: whatever union and find are chosen, once all edges are united the trees
are the components; with all unions but Union-JTB a root is the smallest vertex of its tree.
"""

from __future__ import annotations

from clconn.reference.union_find.find import FINDS, Find
from clconn.reference.union_find.jtb import JTB_FINDS, jtb
from clconn.reference.union_find.rem import STEPS, rem_cas, rem_lock
from clconn.reference.union_find.union_rules import UNITES, Unite, hooking
from clconn.variants import Variant

__all__ = ["union_and_find"]


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
    match variant.finish:
        case "hooks":
            return hooking(n), FINDS[find]
        case "jtb":
            return jtb(n), JTB_FINDS[find]
        case "rem-cas":
            return rem_cas(STEPS[step]), FINDS[find]
        case "rem-lock":
            return rem_lock(STEPS[step], n), FINDS[find]
        case finish:
            return UNITES[finish], FINDS[find]
