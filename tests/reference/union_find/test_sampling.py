"""The sample, the most frequent label, and the vertices left to finish."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.union_find.canonical import canonicalize
from clconn.reference.union_find.find import FINDS, finalize, single
from clconn.reference.union_find.sampling import (
    SAMPLE_SIZE,
    SELECTIONS,
    draw,
    hook_sampling,
    k_out_sampling,
    most_frequent_label,
    sampled_entries,
    vertices_to_finish,
)
from tests.helpers.graphs import from_pairs, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.strategies import graphs
from tests.helpers.unions import UNITES


@pytest.mark.parametrize("unite", UNITES.values(), ids=UNITES)
@given(graph=graphs(), k=st.integers(1, 4), find=st.sampled_from(list(FINDS.values())))
def test_k_out_sampling_joins_the_first_k_neighbors_and_no_more(unite, graph, k, find):
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    parents = list(range(graph.n))
    k_out_sampling(parents, offsets, neighbors, k, unite, find)
    finalize(parents, single)
    canonicalize(parents)

    sampled = [
        (v, neighbor)
        for v in range(graph.n)
        for neighbor in neighbors[offsets[v] : offsets[v + 1]][:k]
    ]
    np.testing.assert_array_equal(parents, scipy_roots(from_pairs(sampled, graph.n)))


@pytest.mark.parametrize("selection", SELECTIONS)
@given(graph=graphs(), k=st.integers(1, 8), passes=st.booleans())
def test_k_out_sampling_joins_what_is_selected(selection, graph, k, passes):
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    parents = list(range(graph.n))
    k_out_sampling(
        parents, offsets, neighbors, k, UNITES["async"], single, selection, passes=passes
    )
    finalize(parents, single)

    sampled = [
        (v, neighbors[entry])
        for v in range(graph.n)
        for entry in sampled_entries(v, offsets[v], offsets[v + 1], k, selection)
    ]
    np.testing.assert_array_equal(parents, scipy_roots(from_pairs(sampled, graph.n)))


@pytest.mark.parametrize("selection", SELECTIONS)
@given(
    v=st.integers(0, 2**31 - 2),
    begin=st.integers(0, 2**40),
    degree=st.integers(0, 2**31),
    k=st.integers(1, 8),
)
def test_the_entries_of_a_sample(selection, v, begin, degree, k):
    entries = sampled_entries(v, begin, begin + degree, k, selection)
    assert len(entries) == min(k, degree)
    assert all(begin <= entry < begin + degree for entry in entries)
    if degree <= k or selection == "first":
        assert entries == list(range(begin, begin + min(k, degree)))
    elif selection == "first-and-random":
        assert entries[0] == begin
        assert begin not in entries[1:]


def test_what_is_drawn_is_uniform():
    counts = np.bincount([draw(v, i, 10) for v in range(5000) for i in range(8)])
    # Ten binomial counts of mean 4000 and standard deviation 60.
    assert counts.size == 10
    assert abs(counts - 4000).max() < 300
    pairs = {(draw(v, 0, 100), draw(v, 1, 100)) for v in range(10_000)}
    assert len(pairs) > 6000  # 6321 of 10**4 independent pairs are distinct, on average


@pytest.mark.parametrize("union", UNITES.values(), ids=UNITES)
@given(graph=graphs(), edges=st.integers(1, 8), find=st.sampled_from(list(FINDS.values())))
def test_hook_sampling_joins_sampled_edges_only(union, graph, edges, find):
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    rows = [neighbors[offsets[v] : offsets[v + 1]] for v in range(graph.n)]
    parents = list(range(graph.n))
    hook_sampling(parents, offsets, neighbors, edges, union, find)
    finalize(parents, single)

    hooks = [(v, row[0]) for v, row in enumerate(rows) if row and row[0] < v]
    roots = [v for v, row in enumerate(rows) if not row or row[0] >= v]
    least = scipy_roots(from_pairs(hooks, graph.n))
    most = scipy_roots(
        from_pairs([*hooks, *((v, u) for v in roots for u in rows[v][:edges])], graph.n)
    )
    # Joined at least as the hooks join, at most as all edges sampled of roots would.
    assert _refines(least, parents)
    assert _refines(parents, most)


def _refines(fine, coarse):
    return len(set(zip(fine, coarse, strict=True))) == len(set(fine))


def test_hook_sampling_unites_edges_of_roots_alone():
    # 3 hooks below 0 and is left alone, so 4, which only it leads to, stays apart.
    graph = from_pairs([(0, 3), (3, 4), (1, 2), (2, 5)], 6)
    adjacency = graph.adjacency()
    parents = list(range(6))
    rows = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    hook_sampling(parents, *rows, 1, UNITES["async"], single)
    finalize(parents, single)
    assert parents == [0, 1, 1, 0, 0, 1]

    graph = hand_made("path-zigzag")
    adjacency = graph.adjacency()
    parents = list(range(graph.n))
    rows = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    hook_sampling(parents, *rows, 1, UNITES["async"], single)
    finalize(parents, single)
    assert len(set(parents)) > 1


@given(st.lists(st.integers(0, 9), min_size=1, max_size=SAMPLE_SIZE))
def test_the_most_frequent_label_of_few_is_exact(labels):
    counts = {label: labels.count(label) for label in labels}
    most = max(counts.values())
    assert most_frequent_label(labels) == min(x for x in counts if counts[x] == most)


@pytest.mark.parametrize("seed", range(5))
def test_the_most_frequent_label_of_many_is_sampled(seed):
    # Label 7 has three vertices in five: a sample of 1024 misses it once in 10**10 seeds.
    labels = [7 if v % 5 < 3 else v for v in range(10 * SAMPLE_SIZE)]
    assert most_frequent_label(labels, seed) == 7
    assert most_frequent_label(labels, seed) == most_frequent_label(labels, seed)


def test_the_sample_depends_on_the_seed_alone():
    labels = list(range(10 * SAMPLE_SIZE))
    found = {most_frequent_label(labels, seed) for seed in range(5)}
    assert len(found) > 1
    assert most_frequent_label(labels, 3) == most_frequent_label(labels, 3)


def test_no_vertex_has_the_most_frequent_label_of_none():
    assert most_frequent_label([]) == -1


def test_vertices_to_finish_are_those_outside():
    assert vertices_to_finish([0, 0, 2, 0, 4, 2], 0) == [2, 4, 5]
    assert vertices_to_finish([0, 0, 2, 0, 4, 2], -1) == list(range(6))
    assert vertices_to_finish([], -1) == []
