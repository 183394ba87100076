"""Filter-Boruvka: a round without a list, then the light edges, then the edges outside the giant.

By clconn. It combines three ideas:

- of Boruvka (:mod:`clconn.reference.minimum_forest.boruvka`) the rounds in which each vertex
  chooses from its own row, as the first one and after the light edges;
- of ECL-MST (:mod:`clconn.reference.minimum_forest.ecl_mst`) the worklist of edges between trees
  and the single filter step;
- of GConn's sampling (:mod:`clconn.reference.components.sample_and_finish`) that an edge between a
  settled and an unsettled vertex is seen from the unsettled end. After the light edges most
  vertices are in one tree, and the rows of its vertices are never read again.

In a round a tree may abstain: then the others choose, and it is not hooked to any of them. In the
first round vertices with very long rows do so, and after the light edges the largest tree.

Invariant: each tree is part of the minimum spanning forest. A tree chooses the lightest edge of the
worklist that leaves it. All other edges that leave it are heavier: in the first phase they are
above the threshold, and in the second phase the light ones are within trees. So the choice is the
lightest of all edges that leave the tree. Trees are hooked along their choices without a union,
since the order of the edges is total: see
:func:`clconn.reference.minimum_forest.boruvka.hook_along`.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection
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

LONG_ROW = 8
"""A row that is so many times as long as the mean is a hub's."""

LEAST_LONG_ROW = 128
"""The most entries of a row that is no hub's, where rows are short."""

DENSE, LONG_IF_DENSE = 128, 512
"""The same is the latter where rows are longer than the former in the mean."""

LEAST_RANK = 2
"""Of the threshold in the sample: the key of a lower rank is too much a matter of chance. On a
processor there is no such bound."""

HUBBY = 4
"""If hubs have one of so many ends of edges, half as many light edges come first."""


def filter_boruvka(n: int, edges: CanonicalEdges, c: float = 1, seed: int = 1) -> NDArray[np.int64]:
    """The minimum spanning forest by Boruvka's rounds with a filter.

    Parameters
    ----------
    n : int
    edges : CanonicalEdges
    c : float, default 1
        About c n of the lightest edges come first; half as many where hubs have many edges, and up
        to twice as many where neighbors of a vertex are neighbors of each other.
    seed : int, default 1
        Of the sample from which the threshold is estimated.
    """
    everything = weighted_edges(edges)
    neighbors = _neighbors(everything)
    mean = -(-2 * len(everything) // max(1, n))
    hub_row = LONG_IF_DENSE if mean > DENSE else max(LEAST_LONG_ROW, LONG_ROW * mean)
    hubs = {v for v, others in neighbors.items() if len(others) > hub_row}
    last = _threshold(n, everything, neighbors, hubs, c, seed)
    labels = list(range(n))
    forest: set[int] = set()

    # Each vertex is a tree, and all edges of its row leave that.
    _round(everything, labels, forest, hubs)
    _rounds([edge for edge in everything if edge[:2] <= last], labels, forest)
    if labels:
        giant = Counter(labels).most_common(1)[0][0]
        outside = [edge for edge in everything if {labels[edge[2]], labels[edge[3]]} != {giant}]
        _round(_between_trees(outside, labels), labels, forest, {giant})
        _rounds(outside, labels, forest)
    return ascending(forest)


def _neighbors(edges: list[WeightedEdge]) -> dict[int, list[int]]:
    neighbors: defaultdict[int, list[int]] = defaultdict(list)
    for *_, one, other in edges:
        neighbors[one].append(other)
        neighbors[other].append(one)
    return neighbors


def _threshold(
    n: int,
    edges: list[WeightedEdge],
    neighbors: dict[int, list[int]],
    hubs: set[int],
    c: float,
    seed: int,
) -> tuple[int, int]:
    """Return key and index of the last light edge; if the filter would not pay, all are light.

    On a device all edges with its key are light, unless these are many more.
    """
    if 2 * len(edges) <= LEAST_DEGREE * n or SAMPLES * c * n >= SAMPLES * len(edges):
        return 2**32, 0
    generator = random.Random(seed)
    sample = generator.choices(edges, k=SAMPLES)
    rows = [neighbors.get(generator.randrange(n), []) for _ in sample]
    connected = sum(len(row) > 0 for row in rows)
    wanted = c * n * max(1, connected) / len(edges)
    if sum(generator.choice(edge[2:]) in hubs for edge in sample) * HUBBY > SAMPLES:
        wanted /= 2
    drawn = (generator.sample(row, 2) for row in rows if len(row) > 1)
    pairs = [(one, other) for one, other in drawn if one != other]
    closed_pairs = sum(one in neighbors[other] for one, other in pairs)
    wanted *= 1 + closed_pairs / max(1, len(pairs))
    rank = min(max(int(wanted), LEAST_RANK), SAMPLES - 1)
    return sorted(sample)[rank][:2]


def _between_trees(edges: list[WeightedEdge], labels: list[int]) -> list[WeightedEdge]:
    """Drop the edges within a tree."""
    return [edge for edge in edges if labels[edge[2]] != labels[edge[3]]]


def _rounds(worklist: list[WeightedEdge], labels: list[int], forest: set[int]) -> None:
    """Go through the list in rounds until no edge goes between two trees."""
    while worklist := _between_trees(worklist, labels):
        _round(worklist, labels, forest)


def _round(
    worklist: list[WeightedEdge],
    labels: list[int],
    forest: set[int],
    abstaining: Collection[int] = (),
) -> None:
    """Let each tree choose one of the edges, hook it along that, and relabel its vertices.

    Parameters
    ----------
    abstaining : collection of int
        The labels of trees that choose nothing.
    """
    choices: dict[int, WeightedEdge] = {}
    for edge in worklist:
        for tree in (labels[edge[2]], labels[edge[3]]):
            if tree not in abstaining:
                choices[tree] = min(edge, choices.get(tree, edge))
    forest |= {edge[1] for edge in choices.values()}
    others = {tree: labels[edge[2]] + labels[edge[3]] - tree for tree, edge in choices.items()}
    roots = hook_along(others)
    labels[:] = [roots.get(label, label) for label in labels]
