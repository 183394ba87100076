"""Graphs in parts, and what one machine finds in them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

import clconn
from clconn.distributed import calls, futures


class Sample(NamedTuple):
    """The edges of a graph, with many equal weights, self loops and parallel edges."""

    sources: np.ndarray
    targets: np.ndarray
    weights: np.ndarray
    n: int

    @property
    def graph(self) -> clconn.Graph:
        return clconn.Graph.from_edges(self.sources, self.targets, self.n, weights=self.weights)

    @property
    def pairs(self) -> np.ndarray:
        return np.column_stack([self.sources, self.targets])

    @property
    def parts(self) -> list[tuple[np.ndarray, ...]]:
        """The edges in five parts of different sizes, one of them empty."""
        cuts = [0, 7, 7, self.sources.size // 2, self.sources.size - 1, self.sources.size]
        columns = self.sources, self.targets, self.weights
        return [tuple(column[begin:end] for column in columns) for begin, end in pairwise(cuts)]


def sample(n: int = 3000, edges: int = 2600, seed: int = 7) -> Sample:
    rng = np.random.default_rng(seed)
    sources, targets = rng.integers(0, n, (2, edges))
    targets[::50] = sources[::50]
    sources[1::50], targets[1::50] = targets[2::50], sources[2::50]
    return Sample(sources, targets, rng.integers(-5, 5, edges), n)


def tell_of_little_memory(monkeypatch: Any, n: int) -> None:
    """Have workers tell of no more memory than a part of n vertices needs, or as many edges."""
    monkeypatch.setattr(calls, "smallest_limit", lambda client: 4 * n)
    # A sixteenth is what one worker may finish, and what a bucket may have.
    monkeypatch.setattr(futures, "smallest_limit", lambda client: 16 * 10 * n)


def same_components(result, expected) -> None:
    np.testing.assert_array_equal(result.labels, expected.labels)
    np.testing.assert_array_equal(result.roots, expected.roots)
    assert result.labels.dtype == expected.labels.dtype
    assert result.count == expected.count


def same_minimum_forest(result, expected) -> None:
    np.testing.assert_array_equal(result.edge_ids, expected.edge_ids)
    np.testing.assert_array_equal(result.weights, expected.weights)
    for end, other in zip(result.edges, expected.edges, strict=True):
        np.testing.assert_array_equal(end, other)
    assert result.weights.dtype == expected.weights.dtype
    assert result.total_weight == expected.total_weight
    assert result.count == expected.count
