"""The reference of components of batches against scipy, NetworkX and its own specification."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.design_space import make_request
from clconn.problems import INCREMENTAL
from clconn.reference.incremental.batch import Batches, Operation
from clconn.reference.incremental.engine import ReferenceEngine
from clconn.reference.incremental.specification import allowed_answers, roots_after
from tests.helpers.batches import (
    SIZES,
    VARIANTS,
    batches_of,
    check_answers,
    operations_of,
    settings_of,
)
from tests.helpers.cases import case
from tests.helpers.graphs import REPRESENTATIVE, hand_made
from tests.helpers.oracles import networkx_roots, scipy_roots
from tests.helpers.strategies import edge_lists

NAMES = [name for name in REPRESENTATIVE if hand_made(name).n < 1500]


def _live(n, variant, options=None, **more):
    return clconn.IncrementalComponents(
        n, variant=variant, options=options, backend="reference", **more
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_any_division_into_batches_gives_the_components(variant):
    for name in NAMES:
        graph = hand_made(name)
        for options, size in zip([*settings_of(variant)] * 2, SIZES[1:] * 2, strict=False):
            with case(graph=name, options=options, size=size):
                live = _live(graph.n, variant, options)
                for u, v in batches_of(graph, size):
                    live.insert(u, v)
                roots = scipy_roots(graph)
                np.testing.assert_array_equal(live.components().roots, roots)
                assert live.count == np.unique(roots).size
                assert live.edge_count == graph.edge_count


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_mixed_batches_answer_as_specified(variant):
    graph = hand_made("interleaved-cliques-and-a-bridge")
    for options in settings_of(variant):
        live, roots = _live(graph.n, variant, options), list(range(graph.n))
        for batch in operations_of(graph, 200):
            roots = check_answers(
                live.process(*batch), roots, *batch, separates_queries=variant.separates_queries
            )
            np.testing.assert_array_equal(live.components().roots, roots)
        np.testing.assert_array_equal(roots, networkx_roots(graph))


@pytest.mark.parametrize("variant", [v for v in VARIANTS if not v.separates_queries], ids=str)
def test_serially_a_query_sees_what_is_before_it(variant):
    u, v = [0, 0, 1, 2, 2, 0], [1, 1, 0, 0, 1, 2]
    is_query = [True, False, True, True, False, True]
    for options in settings_of(variant):
        assert _live(3, variant, options).process(u, v, is_query).tolist() == [0b100100]


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v.separates_queries], ids=str)
def test_queries_that_are_separated_see_the_whole_batch(variant):
    answers = _live(4, variant).process([0, 0, 3, 1], [2, 1, 3, 2], [True, False, True, False])
    assert answers.tolist() == [0b0101]


def test_a_lazy_vertex_has_no_parent_until_an_edge_names_it():
    request = make_request(INCREMENTAL, "coo/async/split", {"vertices": "lazy"})
    batches = Batches(3, request)
    assert batches._parents == [-1, -1, -1]
    assert batches.is_connected(1, 1)
    assert not batches.is_connected(0, 1)
    assert batches._parents == [-1, -1, -1]
    batches.insert([Operation(2, 0, 0)])
    assert batches._parents == [0, -1, 0]
    batches.grow(5)
    assert batches._parents == [0, -1, 0, -1, -1]
    assert batches.roots() == [0, 1, 0, 3, 4]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_growth_between_batches(variant):
    graph = hand_made("path-shuffled")
    for options in settings_of(variant):
        live = _live(0, variant, options, growing=True)
        for u, v in batches_of(graph, 100):
            live.insert(u, v)
        np.testing.assert_array_equal(live.components().roots, scipy_roots(graph))


@given(drawn=edge_lists(), data=st.data())
def test_links_are_a_forest_of_what_was_inserted(drawn, data):
    n, pairs = drawn
    u, v = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    cut = data.draw(st.integers(0, len(pairs)))
    engine = ReferenceEngine(n, make_request(INCREMENTAL, "coo/jtb/two-try"), None, forest=True)
    engine.insert(u[:cut], v[:cut])
    engine.insert(u[cut:], v[cut:])
    links = engine.links()
    assert clconn.verify.forest(clconn.Graph.from_edges(u, v, n), links.edge_ids)
    np.testing.assert_array_equal(links.sources, u[links.edge_ids])
    np.testing.assert_array_equal(links.targets, v[links.edge_ids])


@given(drawn=edge_lists(8), data=st.data())
def test_the_specification_allows_the_answers_of_every_order(drawn, data):
    """Some serial order gives an answer if and only if it is allowed."""
    n, pairs = drawn
    pairs = pairs[:4]
    roots = roots_after(list(range(n)), [Operation(*pair, 0) for pair in pairs[:1]])
    kinds = [data.draw(st.booleans()) for _ in pairs]
    batch = [Operation(*pair, i, kinds[i]) for i, pair in enumerate(pairs)]
    seen = [set() for _ in batch]
    for order in permutations(batch):
        state = roots
        for operation in order:
            u, v = operation.source, operation.target
            seen[operation.edge].add(operation.is_query and state[u] == state[v])
            state = roots_after(state, [operation])
    assert allowed_answers(roots, batch, separates_queries=False) == seen
    last = roots_after(roots, batch)
    assert allowed_answers(roots, batch, separates_queries=True) == [
        {one.is_query and last[one.source] == last[one.target]} for one in batch
    ]
