"""The look at a few vertices: where they lie, where their walks end, and what that bounds."""

import numpy as np
import pytest

from clconn.reference.components.connected_components import connected_components
from clconn.reference.graph.hook_coverage import (
    SAMPLES,
    STEPS,
    first_root,
    hook_coverage,
    sampled_vertices,
)
from clconn.reference.union_find.find import split
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.plans import choose


def _rows(graph):
    rows = graph.adjacency()
    return rows.offsets.tolist(), rows.neighbors.tolist()


@pytest.mark.parametrize("n", [1, 2, 7, 1023, 1024, 5000, 2**31 - 1])
def test_samples_are_spread_evenly(n):
    places = np.sort(sampled_vertices(n))
    assert places.size == SAMPLES
    assert places[0] >= 0
    assert places[-1] < n
    # No gap is much longer than the average one, also before the first and after the last.
    gaps = np.diff([0, *places, n])
    assert gaps.max() <= 3 * n / SAMPLES + 1


def test_without_vertices():
    assert sampled_vertices(0) == []
    assert hook_coverage([0], []) == 0


def test_a_walk_ends_at_the_first_vertex_whose_first_neighbor_is_not_smaller():
    # 0 - 3 - 5 and 1 - 4, with 3 before 0 in no row: first neighbors 3, 4, none, 0, 1, 3.
    offsets, neighbors = [0, 1, 2, 2, 4, 5, 6], [3, 4, 0, 5, 1, 3]
    assert [first_root(v, offsets, neighbors) for v in range(6)] == [0, 1, 2, 0, 1, 0]


def test_long_walks_cover_nothing():
    n = 3 * STEPS
    offsets, neighbors = _rows(from_pairs([(v, v + 1) for v in range(n - 1)], n))
    ends = [first_root(v, offsets, neighbors) for v in range(n)]
    assert ends == [0] * (STEPS + 1) + [-1] * (n - STEPS - 1)
    assert abs(hook_coverage(offsets, neighbors) - (STEPS + 1) / n) < 0.02


def test_a_star_is_covered_from_its_first_vertex_only():
    assert hook_coverage(*_rows(hand_made("star-from-first"))) == 1
    # From the last one, each leaf's first neighbor is larger.
    assert hook_coverage(*_rows(hand_made("star-from-last"))) < 0.05


@for_each("name", HAND_MADE)
def test_the_bound_is_one_from_below(name):
    """No larger than the share of the samples in the component that has most of them."""
    graph = hand_made(name)
    roots = connected_components(graph, choose("csr/ecl/split"))
    sample = roots[sampled_vertices(graph.n)] if graph.n else roots
    share = np.unique(sample, return_counts=True)[1].max(initial=0) / SAMPLES
    assert hook_coverage(*_rows(graph)) <= share


def test_joined_vertices_have_a_common_root_after_hooking():
    """The walks are those through the parents that the first step of the sampling leaves."""
    offsets, neighbors = _rows(hand_made("heavy-tailed"))
    n = len(offsets) - 1
    parents = [
        min(v, neighbors[offsets[v]]) if offsets[v] < offsets[v + 1] else v for v in range(n)
    ]
    for v in range(n):
        assert first_root(v, offsets, neighbors) in (-1, split(list(parents), v))
