"""Shiloach and Vishkin's four steps, and how many rounds they take."""

import math

import pytest
from hypothesis import given

from clconn.reference.components.shiloach_vishkin_classic import (
    hook_smaller,
    hook_stagnant,
    rounds,
    shortcut_once,
)
from tests.helpers.graphs import hand_made
from tests.helpers.strategies import edge_lists


def test_a_shortcut_goes_one_step_and_says_where_to():
    parents = [0, 0, 1, 2, 3]
    assert shortcut_once(parents) == {0, 1, 2}
    assert parents == [0, 0, 0, 1, 2]
    assert shortcut_once([0, 0, 2]) == set()


def test_only_roots_that_a_vertex_pointed_to_before_are_hooked():
    # 5's parent is new, so it may be no root; 3 has pointed to its root all along.
    parents, previous, active = [0, 1, 1, 3, 4, 3], [0, 1, 1, 3, 4, 4], set()
    assert not hook_smaller(parents, previous, active, [(5, 0)])
    assert active == set()
    assert hook_smaller(parents, previous, active, [(3, 2)])
    assert parents == [0, 1, 1, 1, 4, 3]
    assert active == {1}


def test_the_smallest_hook_wins():
    parents = [0, 1, 2, 3, 3]
    assert hook_smaller(parents, parents.copy(), set(), [(4, 2), (4, 0), (4, 1)])
    assert parents == [0, 1, 2, 0, 3]


def test_stagnant_stars_are_hooked_to_larger_vertices_too():
    parents = [0, 0, 2, 2, 4]
    # The star of 0 has an edge to that of 2, which is active; 4 is alone.
    hook_stagnant(parents, {2}, [(1, 3), (3, 1)])
    assert parents == [2, 0, 2, 2, 4]


def test_active_stars_and_deep_trees_are_not_hooked():
    parents = [0, 0, 1, 3]
    hook_stagnant(parents, {0}, [(1, 3), (2, 3)])
    assert parents == [0, 0, 1, 3]


@pytest.mark.parametrize("with_update", [False, True])
@pytest.mark.parametrize(
    "name", ["path", "path-shuffled", "path-zigzag", "cycle", "torus", "star-from-last"]
)
def test_logarithmic_rounds(name, with_update):
    graph = hand_made(name)
    sources, targets = graph.edges()
    edges = list(zip(sources.tolist(), targets.tolist(), strict=True))
    # The proof has the number of trees fall by a third every round; the last round changes nothing.
    most = math.log(graph.n, 1.5) + 2
    assert rounds(list(range(graph.n)), edges, with_update=with_update) <= most


@given(edge_lists())
def test_rounds_leave_one_star_for_each_component(drawn):
    n, edges = drawn
    parents = list(range(n))
    rounds(parents, edges)
    assert all(parents[parent] == parent for parent in parents)
    assert all(parents[u] == parents[v] for u, v in edges)
