"""Strong components by rounds: each step against its definition, and the answers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.distributed.futures import gather_limit
from clconn.distributed.strong import reachability
from clconn.distributed.strong import rounds as strong_rounds
from clconn.distributed.strong.reachability import Arcs
from clconn.errors import GraphError, RoundLimitError
from tests.distributed.eager_client import ClientOfWorkers, EagerClient
from tests.distributed.shared_out import mixed, shared_out
from tests.helpers.cases import for_each
from tests.helpers.directed_graphs import DIRECTED


def _solve(sources, targets, n, partitions=4, **more):
    blocks = shared_out(sources, targets, partitions)
    return strong_rounds.solve_strong_components(EagerClient(), blocks, n, **more)


def _expected(sources, targets, n):
    graph = clconn.Graph.from_edges(sources, targets, n, directed=True)
    return clconn.strongly_connected_components(graph)


def _assert_right(result, sources, targets, n):
    expected = _expected(sources, targets, n)
    np.testing.assert_array_equal(result.roots, expected.roots)
    np.testing.assert_array_equal(result.labels, expected.labels)
    assert result.count == expected.count


def _ring(n):
    order = np.random.default_rng(1).permutation(n)
    return mixed(order, np.roll(order, -1))


def _bridged_rings(n):
    sources, targets = _ring(n)
    return mixed(*np.column_stack([(sources, targets), (sources + n, targets + n), ([2], [n + 3])]))


def _ladder(n):
    """Two chains, each step of which also leads to the other: trimmed from its ends alone."""
    steps = [(2 * i + a, 2 * i + 2 + b) for i in range(n) for a in (0, 1) for b in (0, 1)]
    return mixed(*np.transpose(steps))


@pytest.mark.parametrize("gather_bytes", [0, 800, None])
@pytest.mark.parametrize(
    ("edges", "n"),
    [
        (_ring(900), 900),
        ((np.arange(900), np.roll(np.arange(900), -1)), 900),
        (_bridged_rings(300), 601),
        (mixed(np.arange(1, 900), np.arange(899)), 900),
        (_ladder(60), 122),
        (mixed(*np.sort(np.random.default_rng(5).integers(0, 800, (2, 3000)), axis=0)), 800),
        (([], []), 3),
        (([], []), 0),
        (([1, 1], [1, 0]), 2),
    ],
    ids=["ring", "ring in order", "bridge", "path", "ladder", "acyclic", "none", "empty", "loop"],
)
def test_strong_components_are_those_of_one_machine(edges, n, gather_bytes):
    _assert_right(_solve(*edges, n, gather_bytes=gather_bytes), *edges, n)


@for_each("name", DIRECTED)
def test_each_directed_graph(name):
    pairs, n = DIRECTED[name]()
    edges = np.array(pairs, np.int64).reshape(-1, 2).T
    _assert_right(_solve(*edges, n, 3, gather_bytes=0), *edges, n)


@pytest.mark.parametrize("degree", [0.7, 1, 1.3, 2, 4])
def test_random_graphs_around_the_threshold(degree):
    n = 3000
    edges = np.random.default_rng(int(10 * degree)).integers(0, n, (2, int(degree * n)))
    result = _solve(*edges, n, gather_bytes=0)
    _assert_right(result, *edges, n)
    assert result.work.rounds < 200


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9))), st.integers(1, 4))
def test_any_arcs(pairs, partitions):
    edges = np.array(pairs, np.int64).reshape(-1, 2).T
    _assert_right(_solve(*edges, 10, partitions, gather_bytes=0), *edges, 10)


def test_colors_are_the_largest_that_reach():
    random = np.random.default_rng(6)
    arcs = Arcs(*random.integers(0, 60, (2, 75)).astype(np.int32))
    colors = random.permutation(60).astype(np.int32)
    reaches = np.eye(60, dtype=bool)
    reaches[arcs.sources, arcs.targets] = True
    for middle in range(60):
        reaches |= np.outer(reaches[:, middle], reaches[middle])
    found = np.stack([colors, colors])
    improved = reachability.propagate(arcs, found)
    found[:, improved.vertices] = improved.values
    forward = [colors[reaches[:, v]].max() for v in range(60)]
    backward = [colors[reaches[v]].max() for v in range(60)]
    assert found.tolist() == [forward, backward]
    assert set(improved.vertices) == set(np.flatnonzero((found != colors).any(axis=0)))


def test_rings_and_paths_take_logarithmically_many_rounds():
    for n in (1 << 10, 1 << 14):
        result = _solve(*_ring(n), n, gather_bytes=0)
        assert result.count == 1
        assert result.work.rounds <= 5 * np.log2(n)


def test_what_a_partition_contracts_is_gone():
    # Each partition has a ring of its own, so nothing is left for rounds.
    rings = np.arange(400).reshape(4, 100)
    result = _solve(rings.ravel(), np.roll(rings, -1, axis=1).ravel(), 400, gather_bytes=0)
    assert result.sizes().tolist() == [100] * 4
    assert (result.work.depth, result.work.rounds) == (0, 0)
    assert "one worker finished 0 arcs" in result.reason


def test_one_worker_finishes_what_fits():
    edges = _ladder(60)
    rounds = _solve(*edges, 122, gather_bytes=0).work.rounds
    result = _solve(*edges, 122, gather_bytes=8 * 100)
    assert 0 < result.work.rounds < rounds
    assert "one worker finished" in result.reason


def test_too_many_rounds_are_refused_with_advice():
    with pytest.raises(RoundLimitError, match=r"3 rounds were not enough.*raise gather_bytes="):
        _solve(*_ladder(200), 402, gather_bytes=0, most_rounds=3)


def test_the_condensation_is_refused_with_a_reason():
    with pytest.raises(GraphError, match="the arcs are on the cluster"):
        _solve([0], [1], 2).condensation()


def test_the_smallest_of_many_workers_counts():
    limits = [1 << 34] * 5 + [1 << 20]
    assert gather_limit(ClientOfWorkers(*limits), None) == 1 << 16
