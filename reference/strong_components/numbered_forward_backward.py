"""FW-BW on all subgraphs at once, with numbered subgraphs and a partition by many sources.

G. Li, Z. Zhu, Z. Cong and F. Yang, "Efficient decomposition of strongly connected components on
GPUs", Journal of Systems Architecture 60, 2014: Algorithm 2 (the iteration), section 3.4 (the
partition), 3.5 (random sources and the election), Algorithm 4 (numbers of subgraphs by prefix sums)
and Algorithm 5 (one label for the subgraph and for being reached).

Labels: a vertex of subgraph s has the label s; a vertex of a finished component has a negative
label, which names the component. Before a search, each subgraph that has a source gets the number
of the subgraph that its reached vertices will form. An increment, stored under both numbers, leads
from the old to the new: so the label of a vertex says whether it is reached, and the label of a
reached vertex says which vertices it may reach. Numbers start at 1, since 0 has no negative.

Invariant: each component lies within one subgraph. A forward search, from one source or many,
divides a subgraph between vertices that no path leads back to. A backward search from one source
within what the source reaches is the component of the source. Every single-source search consumes
a vertex of each subgraph, and a partition makes no more new numbers than there are subgraphs; so
there are at most 2 n + 1 numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import accumulate

from clconn.reference.primitives.hash import mixed_bits
from clconn.reference.strong_components.arcs import Arcs, Rows

__all__ = ["Decomposition", "numbered_forward_backward"]

# W. H. Press, S. A. Teukolsky, W. T. Vetterling and B. P. Flannery, Numerical Recipes. The paper
# takes its numbers modulo n. Where n shares a factor with the multiplier, 5 for instance, they then
# soon come from a few vertices only, and the partition does nothing. Modulo 2**32 the period is
# full, and the upper bits choose the vertex.
_MULTIPLIER, _INCREMENT = 1664525, 1013904223

_NONE = -1


@dataclass
class Decomposition:
    """The labels of a decomposition under way.

    Attributes
    ----------
    labels : list of int
        The subgraph of each vertex, or minus the number of its component.
    increments : list of int
        From the number of a subgraph to that of its reached part; also stored under the latter.
    numbers : int
        Subgraphs so far, and the next number.
    depth : int
        Iterations, the paper's recursion depth.
    smallest : bool
        Whether the smallest candidate is elected, and not whichever writes last.
    """

    arcs: Arcs
    smallest: bool = False
    labels: list[int] = field(init=False)
    increments: list[int] = field(init=False)
    numbers: int = 2
    depth: int = 0

    def __post_init__(self) -> None:
        self.labels = [1] * self.arcs.n
        self.increments = [0] * (2 * self.arcs.n + 2)

    def remaining(self) -> list[int]:
        """Return the vertices of no finished component."""
        return [v for v, label in enumerate(self.labels) if label > 0]

    def elect(self, candidates: list[int]) -> list[int]:
        """Choose one candidate of each subgraph, and number the subgraphs that will form.

        On a device all candidates write at once and any of them wins; here the last does.
        """
        election = [_NONE] * self.numbers
        for v in reversed(candidates) if self.smallest else candidates:
            election[self.labels[v]] = v
        is_elected = [winner != _NONE for winner in election]
        sums = list(accumulate(is_elected, initial=0))
        winners = [_NONE] * sums[-1]
        for subgraph, winner in enumerate(election):
            if winner != _NONE:
                place = sums[subgraph]
                winners[place] = winner
                new = self.numbers + place
                self.increments[subgraph] = self.increments[new] = new - subgraph
        self.numbers += len(winners)
        return winners

    def search_forward(self, sources: list[int]) -> None:
        """Move what the sources reach within their subgraphs to the subgraphs that form."""
        for v in sources:
            self.labels[v] += self.increments[self.labels[v]]
        self._search(self.arcs.successors, sources, lambda label: label - self.increments[label])

    def search_backward(self, sources: list[int]) -> None:
        """Finish the components of sources, one in each subgraph that has formed."""
        for v in sources:
            self.labels[v] = -self.labels[v]
        self._search(self.arcs.predecessors, sources, lambda label: -label)

    def _search(self, rows: Rows, frontier: list[int], unreached: Callable[[int], int]) -> None:
        while frontier:
            next_frontier = []
            for v in frontier:
                label = self.labels[v]
                for w in rows[v]:
                    if self.labels[w] == unreached(label):
                        self.labels[w] = label
                        next_frontier.append(w)
            frontier = next_frontier


def numbered_forward_backward(
    arcs: Arcs, *, partition: bool = True, smallest: bool = False
) -> tuple[list[list[int]], int]:
    """Return the strong components, and the number of iterations.

    Parameters
    ----------
    partition : bool, default True
        Whether each iteration begins with a search from many sources.
    smallest : bool, default False
        Whether the source of a subgraph is its smallest vertex, and not the winner of a race.
    """
    decomposition = Decomposition(arcs, smallest)
    random = [mixed_bits(i) % 2**32 for i in range(_number_of_sources(arcs))]
    while remaining := decomposition.remaining():
        decomposition.depth += 1
        if partition:
            random = [(_MULTIPLIER * x + _INCREMENT) % 2**32 for x in random]
            drawn = {x * arcs.n >> 32 for x in random}
            chosen = sorted(v for v in drawn if decomposition.labels[v] > 0)
            decomposition.elect(chosen)
            decomposition.search_forward(chosen)
        winners = decomposition.elect(remaining)
        decomposition.search_forward(winners)
        decomposition.search_backward(winners)
    components: dict[int, list[int]] = {}
    for v, label in enumerate(decomposition.labels):
        components.setdefault(label, []).append(v)
    return list(components.values()), decomposition.depth


def _number_of_sources(arcs: Arcs) -> int:
    """Return k = min(n / 10, n / d^2) of section 3.4, at least 1; d is the average degree."""
    degree = sum(map(len, arcs.successors)) / arcs.n if arcs.n else 0
    return max(1, int(min(arcs.n / 10, arcs.n / degree**2 if degree else arcs.n)))
