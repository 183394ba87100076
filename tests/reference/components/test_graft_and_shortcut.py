"""Cong and Muzio's CC and CC-updt: what a round does, and retrieval in sorted order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.components import graft_and_shortcut
from clconn.reference.components.graft_and_shortcut import (
    RETRIEVALS,
    graft,
    retrieve,
    retrieve_sorted,
    update,
)
from clconn.reference.union_find.find import finalize, single
from tests.helpers.strategies import edge_lists


def test_the_larger_component_is_grafted_onto_the_smallest():
    parents = [0, 1, 2, 3, 4]
    assert graft(parents, [(4, 2), (1, 4), (3, 4)])
    assert parents == [0, 1, 2, 3, 1]


def test_equal_components_are_no_graft():
    parents = [0, 0, 2]
    assert not graft(parents, [(0, 0), (2, 2)])
    assert not graft(parents, [])
    assert parents == [0, 0, 2]


def _rounds(parents, edges):
    count = 0
    while graft(parents, retrieve(parents, edges)):
        finalize(parents, single)
        count += 1
    return count


def test_a_star_takes_two_rounds_wherever_its_center_is():
    n = 50
    for center in (0, 20, n - 1):
        edges = [(center, v) for v in range(n) if v != center]
        for ordered in (edges, edges[::-1]):
            parents = list(range(n))
            assert _rounds(parents, ordered) <= 2
            assert parents == [0] * n


@given(edge_lists())
def test_each_round_leaves_stars_and_fewer_roots(drawn):
    n, edges = drawn
    parents = list(range(n))
    before = set(parents)
    while graft(parents, retrieve(parents, edges)):
        finalize(parents, single)
        roots = set(parents)
        assert all(parents[root] == root for root in roots)
        assert roots < before
        before = roots


@given(edge_lists())
def test_the_update_leaves_the_same_components(drawn):
    n, edges = drawn
    plain, updated = list(range(n)), list(range(n))
    graft_and_shortcut.finish(plain, edges)
    given_edges = list(edges)
    graft_and_shortcut.finish_with_update(updated, edges)
    assert plain == updated
    assert edges == given_edges


def test_update_replaces_both_ends():
    assert update([0, 0, 2, 2], [(1, 3), (2, 0)]) == [(0, 2), (2, 0)]


@given(edge_lists(most_vertices=200), st.integers(0, 2**32 - 1))
def test_sorted_retrieval_retrieves_the_same(drawn, seed):
    n, edges = drawn
    parents = [v * seed % (v + 1) for v in range(n)]
    assert sorted(retrieve_sorted(parents, edges)) == sorted(retrieve(parents, edges))


@pytest.mark.parametrize("coalescing", RETRIEVALS)
def test_retrievals_by_name(coalescing):
    parents = list(range(100))
    graft_and_shortcut.finish(parents, [(99, 50), (50, 98)], coalescing=coalescing)
    assert [v for v in range(100) if parents[v] != v] == [98, 99]
    assert parents[98] == parents[99] == 50
