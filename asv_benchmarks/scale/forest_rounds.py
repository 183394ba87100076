"""What rounds of contraction leave of a graph while a forest is found, and what they exchange.

A round takes a quarter of the names away in expectation, whatever the graph is: those that show
tails, and whose lightest edge leads to heads. What it exchanges is another thing: each partition
asks for each name that has an edge there and shows tails. So it matters how many edges a name has,
which are more and more as names become one, so that each is in more and more partitions. The model
has names with so many ends of edges, joins them by coins as rounds do, to names that are found by
their ends alone, and counts how many of them a part of the edges touches. It knows no locality: of
a graph that has any it says too much, unless the edges lie in its order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from asv_benchmarks.scale.forest_sizes import Degrees, ForestSizes, InOrder

__all__ = ["Round", "Star", "expected_rounds", "rounds_of_forest", "tasks_of_round"]

EXCHANGED_BYTES = 40
"""What a round shuffles for a name that asks, beside a weight: a name goes to its bucket with an
edge and another name, and an edge and a name come back."""
NAME_BYTES, EDGE_BYTES = 8, 16
"""What a partition has of a name, and of an edge, beside its weight."""
MOST_NAMES, FEWEST_NAMES = 1 << 16, 1 << 13
"""A larger graph is drawn with fewer names, each of which stands for several; so few at least."""
RUNS = 8
"""Coins are thrown so many times for a mean, but once for graphs of more names than are drawn."""


@dataclass(frozen=True)
class Round:
    """What is left of a graph before a round.

    Attributes
    ----------
    names : float
        That have an edge.
    live : float
        The same, counted in each partition.
    edges : float
        Of the partitions' forests.
    """

    names: float
    live: float
    edges: float

    def shuffled_bytes(self, weight: int) -> float:
        """Return what a round exchanges, if weights have so many bytes; half of the names ask."""
        return self.live / 2 * (EXCHANGED_BYTES + weight)

    def left_bytes(self, weight: int) -> float:
        """Return the bytes that partitions have, which one worker would get to finish."""
        return NAME_BYTES * self.live + (EDGE_BYTES + weight) * self.edges


@dataclass(frozen=True)
class Star:
    """A center with n - 1 leaves, in random order.

    All leaves have one edge, and wait for the one coin of the center: a round takes half of them
    or none. So means are those of other graphs, and no graph strays further from them.
    """

    n: float

    @property
    def edges(self) -> float:
        return self.n - 1

    def forest(self, fraction: float) -> float:
        return fraction * self.edges

    def touched(self, fraction: float) -> float:
        return fraction * self.edges + 1


def tasks_of_round(partitions: int, buckets: float) -> float:
    """Return the tasks of a round, of which two are for each pair of a partition and a bucket."""
    return 2 * partitions * buckets + 7 * partitions + buckets


def rounds_of_forest(
    graph: ForestSizes, partitions: int, *, parts: int = 1, borders: float = 1.0
) -> list[Round]:
    """Return what is left before each round in expectation, until no name has an edge.

    There are as many rounds as throws of coins take in the mean; a few that take more end there.

    Parameters
    ----------
    graph : ForestSizes
    partitions : int
    parts : int
        Components that have an edge; they are alike.
    borders : float
        Of edges in order, what a round leaves of the names that several partitions have: all, if
        names grow away from borders; the root of 3/4 in a plane, if they grow to all sides.
    """
    if isinstance(graph, InOrder):
        return _in_order(graph, partitions, borders)
    if isinstance(graph, Star):
        leaves = graph.edges * (3 / 4) ** np.arange(math.ceil(expected_rounds(graph.n)))
        return [Round(each + 1, each + min(each, partitions), each) for each in leaves.tolist()]
    assert isinstance(graph, Degrees)
    count = RUNS if graph.n <= MOST_NAMES else 1
    runs = [list(_thrown(graph, partitions, parts, seed)) for seed in range(count)]
    return [
        Round(*(sum(run[at][what] for run in runs if at < len(run)) / count for what in range(3)))
        for at in range(round(sum(map(len, runs)) / count))
    ]


def expected_rounds(names: float) -> float:
    """Return how many rounds are expected until a component of so many names is one name."""
    return math.log(names) / math.log(4 / 3)


def _in_order(graph: InOrder, partitions: int, borders: float) -> list[Round]:
    names, shared, left = graph.n, graph.overlap * graph.n, []
    while names >= 2 * graph.components:
        live = names + min(shared, (partitions - 1) * names)
        left.append(Round(names, live, max(0.0, live - max(partitions, graph.components))))
        names, shared = names * 3 / 4, shared * borders
    return left


@dataclass(frozen=True)
class _Names:
    """Names that have an edge: how many ends of edges each has, and its component, ascending."""

    ends: np.ndarray
    components: np.ndarray
    stand_for: float


def _thrown(
    graph: Degrees, partitions: int, parts: int, seed: int
) -> Iterator[tuple[float, float, float]]:
    random = np.random.default_rng(seed)
    names = _drawn(graph, parts, random)
    while names.ends.size:
        yield _touched(names, partitions)
        names = _contracted(names, random)
        if names.stand_for > 1 and names.ends.size < FEWEST_NAMES:
            names = _Names(
                np.repeat(names.ends, 2), np.repeat(names.components, 2), names.stand_for / 2
            )


def _drawn(graph: Degrees, parts: int, random: np.random.Generator) -> _Names:
    """Return the vertices that have an edge, or so many that are like them."""
    stand_for = max(1.0, graph.n / MOST_NAMES)
    places = (np.arange(round(graph.n / stand_for)) + 0.5) * stand_for
    ends = graph.degrees[np.searchsorted(np.cumsum(graph.counts), places)]
    if graph.are_expected:
        ends = random.poisson(ends)
    ends = random.permutation(ends[ends > 0]).astype(float)
    return _Names(ends, np.arange(ends.size) * parts // ends.size, stand_for)


def _touched(names: _Names, partitions: int) -> tuple[float, float, float]:
    """Return the names, and what parts of the edges have of them and of a forest."""
    degrees, counts = np.unique(np.maximum(1, np.rint(names.ends)), return_counts=True)
    left = Degrees(degrees, counts * names.stand_for)
    live = partitions * left.touched(1 / partitions)
    # Each component that a part touches has a tree there, or more.
    ends = np.bincount(names.components, names.ends) * names.stand_for
    trees = partitions * float(np.sum(1 - (1 - 1 / partitions) ** (ends / 2)))
    edges = min(left.edges, partitions * left.forest(1 / partitions), max(0.0, live - trees))
    return left.n, live, edges


def _contracted(names: _Names, random: np.random.Generator) -> _Names:
    """Return the names that are left after a round, and have an edge still."""
    ends, components = names.ends, names.components
    total = np.concatenate([[0.0], np.cumsum(ends)])
    begins = np.searchsorted(components, components)
    behind = np.searchsorted(components, components, side="right")
    of_component = total[behind] - total[begins]
    # The other name is of the same component, and drawn by its ends, but is not the name itself.
    drawn = total[begins] + random.random(ends.size) * (of_component - ends)
    drawn += np.where(drawn >= total[:-1], ends, 0)
    others = np.clip(np.searchsorted(total, drawn, side="right") - 1, begins, behind - 1)
    heads = random.random(ends.size) < 0.5
    hooks = ~heads & heads[others]
    tails, others = ends[hooks], others[hooks]
    # The chosen edge is a loop then, and so are those beside it, if the ends of all meet by chance.
    meet = 1 + np.maximum(0, tails - 1) * np.maximum(0, ends[others] - 1) / of_component[hooks]
    joined = ends + np.bincount(others, tails - 2 * meet, minlength=ends.size)
    kept = replace(names, ends=np.maximum(1, joined[~hooks]), components=components[~hooks])
    several = np.bincount(kept.components)[kept.components] > 1
    return replace(kept, ends=kept.ends[several], components=kept.components[several])
