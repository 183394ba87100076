"""The finishes that go in rounds: what they join, what they keep, and how many rounds they take."""

from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clconn.design_space.components import LIU_TARJAN_CODES
from clconn.reference.components import (
    label_propagation,
    liu_tarjan,
    shiloach_vishkin,
    stergiou,
)
from clconn.reference.union_find.find import naive
from tests.helpers.graphs import from_pairs
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import edge_lists

FINISHES = {
    **{code: partial(liu_tarjan.finish, code=code) for code in LIU_TARJAN_CODES},
    "stergiou": stergiou.finish,
    "shiloach-vishkin": shiloach_vishkin.finish,
    "label-propagation": label_propagation.finish,
}
ROOT_BASED = [name for name in FINISHES if name[1] == "R" or name == "shiloach-vishkin"]

every_finish = pytest.mark.parametrize("name", FINISHES)


class Counted(list):
    """A list that counts how often it is gone through."""

    rounds = 0

    def __iter__(self):
        self.rounds += 1
        return super().__iter__()


def _expected(n, pairs):
    return scipy_roots(from_pairs(pairs, n))


def _path(n, seed):
    order = np.random.default_rng(seed).permutation(n).tolist()
    return list(pairwise(order))


@every_finish
@settings(max_examples=40)
@given(graph=edge_lists())
def test_all_edges_at_once_give_the_components(name, graph):
    n, pairs = graph
    parents = list(range(n))
    FINISHES[name](parents, pairs)
    np.testing.assert_array_equal(parents, _expected(n, pairs))


@every_finish
@settings(max_examples=40)
@given(graph=edge_lists(), cut=st.integers(0, 80))
def test_edges_between_roots_keep_what_the_parents_say(name, graph, cut):
    """Pieces of the edges, one after the other, relabeled: no piece is looked at again."""
    n, pairs = graph
    parents = list(range(n))
    FINISHES[name](parents, pairs[:cut])
    FINISHES[name](parents, [(parents[v], parents[w]) for v, w in pairs[cut:]])
    np.testing.assert_array_equal(parents, _expected(n, pairs))


@every_finish
@settings(max_examples=40)
@given(graph=edge_lists(), choices=st.lists(st.integers(0, 3), min_size=40, max_size=40))
def test_first_parents_may_come_from_the_edges(name, graph, choices):
    """As ECL-CC's initialization gives them; codes that alter the edges begin with roots."""
    n, pairs = graph
    if name.endswith("A"):
        return
    parents = list(range(n))
    for (v, w), choice in zip(pairs, choices * 2, strict=False):
        if choice == 0:
            parents[max(v, w)] = min(v, w)
    FINISHES[name](parents, pairs)
    np.testing.assert_array_equal(parents, _expected(n, pairs))


@pytest.mark.parametrize("name", ROOT_BASED)
@settings(max_examples=40)
@given(graph=edge_lists(), cut=st.integers(0, 80))
def test_root_based_finishes_keep_what_the_parents_say(name, graph, cut):
    """Batches of edges, as they are."""
    n, pairs = graph
    parents = list(range(n))
    FINISHES[name](parents, pairs[:cut])
    FINISHES[name](parents, pairs[cut:])
    np.testing.assert_array_equal(parents, _expected(n, pairs))


# Two batches that meet in a tree of the parents: 3 and 4 are children of 2.
TREE, EDGES = [0, 1, 2, 2, 2], [(1, 3), (0, 4)]


@pytest.mark.parametrize(
    "name",
    ["CUSA", "CUFA", "EUS", "EUSA", "EUF", "EUFA", "stergiou", "label-propagation"],
)
def test_finishes_that_move_more_than_roots_forget_what_the_parents_say(name):
    parents = TREE.copy()
    FINISHES[name](parents, EDGES)
    assert naive(parents, 3) == 1
    assert naive(parents, 4) == 0


@pytest.mark.parametrize("name", ROOT_BASED)
def test_root_based_finishes_do_not(name):
    parents = TREE.copy()
    FINISHES[name](parents, EDGES)
    assert not any(parents)


@pytest.mark.parametrize("code", LIU_TARJAN_CODES)
def test_liu_tarjan_takes_few_rounds_for_a_long_path(code, monkeypatch):
    calls = []
    connect = liu_tarjan.CONNECTS[code[0]]

    def counted(parents, v, w):
        calls.append((v, w))
        return connect(parents, v, w)

    monkeypatch.setitem(liu_tarjan.CONNECTS, code[0], counted)
    n = 4096
    parents = list(range(n))
    liu_tarjan.finish(parents, _path(n, 5), code)
    assert not any(parents)
    assert len(calls) <= 20 * (n - 1)
    if code.endswith("A"):
        assert len(calls) <= 4 * (n - 1), "edges were not dropped"


@pytest.mark.parametrize("name", ["stergiou", "shiloach-vishkin"])
def test_few_rounds_for_a_long_path(name):
    n = 4096
    parents, edges = list(range(n)), Counted(_path(n, 5))
    FINISHES[name](parents, edges)
    assert not any(parents)
    assert 2 <= edges.rounds <= 20


def test_a_label_spreads_over_one_edge_in_each_round():
    n = 200
    parents, edges = list(range(n)), Counted((v, v + 1) for v in reversed(range(n - 1)))
    label_propagation.finish(parents, edges)
    assert not any(parents)
    # One more to see that nothing changes.
    assert edges.rounds == n


@pytest.mark.parametrize(
    ("letter", "messages"),
    [
        ("C", [(6, 5)]),
        ("P", [(3, 2)]),
        ("E", [(5, 2), (3, 2)]),
    ],
)
def test_what_is_sent_over_an_edge(letter, messages):
    parents = [0, 1, 2, 3, 4, 3, 2]
    for v, w in ((5, 6), (6, 5)):
        assert liu_tarjan.CONNECTS[letter](parents, v, w) == messages
