"""The sample, the most frequent label, and the vertices left to finish."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clconn.reference.find import FINDS, finalize, single
from clconn.reference.sampling import (
    SAMPLE_SIZE,
    k_out_sampling,
    most_frequent_label,
    vertices_to_finish,
)
from clconn.reference.unite import UNITES
from tests.graphs import from_pairs
from tests.oracles import scipy_roots
from tests.strategies import graphs


@pytest.mark.parametrize("unite", UNITES.values(), ids=UNITES)
@given(graph=graphs(), k=st.integers(1, 4), find=st.sampled_from(list(FINDS.values())))
def test_k_out_sampling_joins_the_first_k_neighbors_and_no_more(unite, graph, k, find):
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()
    parents = list(range(graph.n))
    k_out_sampling(parents, offsets, neighbors, k, unite, find)
    finalize(parents, single)

    sampled = [
        (v, neighbor)
        for v in range(graph.n)
        for neighbor in neighbors[offsets[v] : offsets[v + 1]][:k]
    ]
    np.testing.assert_array_equal(parents, scipy_roots(from_pairs(sampled, graph.n)))


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
