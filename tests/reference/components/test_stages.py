"""Stages: groups of q n edges, each between the components so far."""

import math

import pytest

from clconn.reference.components import stages
from clconn.reference.union_find.canonical import canonicalize
from tests.helpers.graphs import hand_made
from tests.helpers.oracles import scipy_roots


def _edges(graph):
    sources, targets = graph.edges()
    return list(zip(sources.tolist(), targets.tolist(), strict=True))


@pytest.fixture
def calls(monkeypatch):
    """The parents and the edges of each call of the inner algorithm."""
    seen = []
    inner = stages.INNER["graft-and-shortcut"]

    def watched(parents, edges):
        seen.append((parents.copy(), edges))
        return inner(parents, edges)

    monkeypatch.setitem(stages.INNER, "watched", watched)
    return seen


@pytest.mark.parametrize("order", ["permuted", "given"])
@pytest.mark.parametrize("q", [0.75, 1, 1.5, 2, 4])
def test_groups(q, order, calls):
    graph = hand_made("heavy-tailed")
    edges = _edges(graph)
    parents = list(range(graph.n))
    stages.finish(parents, edges, "watched", q=q, order=order)
    size = math.ceil(q * graph.n)
    assert [len(group) for _, group in calls[:-1]] == [size] * ((len(edges) - 1) // size)
    assert 0 < len(calls[-1][1]) <= size
    assert sum(len(group) for _, group in calls) == len(edges)
    for before, group in calls:
        assert all(before[u] == u and before[v] == v for u, v in group)
    assert parents == scipy_roots(graph).tolist()


def test_the_order(calls):
    edges = [(v, v + 1) for v in range(99)]
    stages.finish(list(range(100)), edges, "watched", q=1, order="given")
    stages.finish(list(range(100)), edges, "watched", q=1, order="permuted")
    given, permuted = (group for _, group in calls)
    assert given == edges
    assert permuted != edges
    assert sorted(permuted) == edges


@pytest.mark.parametrize("inner", stages.INNER)
def test_later_groups_find_most_edges_joined(inner, monkeypatch):
    graph = hand_made("random-one-giant")
    apart = []
    call = stages.INNER[inner]

    def watched(parents, edges):
        apart.append(sum(u != v for u, v in edges) / len(edges))
        return call(parents, edges)

    monkeypatch.setitem(stages.INNER, inner, watched)
    parents = list(range(graph.n))
    stages.finish(parents, _edges(graph), inner, q=1)
    # Average degree 4: after n edges four fifths of the vertices are in the giant component.
    assert apart[0] > 0.99
    assert apart[1] < 0.5


def test_no_edges_and_no_vertices(calls):
    parents = [0, 1, 2]
    stages.finish(parents, [], "watched", q=1)
    stages.finish([], [], "watched", q=1)
    assert parents == [0, 1, 2]
    assert not calls


def test_canonical_roots():
    parents = [4, 1, 4, 1, 4, 5]
    canonicalize(parents)
    assert parents == [0, 1, 0, 1, 0, 5]
    canonicalize([])
