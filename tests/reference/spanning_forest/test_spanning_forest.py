"""The reference of spanning forests: every variant, and which edge is recorded for which vertex."""

import numpy as np
import pytest
from hypothesis import given, settings

import clconn
from clconn.design_space import variants
from clconn.problems import FOREST
from clconn.reference.spanning_forest.spanning_forest import ForestFinish, spanning_forest
from clconn.reference.union_find.bfs import bfs_sampling
from clconn.reference.union_find.find import FINDS, halve
from clconn.reference.union_find.forest_edges import NO_EDGE
from clconn.reference.union_find.sampling import hook_sampling, k_out_sampling
from tests.helpers.graphs import LARGER, REPRESENTATIVE, SMALLER, from_pairs, hand_made
from tests.helpers.plans import choose
from tests.helpers.representative_variants import is_typical, settings_of_reference
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
    for name in SMALLER:
        _verify(hand_made(name), variant)


@pytest.mark.parametrize("variant", [*filter(is_typical, VARIANTS)], ids=str)
def test_larger_hand_made_graphs(variant):
    """Of the others, larger graphs are drawn."""
    for name in LARGER:
        _verify(hand_made(name), variant)


@settings(max_examples=10)
@given(graph=graphs())
def test_drawn_graphs(graph):
    for variant in VARIANTS:
        _verify(graph, variant)


@pytest.mark.parametrize(("variant", "options"), settings_of_reference(VARIANTS), ids=str)
def test_options(variant, options):
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


@pytest.fixture
def finish():
    """The finish that records the forest of five vertices."""
    return ForestFinish(UNITES["async"], halve, 5)


def test_the_edge_that_links_a_root_is_recorded(finish):
    parents = [0, 1, 1, 3, 4]
    # 2 is a child of 1 already, so 1 is linked; 3 is linked by the second of its edges.
    rows = [(2, [(0, 5), (1, 6)]), (3, [(3, 7), (2, 8), (0, 9)])]
    finish.unite(parents, rows)
    assert finish.forest == [NO_EDGE, 5, NO_EDGE, 8, NO_EDGE]
    assert parents[:4] == [0] * 4


# Rows 0: 1 1, 1: 0 0, 2: 2 1 3, 3: 2; vertex 4 is alone.
OFFSETS, NEIGHBORS = [0, 2, 4, 7, 8, 8], [1, 1, 0, 0, 2, 1, 3, 2]


def test_hooks_record_the_first_entry(finish):
    # The first entry of 2 is a self loop, and its second one is sampled.
    hook_sampling([*range(5)], OFFSETS, NEIGHBORS, 2, finish.union, finish.find, finish.record)
    assert finish.forest == [NO_EDGE, 2, 5, 7, NO_EDGE]


@pytest.mark.parametrize("passes", [False, True])
def test_k_out_sampling_records_what_links(finish, passes):
    k_out_sampling(
        [*range(5)], OFFSETS, NEIGHBORS, 1, finish.union, finish.find,
        passes=passes, record=finish.record,
    )  # fmt: skip
    assert finish.forest == [NO_EDGE, 0, NO_EDGE, 7, NO_EDGE]


def test_a_search_reaches_by_an_edge_all_but_its_source(finish):
    # The search begins at 0; 3 and 4 have an edge of their own, and 4 hooks to 3.
    bfs_sampling([*range(5)], [0, 2, 3, 4, 5, 6], [1, 2, 0, 0, 4, 3], finish.record)
    assert finish.forest == [NO_EDGE, 2, 3, NO_EDGE, 5]


def test_the_source_of_a_search_need_not_be_the_root(finish):
    parents = [*range(5)]
    bfs_sampling(parents, [0, 1, 2, 4, 4, 4], [2, 2, 0, 1], finish.record)
    assert parents[:3] == [0] * 3
    assert finish.forest[2] == NO_EDGE
    assert finish.forest[0] in (0, 2)
    assert finish.forest[1] in (1, 3)


@pytest.mark.parametrize("name", UNITES)
def test_a_union_that_joins_nothing_is_not_recorded(name):
    finish = ForestFinish(UNITES[name], FINDS["split"], 3)
    finish.unite([*range(3)], [(1, [(0, 0)]), (0, [(1, 1)]), (2, [(0, 2), (1, 3)])])
    # The first edge and the third; to which vertices they go, the order of the union decides.
    assert sorted(finish.forest) == [NO_EDGE, 0, 2]


def test_each_edge_by_the_number_that_the_user_gave_it():
    # A self loop and a parallel edge stand before the edges of the forest.
    graph = from_pairs([(1, 1), (2, 1), (1, 2), (4, 3)], 6)
    for variant in VARIANTS:
        ids = spanning_forest(graph, choose(variant, problem=FOREST.name))
        assert ids.tolist() in ([1, 3], [2, 3]), variant
