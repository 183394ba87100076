"""Stages: a meta-algorithm that takes the edges in groups.

G. Cong and P. Muzio, "Fast parallel connected components algorithms on GPUs",
Euro-Par 2014 workshops, Algorithm 3. The algorithm permutes the edges and cuts them
into groups of q n. In a random graph n/2 edges already make a giant component (Erdos and
Renyi), so after the first group most edges have both ends in it. Before the turn of a
group, its edges are replaced by edges between components. Then any algorithm for
connected components works on the group.

Invariant: before each group every vertex points to the root of its tree, and the
trees are the components of the groups so far. The new edges join the same trees as
the edges that they replace.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from clconn.reference.components import graft_and_shortcut, shiloach_vishkin_classic
from clconn.reference.components.graft_and_shortcut import update
from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents

__all__ = ["INNER", "finish"]

INNER: Final[dict[str, Callable[[Parents, list[Edge]], object]]] = {
    "graft-and-shortcut": graft_and_shortcut.finish,
    "graft-and-shortcut-update": graft_and_shortcut.finish_with_update,
    "shiloach-vishkin-classic": shiloach_vishkin_classic.rounds,
    "shiloach-vishkin-update": partial(shiloach_vishkin_classic.rounds, with_update=True),
}
"""The algorithm of a stage, by the compression of the variant; it turns stars into stars."""


def finish(
    parents: Parents,
    edges: list[Edge],
    inner: str,
    *,
    q: float,
    order: str = "permuted",
    seed: int = 0,
) -> None:
    """Join the ends of all edges, group by group.

    Parameters
    ----------
    parents : list of int
        Stars.
    edges : list of (int, int)
    inner : str
        A name in :data:`INNER`.
    q : float
        Edges per vertex in a group; the paper's theorem requires more than 1/2.
    order : {"permuted", "given"}
        Whether to permute the edges first.
    seed : int, default 0
        Of the permutation.
    """
    places = np.arange(len(edges))
    if order == "permuted":
        places = np.random.default_rng(seed).permutation(places)
    size = max(math.ceil(q * len(parents)), 1)
    for begin in range(0, len(edges), size):
        group = [edges[place] for place in places[begin : begin + size].tolist()]
        INNER[inner](parents, update(parents, group))
    canonicalize(parents)  # needed after Shiloach and Vishkin's algorithm
