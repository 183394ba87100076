"""The unions, alone and with another thread at work between their steps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.find import FINDS, finalize, naive, single
from clconn.reference.union_find.finish_rows import unite_neighbors
from clconn.reference.union_find.union_rule import compare_and_swap
from clconn.reference.union_find.union_rules import UNION_RULES, ecl
from tests.helpers.graphs import from_pairs
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import edge_lists
from tests.helpers.unions import BY_ID, UNITES

finds = st.sampled_from(list(FINDS.values()))


def test_compare_and_swap_writes_only_what_was_expected():
    parents = [0, 1, 2]
    assert compare_and_swap(parents, 2, 2, 0) == 2
    assert parents == [0, 1, 0]
    assert compare_and_swap(parents, 2, 2, 1) == 0
    assert parents == [0, 1, 0]


@pytest.mark.parametrize("name", UNITES)
@given(graph=edge_lists(), find=finds)
def test_uniting_all_edges_gives_the_components(name, graph, find):
    n, pairs = graph
    parents = list(range(n))
    for u, v in pairs:
        unite_neighbors(parents, u, [(v, 0)], UNITES[name], find)
        if name in BY_ID:
            assert all(parent <= vertex for vertex, parent in enumerate(parents))
    finalize(parents, single)
    if name not in BY_ID:
        canonicalize(parents)
    np.testing.assert_array_equal(parents, scipy_roots(from_pairs(pairs, n)))


@pytest.mark.parametrize("unite", BY_ID.values(), ids=BY_ID)
@given(graph=edge_lists(), find=finds, others=st.randoms(use_true_random=False))
def test_another_thread_between_find_and_swap_loses_no_edge(unite, graph, find, others):
    """After each find another thread links a root, so that swaps of stale roots fail."""
    n, pairs = graph
    parents = list(range(n))
    theirs = []

    def interrupted_find(parents, v):
        root = find(parents, v)
        smaller = [u for u in range(root) if parents[u] == u]
        if smaller and others.random() < 0.3:
            theirs.append((root, others.choice(smaller)))
            assert compare_and_swap(parents, root, root, theirs[-1][1]) == root
        return root

    for u in range(n):
        entries = [(b, edge) for edge, (a, b) in enumerate(pairs) if a == u]
        unite_neighbors(parents, u, entries, unite, interrupted_find)
    finalize(parents, single)
    np.testing.assert_array_equal(parents, scipy_roots(from_pairs(pairs + theirs, n)))


def test_ecl_keeps_the_representative_across_edges():
    parents = list(range(6))
    asked = []

    def counting_find(parents, v):
        asked.append(v)
        return naive(parents, v)

    unite_neighbors(parents, 5, [(4, 0), (3, 1), (1, 2)], UNITES["ecl"], counting_find)
    assert asked == [5, 4, 3, 1]
    assert naive(parents, 5) == naive(parents, 4) == naive(parents, 3) == 1


def test_ecl_goes_on_from_a_stale_representative():
    parents = [0, 1, 1, 2, 4]
    assert ecl(parents, 3, 0, naive) == (0, 1)
    assert naive(parents, 3) == 0
    assert ecl(parents, 3, 2, naive) == (0, None)


@pytest.mark.parametrize("make", UNION_RULES.values(), ids=UNION_RULES)
@given(graph=edge_lists())
def test_a_join_returns_the_root_that_became_a_child(make, graph):
    n, pairs = graph
    parents = list(range(n))
    unite = make(n, "halve-one")
    for u, v in pairs:
        roots = {w for w in range(n) if parents[w] == w}
        _, child = unite.join(parents, unite.begin(parents, u, naive), v, naive)
        changed = roots - {w for w in range(n) if parents[w] == w}
        assert changed == ({child} if child is not None else set())
