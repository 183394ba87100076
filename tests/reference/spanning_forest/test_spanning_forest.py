"""The reference of spanning forests: every variant, and who remembers which edge."""

import numpy as np
import pytest
from hypothesis import given, settings

import clconn
from clconn.design_space import variants
from clconn.problems import FOREST
from clconn.reference.spanning_forest.spanning_forest import (
    ForestFinish,
    LinkedParents,
    spanning_forest,
)
from clconn.reference.union_find.ends import End
from clconn.reference.union_find.find import FINDS
from tests.helpers.graphs import HAND_MADE, REPRESENTATIVE, from_pairs, hand_made
from tests.helpers.plans import choose
from tests.helpers.representative_variants import is_typical, option_sets
from tests.helpers.strategies import graphs
from tests.helpers.unions import UNITES

VARIANTS = variants("forest")
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def _verify(graph, variant, options=None):
    ids = spanning_forest(graph, choose(variant, options, FOREST.name))
    assert ids.dtype == np.int64
    assert (np.diff(ids) > 0).all()
    verdict = clconn.verify.forest(graph, ids)
    assert verdict, f"{variant} {options} on {graph!r}: {verdict.message}"


@every_variant
def test_hand_made_graphs(variant):
    for name in HAND_MADE:
        if name != "hub-of-20000":  # large for the devices' sake
            _verify(hand_made(name), variant)


@settings(max_examples=10)
@given(graph=graphs())
def test_drawn_graphs(graph):
    for variant in VARIANTS:
        _verify(graph, variant)


@pytest.mark.parametrize("variant", [row for row in VARIANTS if row.options], ids=str)
def test_options(variant):
    """Each value by itself if the variant is typical, several values at once if not."""
    tried = option_sets(variant)
    if is_typical(variant):
        tried = [{option.name: value} for option in variant.options for value in option.values[1:]]
    for options in tried:
        for name in REPRESENTATIVE:
            _verify(hand_made(name), variant, options)


@pytest.mark.parametrize("initialization", ["first-smaller", "self", "smallest"])
def test_edges_are_those_that_linked(initialization):
    # Row 3 is 2 2 0 1, so its first smaller neighbor is 2, by edge 0, and its smallest 0.
    graph = clconn.Graph.from_csr([0, 1, 2, 4, 8], [3, 3, 3, 3, 2, 2, 0, 1], symmetric=True)
    ids = spanning_forest(
        graph, choose("csr/async/naive", {"initialization": initialization}, FOREST.name)
    )
    # The larger end looks: entries 4..7, of which 4 and 5 are parallel.
    assert ids.tolist() == [4, 6, 7]


def test_parents_remember_the_edge_at_hand():
    parents = LinkedParents(5)
    parents[2] = End(1, 7)  # from the start, without a union
    parents[4] = End(4, 8)  # a self loop
    parents.at_hand = 5
    parents[3] = End(0, 6)  # seen on the way to another root
    parents.at_hand = 9
    parents[2] = 0  # a child moves
    parents[1] = 1  # a root stays
    assert parents.edges == [-1, -1, 7, 5, -1]
    assert parents == [0, 1, 0, 0, 4]
    assert all(type(parent) is int for parent in list(parents))


def test_a_search_reaches_by_an_edge_all_but_its_source():
    parents = LinkedParents(3)
    for v in (2, End(0, 4), End(1, 6)):
        parents[v] = 0
    assert parents.edges == [4, 6, -1]
    assert parents == [0, 0, 0]


def test_the_parent_of_an_end_stands_for_the_same_edge():
    parents = LinkedParents(3)
    parents[2] = End(1, 7)
    relabelled = parents[End(2, 9)]
    assert (relabelled, relabelled.edge) == (1, 9)
    assert type(parents[2]) is int


@pytest.mark.parametrize("name", UNITES)
def test_a_union_that_joins_nothing_is_not_remembered(name):
    finish = ForestFinish(UNITES[name], FINDS["split"])
    parents = finish.begin(3)
    ends = finish.ends(np.array([0, 1, 0, 1], dtype=np.int32))
    finish.unite(parents, [(1, [ends[0]]), (0, [ends[1]]), (2, ends[2:])])
    assert finish.linked.edges == [-1, 0, 2]


def test_each_edge_by_the_number_that_the_user_gave_it():
    # A self loop and a parallel edge stand before the edges of the forest.
    graph = from_pairs([(1, 1), (2, 1), (1, 2), (4, 3)], 6)
    for variant in VARIANTS:
        ids = spanning_forest(graph, choose(variant, problem=FOREST.name))
        assert ids.tolist() in ([1, 3], [2, 3]), variant
