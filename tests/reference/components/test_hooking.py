"""Hooking in alternating directions, and what is made of it: Soman's, Gunrock's, Groute's."""

from itertools import islice

import pytest
from hypothesis import given

from clconn.reference.components import groute, gunrock, soman
from clconn.reference.components.gunrock import hook_and_filter, jump_and_filter
from clconn.reference.components.hooking import directions, hook_edge
from clconn.reference.union_find.find import naive
from tests.helpers.graphs import hand_made
from tests.helpers.strategies import edge_lists


def test_directions_alternate():
    assert list(islice(directions(), 5)) == [False, True, False, True, False]


def test_representatives_are_hooked():
    parents = [0, 0, 2, 2]
    assert hook_edge(parents, 1, 3, upwards=False)
    assert parents == [0, 0, 0, 2]
    parents = [0, 0, 2, 2]
    assert hook_edge(parents, 1, 3, upwards=True)
    assert parents == [2, 0, 2, 2]
    assert not hook_edge(parents, 1, 2, upwards=False)
    assert parents == [2, 0, 2, 2]


@given(edge_lists())
def test_soman_leaves_one_star_for_each_component(drawn):
    n, edges = drawn
    parents = list(range(n))
    # Serial hooking overwrites nothing: one round hooks, the second marks.
    assert soman.rounds(parents, edges) <= 2
    assert all(parents[parent] == parent for parent in parents)
    assert all(parents[u] == parents[v] for u, v in edges)


def test_marked_edges_are_not_looked_at_again(monkeypatch):
    looked_at = []

    def watched(parents, u, v, *, upwards):
        looked_at.append((u, v, upwards))
        return hook_edge(parents, u, v, upwards=upwards)

    monkeypatch.setattr(soman, "hook_edge", watched)
    soman.finish([0, 1, 2], [(0, 1), (1, 0), (1, 2), (2, 2)])
    assert looked_at == [
        (0, 1, False), (1, 0, False), (1, 2, False), (2, 2, False), (0, 1, True), (1, 2, True),
    ]  # fmt: skip


def test_the_edge_filter_keeps_what_was_hooked():
    parents = [0, 1, 2, 3]
    left = hook_and_filter(parents, [(0, 1), (1, 0), (2, 2), (3, 2)], upwards=False)
    assert left == [(0, 1), (3, 2)]
    assert hook_and_filter(parents, left, upwards=True) == []


def test_the_vertex_filter_leaves_out_those_that_have_arrived():
    parents = [0, 0, 1, 2, 3, 4, 5]
    left = jump_and_filter(parents, [6, 5, 4, 3, 2, 1, 0])
    assert parents == [0, 0, 0, 1, 2, 3, 4]
    assert left == [6, 5, 4, 3]
    left = jump_and_filter(parents, left)
    assert left == [6, 5]
    assert jump_and_filter(parents, left) == []
    assert parents == [0] * 7


@pytest.mark.parametrize("name", ["clique", "random-many-components", "parallel-edges"])
def test_groute_goes_in_segments(name, monkeypatch):
    graph = hand_made(name)
    sources, targets = graph.edges()
    edges = list(zip(sources.tolist(), targets.tolist(), strict=True))
    united, after_segments = 0, []
    unite, finalize = groute.asynchronous, groute.finalize

    def watched_unite(parents, u, v, find):
        nonlocal united
        united += 1
        assert find is naive
        return unite(parents, u, v, find)

    def watched_finalize(parents, find):
        after_segments.append(united)
        finalize(parents, find)

    monkeypatch.setattr(groute, "asynchronous", watched_unite)
    monkeypatch.setattr(groute, "finalize", watched_finalize)
    groute.finish(list(range(graph.n)), edges)
    size = (graph.n + 1) // 2
    assert after_segments == [min(end, len(edges)) for end in range(size, len(edges) + size, size)]


@pytest.mark.parametrize("finish", [soman.finish, gunrock.finish, groute.finish])
def test_nothing_to_do(finish):
    for n in (0, 3):
        parents = list(range(n))
        finish(parents, [])
        assert parents == list(range(n))
