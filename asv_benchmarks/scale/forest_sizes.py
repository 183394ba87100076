"""How many edges a spanning forest of a part of a graph's edges has, in expectation.

A part drawn at random leaves the graph in one giant component and many small ones, which are
trees. So the components are the vertices outside the giant one less the edges outside it, plus
one, and both follow from the degrees alone if edges join their ends at random: Molloy and Reed,
"The size of the giant component of a random graph with a given degree sequence", Combinatorics,
Probability and Computing 7(3), 1998; for expected degrees, Bollobas, Janson and Riordan, "The phase
transition in inhomogeneous random graphs", Random Structures and Algorithms 31(1), 2007.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

__all__ = ["Degrees", "ForestSizes", "InOrder", "degrees_of_graph", "rmat", "uniform"]

ROUNDS, CLOSE = 100_000, 1e-13


class ForestSizes(Protocol):
    """What the model knows of a graph."""

    n: float
    edges: float

    def forest(self, fraction: float) -> float:
        """Return the number of edges of a forest of this fraction of the edges."""
        ...

    def touched(self, fraction: float) -> float:
        """Return how many vertices have an edge among this fraction of them."""
        ...


@dataclass(frozen=True)
class Degrees:
    """A graph whose edges lie in random order.

    Attributes
    ----------
    degrees, counts : numpy.ndarray
        So many vertices have this degree.
    are_expected : bool
        Whether these are means of Poisson's law, and not the degrees themselves.
    """

    degrees: np.ndarray
    counts: np.ndarray
    are_expected: bool = False

    @property
    def n(self) -> float:
        return float(self.counts.sum())

    @property
    def edges(self) -> float:
        return float(self.counts @ self.degrees) / 2

    def _without(self, chance: float, less: int = 0) -> np.ndarray:
        """Return, by degree, the chance that none of the edges, less one perhaps, is of a kind."""
        if self.are_expected:
            return np.exp(-self.degrees * chance)
        return (1 - chance) ** np.maximum(self.degrees - less, 0)

    def touched(self, fraction: float) -> float:
        return self.n - float(self.counts @ self._without(fraction))

    def forest(self, fraction: float) -> float:
        ends = self.counts * self.degrees / (2 * self.edges)
        finite = 0.0  # the chance that an edge does not lead into the giant component
        for _ in range(ROUNDS):
            before, finite = finite, float(ends @ self._without(fraction * (1 - finite), 1))
            if finite - before < CLOSE:
                break
        outside = float(self.counts @ self._without(fraction * (1 - finite)))
        components = outside - fraction * self.edges * finite**2 + (finite < 1 - 1e-6)
        return self.n - components


@dataclass(frozen=True)
class InOrder:
    """A graph whose edges lie together if their vertices do, such as a map's, region by region.

    Attributes
    ----------
    n, edges : float
    components : float
    overlap : float
        The share of a part's vertices that other parts have, too.
    """

    n: float
    edges: float
    components: float = 1
    overlap: float = 0.0

    def touched(self, fraction: float) -> float:
        return min(self.n, fraction * self.n * (1 + self.overlap))

    def forest(self, fraction: float) -> float:
        most = self.n - self.components
        return min(most, fraction * most * (1 + self.overlap), fraction * self.edges)


def uniform(n: float, edges: float) -> Degrees:
    """Return a graph whose edges join any two vertices."""
    return Degrees(np.array([2.0 * edges / n]), np.array([float(n)]), are_expected=True)


def rmat(scale: int, edges: float, a: float = 0.57, b: float = 0.19) -> Degrees:
    """Return an R-MAT graph of 2**scale vertices with b = c, and with its repeated edges.

    A vertex with i bits set is an end with the chance (a + b)^(scale - i) (1 - a - b)^i.
    """
    bits = np.arange(scale + 1)
    counts = np.array([math.comb(scale, i) for i in range(scale + 1)], float)
    ends = (a + b) ** (scale - bits) * (1 - a - b) ** bits
    return Degrees(2 * edges * ends, counts, are_expected=True)


def degrees_of_graph(sources: Any, targets: Any, n: int) -> Degrees:
    """Return the degrees of a graph; a loop counts as two ends."""
    degree = np.bincount(sources, minlength=n) + np.bincount(targets, minlength=n)
    counts = np.bincount(degree)
    found = np.flatnonzero(counts)
    return Degrees(found.astype(float), counts[found].astype(float))
