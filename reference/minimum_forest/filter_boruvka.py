"""Filter-Boruvka: a round without a list, then the light edges, then the edges outside the giant.

By clconn. It combines three ideas:

- of Boruvka (:mod:`clconn.reference.minimum_forest.boruvka`) the first round, in which each vertex
  chooses from its own row and no other vertex offers it an edge;
- of ECL-MST (:mod:`clconn.reference.minimum_forest.ecl_mst`) the worklist of edges between trees
  and the single filter step;
- of GConn's sampling (:mod:`clconn.reference.components.sample_and_finish`) that an edge between a
  settled and an unsettled vertex is seen from the unsettled end. After the light edges most
  vertices are in one tree, and the rows of its vertices are never read again.

Invariant: each tree is part of the minimum spanning forest. A tree chooses the lightest edge of the
worklist that leaves it. All other edges that leave it are heavier: in the first phase they are
above the threshold, and in the second phase the light ones are within trees. So the choice is the
lightest of all edges that leave the tree. Trees are hooked along their choices without a union,
since the order of the edges is total: see
:func:`clconn.reference.minimum_forest.boruvka.hook_along`.
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
"""Size of the sample for the threshold."""

LEAST_DEGREE = 4
"""The filter pays above this number of entries per vertex."""


def filter_boruvka(n: int, edges: CanonicalEdges, c: float = 1, seed: int = 1) -> NDArray[np.int64]:
    """The minimum spanning forest by Boruvka's rounds with a filter.

    Parameters
    ----------
    n : int
    edges : CanonicalEdges
    c : float, default 1
        About c n of the lightest edges come first.
    seed : int, default 1
        Of the sample from which the threshold is estimated.
    """
    everything = weighted_edges(edges)
    most_key = _threshold(n, everything, c, seed)
    labels = list(range(n))
    forest: set[int] = set()

    # Each vertex is a tree, and all edges of its row leave that.
    _round(everything, labels, forest)
    _rounds([edge for edge in everything if edge[0] <= most_key], labels, forest)
    if labels:
        giant = Counter(labels).most_common(1)[0][0]
        _rounds(
            [edge for edge in everything if {labels[edge[2]], labels[edge[3]]} != {giant}],
            labels, forest,
        )  # fmt: skip
    return ascending(forest)


def _threshold(n: int, edges: list[WeightedEdge], c: float, seed: int) -> int:
    """Return the largest key of a light edge; if the filter would not pay, all edges are light."""
    rank = int(SAMPLES * c * n / max(1, len(edges)))
    if 2 * len(edges) <= LEAST_DEGREE * n or rank >= SAMPLES:
        return 2**32
    return sorted(random.Random(seed).choices(edges, k=SAMPLES))[rank][0]


def _rounds(worklist: list[WeightedEdge], labels: list[int], forest: set[int]) -> None:
    """Go through the list in rounds until no edge goes between two trees."""
    while worklist := [edge for edge in worklist if labels[edge[2]] != labels[edge[3]]]:
        _round(worklist, labels, forest)


def _round(worklist: list[WeightedEdge], labels: list[int], forest: set[int]) -> None:
    """Let each tree choose one of the edges, hook it along that, and relabel its vertices."""
    choices: dict[int, WeightedEdge] = {}
    for edge in worklist:
        for tree in (labels[edge[2]], labels[edge[3]]):
            choices[tree] = min(edge, choices.get(tree, edge))
    forest |= {edge[1] for edge in choices.values()}
    others = {tree: labels[edge[2]] + labels[edge[3]] - tree for tree, edge in choices.items()}
    roots = hook_along(others)
    labels[:] = [roots.get(label, label) for label in labels]
