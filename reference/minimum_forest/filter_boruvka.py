"""Filter-Boruvka: a round without a list, the light edges, and then only what is outside.

Ours. Of Boruvka (:mod:`clconn.reference.minimum_forest.boruvka`) it takes the first round, in
which each vertex chooses from its row and nobody else offers it anything; of ECL-MST
(:mod:`clconn.reference.minimum_forest.ecl_mst`) the worklist of edges between trees and the one
filter step; of GConn's sampling (:mod:`clconn.reference.components.sample_and_finish`) that an
edge between a settled and an unsettled vertex is seen from the unsettled end: when the light edges
are done, most vertices are in one tree, and the rows of its vertices are never read again.

Invariant: each tree is part of the minimum spanning forest. A tree's choice is the lightest of the
edges at hand that leave it, and the edges that are not at hand are all heavier: in the first phase
they are above the threshold, in the second the light ones are within trees. So the choice is
the lightest edge of all that leave the tree. Choices are hooked without a union, since the
order of the edges is total: see :func:`clconn.reference.minimum_forest.boruvka.hook_along`.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from clconn.reference.minimum_forest.boruvka import hook_along
from clconn.reference.minimum_forest.weighted_edges import WeightedEdge, ascending, weighted_edges
from clconn.weight_keys import CanonicalEdges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["filter_boruvka"]

SAMPLES = 256
"""Edges sampled for the threshold."""

LEAST_DEGREE = 4
"""Entries a vertex above which the filter pays."""


def filter_boruvka(n: int, edges: CanonicalEdges, c: float = 1, seed: int = 1) -> NDArray[np.int64]:
    """The minimum spanning forest by Boruvka's rounds with a filter.

    Parameters
    ----------
    n : int
        Number of vertices.
    edges : CanonicalEdges
    c : float, default 1
        About c n of the lightest edges come first.
    seed : int, default 1
        Of the sample that the threshold is guessed from.

    Returns
    -------
    numpy.ndarray, shape (k,), int64
        Indices of the forest's edges, ascending.
    """
    everything = weighted_edges(edges)
    most_key = _threshold(n, everything, c, seed)
    labels = list(range(n))
    taken: set[int] = set()

    # Each vertex is a tree; its row is all that leaves it.
    _round(everything, labels, taken)
    _rounds([edge for edge in everything if edge[0] <= most_key], labels, taken)
    if labels:
        giant = Counter(labels).most_common(1)[0][0]
        _rounds(
            [edge for edge in everything if {labels[edge[2]], labels[edge[3]]} != {giant}],
            labels, taken,
        )  # fmt: skip
    return ascending(taken)


def _threshold(n: int, edges: list[WeightedEdge], c: float, seed: int) -> int:
    """The largest key of a light edge; all are light if the filter would not pay."""
    rank = int(SAMPLES * c * n / max(1, len(edges)))
    if 2 * len(edges) <= LEAST_DEGREE * n or rank >= SAMPLES:
        return 2**32
    return sorted(random.Random(seed).choices(edges, k=SAMPLES))[rank][0]


def _rounds(worklist: list[WeightedEdge], labels: list[int], taken: set[int]) -> None:
    """Rounds until no edge of the list goes between two trees."""
    while worklist := [edge for edge in worklist if labels[edge[2]] != labels[edge[3]]]:
        _round(worklist, labels, taken)


def _round(worklist: list[WeightedEdge], labels: list[int], taken: set[int]) -> None:
    """Each tree chooses one of the edges, is hooked along it, and relabelled."""
    choices: dict[int, WeightedEdge] = {}
    for edge in worklist:
        for tree in (labels[edge[2]], labels[edge[3]]):
            choices[tree] = min(edge, choices.get(tree, edge))
    taken |= {edge[1] for edge in choices.values()}
    others = {tree: labels[edge[2]] + labels[edge[3]] - tree for tree, edge in choices.items()}
    roots = hook_along(others)
    labels[:] = [roots.get(label, label) for label in labels]
