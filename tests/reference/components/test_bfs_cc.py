"""Repeated searches: few from one source, and one from many for all that is small."""

import numpy as np
import pytest
from hypothesis import given

from clconn.graph import Graph
from clconn.reference.components import bfs_cc
from clconn.reference.components.bfs_cc import bfs_components, search_from_many
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs


def _searches(monkeypatch, graph):
    """Single searches that a graph takes; the answer is looked at too."""
    sources = []

    def watched(offsets, neighbors, source, reached):
        sources.append(source)
        return search(offsets, neighbors, source, reached)

    search = bfs_cc.search
    monkeypatch.setattr(bfs_cc, "search", watched)
    np.testing.assert_array_equal(bfs_components(graph), scipy_roots(graph))
    return len(sources)


@pytest.mark.parametrize(("components", "size"), [(1, 200), (3, 100), (8, 50)])
def test_few_large_components_are_searched_one_by_one(monkeypatch, components, size):
    pairs = [(c * size + i, c * size + i + 1) for c in range(components) for i in range(size - 1)]
    assert _searches(monkeypatch, from_pairs(pairs, components * size)) == components


def test_many_small_components_are_searched_at_once(monkeypatch):
    pairs = [(2 * i, 2 * i + 1) for i in range(5000)]
    assert _searches(monkeypatch, from_pairs(pairs, 10_000)) == 1
    assert _searches(monkeypatch, from_pairs([], 10_000)) == 1


@given(graph=graphs())
def test_a_search_from_many_alone(graph):
    adjacency = graph.adjacency()
    labels = [graph.n] * graph.n
    rows = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    search_from_many(labels, *rows, [False] * graph.n)
    np.testing.assert_array_equal(labels, scipy_roots(graph))


@pytest.mark.parametrize("name", ["path-zigzag", "path-shuffled", "random-many-components"])
def test_where_waves_meet_the_smaller_goes_on(name):
    graph: Graph = hand_made(name)
    adjacency = graph.adjacency()
    labels = [graph.n] * graph.n
    rows = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    search_from_many(labels, *rows, [False] * graph.n)
    np.testing.assert_array_equal(labels, scipy_roots(graph))


@for_each("name", HAND_MADE)
def test_hand_made_graphs(name):
    graph = hand_made(name)
    roots = bfs_components(graph)
    assert roots.dtype == np.int32
    np.testing.assert_array_equal(roots, scipy_roots(graph))
