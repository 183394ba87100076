"""The older algorithms, which work on lists of edges, by the names of their finishes.

The algorithms of G. Cong and P. Muzio, Euro-Par 2014 workshops, and the GPU codes that
J. Jaiganesh and M. Burtscher, HPDC 2018, compare with ECL-CC.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from clconn.design_space import Variant
from clconn.reference.components import (
    graft_and_shortcut,
    groute,
    gunrock,
    rem_verified,
    shiloach_vishkin_classic,
    soman,
    stages,
)
from clconn.reference.components.rounds_finishes import RoundsFinish

__all__ = ["edge_list_finish"]


def edge_list_finish(variant: Variant, options: Mapping[str, Any]) -> RoundsFinish:
    """Return the finish of a variant of kind ``"edge list"``."""
    finishes: dict[str, RoundsFinish] = {
        "graft-and-shortcut": partial(
            graft_and_shortcut.finish, coalescing=options.get("coalescing", "none")
        ),
        "graft-and-shortcut-update": graft_and_shortcut.finish_with_update,
        "shiloach-vishkin-classic": shiloach_vishkin_classic.finish,
        "shiloach-vishkin-update": partial(shiloach_vishkin_classic.finish, with_update=True),
        "stages": partial(
            stages.finish,
            inner=variant.compression,
            q=options.get("q", 1),
            order=options.get("order", "permuted"),
        ),
        "rem-verified": rem_verified.finish,
        "soman": soman.finish,
        "groute": groute.finish,
        "gunrock": gunrock.finish,
    }
    return finishes[variant.finish]
