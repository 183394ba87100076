"""The finishes in rounds: they look at all edges again and again, until nothing changes.

GConn calls them the other min-based algorithms: C. Hong, L. Dhulipala and J. Shun, "Exploring the
design space of static and incremental graph connectivity algorithms on GPUs", PACT 2020,
section 3.4. A finish takes the parents and a list of edges, from any source.

Invariant: either the list holds all edges by which vertices got their parents, or the ends of all
edges in the list are roots. So no finish loses a connection that the parents hold.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from clconn.design_space import Variant
from clconn.reference.components import (
    label_propagation,
    liu_tarjan,
    shiloach_vishkin,
    stergiou,
)
from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents

__all__ = ["ROUNDS", "RoundsFinish", "rounds_finish"]

RoundsFinish = Callable[[Parents, list[Edge]], None]
"""Takes the parents, which it changes in place, and edges; joins the ends of all edges, and points
each vertex to the smallest vertex of its component."""

ROUNDS: Final[dict[str, Callable[[str], RoundsFinish]]] = {
    "liu-tarjan": lambda code: partial(liu_tarjan.finish, code=code),
    "stergiou": lambda _: stergiou.finish,
    "shiloach-vishkin": lambda _: shiloach_vishkin.finish,
    "label-propagation": lambda _: label_propagation.finish,
}
"""Takes the third part of a variant's name; each by the second part, the name of the finish."""


def rounds_finish(variant: Variant) -> RoundsFinish:
    """Return the finish of a variant of kind ``"rounds"``."""
    return ROUNDS[variant.finish](variant.compression)
