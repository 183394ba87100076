"""Minimum forests by rounds: a round against its definition, the answers against clconn's own."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.distributed import exchange
from clconn.distributed.contraction import forest_partition as partition_of
from clconn.distributed.contraction import forests as forest_contraction
from clconn.distributed.contraction.rounds import run_round
from clconn.distributed.local_numbers import Solver
from clconn.distributed.mixing import mix
from clconn.distributed.partial_forests import edge_ids_of_keys
from clconn.distributed.partitions import EdgeBlock
from clconn.distributed.reports import TaskReport
from clconn.errors import OptionError
from tests.distributed.eager_client import Done, EagerClient
from tests.distributed.samples import sample

PARTITIONS = 5
SERIAL = Solver("reference")


def _states(client, blocks, solver):
    contract = partition_of.contract_forest
    return [
        client.submit(contract, block, solver, TaskReport(0, index), pure=False)
        for index, block in enumerate(blocks)
    ]


def _blocks(sources, targets, weights, partitions):
    parts = [np.array_split(end, partitions) for end in (sources, targets)]
    parts.append([None] * partitions if weights is None else np.array_split(weights, partitions))
    return [EdgeBlock(*part) for part in zip(*parts, strict=True)]


def _solve(blocks, client=None, solver=SERIAL, **more):
    """Return what the rounds found, with ids, ends and weights of the edges."""
    client = client or EagerClient()
    found = forest_contraction.contract_forests(
        client, _states(client, blocks, solver), solver, **more
    )
    parts = client.gather(found.edges)
    keys, sources, targets = (
        np.concatenate([np.empty(0, np.int64), *(getattr(part, name) for part in parts)])
        for name in ("keys", "sources", "targets")
    )
    return found, edge_ids_of_keys(keys, list(map(len, blocks))), sources, targets


def _path(n):
    order = np.random.default_rng(1).permutation(n)
    mixed = np.random.default_rng(2).permutation(n - 1)
    return order[:-1][mixed], order[1:][mixed]


def _star(n):
    return np.full(n - 1, n // 3), np.random.default_rng(2).permutation(
        np.delete(np.arange(n), n // 3)
    )


def _random(n, edges):
    """Edges with loops, repetitions in both directions, and vertices without an edge."""
    return sample(n, edges)[:2]


GRAPHS = {
    "path": _path(400),
    "star": _star(400),
    "sparse": _random(900, 700),
    "dense": _random(60, 900),
    "repeated": (np.tile([4, 9], 20), np.tile([9, 4], 20)),
    "loops": (np.arange(30), np.arange(30)),
    "one edge": (np.array([3]), np.array([0])),
    "nothing": (np.empty(0, np.int64), np.empty(0, np.int64)),
}


def _weights(kind, count):
    random = np.random.default_rng(5)
    return {
        "none": None,
        "ties": random.integers(-2, 3, count),
        "wide": random.integers(-(2**62), 2**62, count),
        "floats": random.choice([-np.inf, -0.0, 0.0, 0.1, 1e300, np.inf], count),
    }[kind]


MANY, ONE = 64, 1 << 23
"""Bytes of a bucket."""


@pytest.mark.parametrize(
    ("kind", "bucket_bytes"),
    [("none", MANY), ("ties", MANY), ("ties", ONE), ("wide", ONE), ("floats", MANY)],
)
@pytest.mark.parametrize("name", GRAPHS)
def test_forests_are_those_of_one_machine(name, kind, bucket_bytes, monkeypatch):
    monkeypatch.setattr(exchange, "BUCKET_BYTES", bucket_bytes)
    sources, targets = GRAPHS[name]
    n = int(max(sources.max(initial=-1), targets.max(initial=-1))) + 2
    weights = _weights(kind, sources.size)
    graph = clconn.Graph.from_edges(sources, targets, n, weights=weights)
    blocks = _blocks(sources, targets, weights, PARTITIONS)
    for gather_bytes, maximum in ((0, False), (4000, True)):
        expected = clconn.minimum_spanning_forest(graph, maximum=maximum, backend="reference")
        solver = Solver("reference", maximum=maximum)
        found, ids, *ends = _solve(blocks, solver=solver, gather_bytes=gather_bytes)
        np.testing.assert_array_equal(ids, expected.edge_ids)
        np.testing.assert_array_equal(ends, expected.edges)
        assert (found.gathered > 0) == (gather_bytes > 0 and expected.edge_ids.size > 0)
        assert clconn.verify.forest(graph, ids)


def test_weights_of_several_types_are_compared_exactly():
    large = 2**53
    pairs = [np.array([[0, 1], [1, 2]]), np.array([[0, 1], [2, 1]]), np.array([[0, 2], [5, 5]])]
    weights = [
        np.array([large + 1, 5]),
        np.array([float(large), 5.5]),
        np.array([large + 2, 1], np.uint64),
    ]
    blocks = [EdgeBlock(*each.T, weight) for each, weight in zip(pairs, weights, strict=True)]
    for gather_bytes in (0, 1 << 20):
        _, ids, _, _ = _solve(blocks, gather_bytes=gather_bytes)
        assert ids.tolist() == [1, 2]
        _, ids, _, _ = _solve(
            blocks, solver=Solver("reference", maximum=True), gather_bytes=gather_bytes
        )
        assert ids.tolist() == [0, 4]


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(*2 * [st.integers(-(2**63), 2**63 - 1) | st.integers(-4, 4)], st.integers(0, 3))
    ),
    st.integers(1, 4),
    st.sampled_from([0, 150]),
)
def test_any_integers_are_vertices(rows, partitions, gather_bytes):
    sources, targets, weights = np.array(rows, np.int64).reshape(-1, 3).T
    blocks = _blocks(sources, targets, weights, partitions)
    _, ids, *ends = _solve(blocks, gather_bytes=gather_bytes)
    graph = clconn.Graph.from_edges(sources, targets, weights=weights, renumber=True)
    assert ids.tolist() == clconn.minimum_spanning_forest(graph).edge_ids.tolist()
    np.testing.assert_array_equal(ends, [sources[ids], targets[ids]])


def test_a_round_does_what_its_definition_says():
    random = np.random.default_rng(8)
    sources, targets = random.integers(0, 80, (2, 130))
    weights = random.integers(0, 4, 130)
    blocks = _blocks(sources, targets, weights, 4)
    client = EagerClient()
    states = _states(client, blocks, SERIAL)
    names = {int(v): int(v) for v in np.unique([sources, targets])}
    rows = list(zip(weights.tolist(), range(130), sources.tolist(), targets.tolist(), strict=True))
    taken = set()
    for salt in range(6):
        both = run_round(client, states, 2, salt, forest_contraction.round_steps(SERIAL))
        states = [Done(each.value[0]) for each in both]
        lightest = {}
        for weight, edge, *ends in rows:
            one, other = (names[end] for end in ends)
            if one != other:
                for name, leads_to in ((one, other), (other, one)):
                    lightest[name] = min(lightest.get(name, (9,)), (weight, edge, leads_to))
        heads = {name: int(mix(np.array([name]), salt)[0]) >> 63 for name in lightest}
        joins = {
            name: (edge, leads_to)
            for name, (_, edge, leads_to) in lightest.items()
            if not heads[name] and heads[leads_to]
        }
        keys = np.concatenate([each.value[1] for each in both])
        ids = edge_ids_of_keys(keys, list(map(len, blocks))).tolist()
        assert sorted(ids) == sorted(edge for edge, _ in joins.values())
        assert not taken & set(ids)
        taken |= set(ids)
        names = {vertex: joins.get(name, (0, name))[1] for vertex, name in names.items()}
        for state in states:
            # A partition has a forest between the names of now, and no other names.
            assert set(state.value.names.tolist()) <= set(names.values())
            assert state.value.is_live().all()
            assert len(state.value) < max(1, state.value.names.size)
    assert taken


@pytest.mark.parametrize("edges", [_path, _star])
def test_the_rounds_are_logarithmic(edges):
    n = 1 << 12
    blocks = _blocks(*edges(n), None, 4)
    found, ids, _, _ = _solve(blocks, solver=Solver(), gather_bytes=0)
    assert ids.size == n - 1
    live = [each.live for each in found.rounds]
    # Three quarters of the names are expected to be left.
    assert len(live) <= 4 * 12
    assert live == sorted(live, reverse=True)
    if edges is _path:  # of a star all depends on the one coin of its center
        large = [before for before in live if before > 500]
        assert all(after < 0.85 * before for before, after in pairwise(large))
    # Only those that show tails ask.
    assert found.rounds[0].shuffled_bytes == 40 * sum(
        np.count_nonzero(mix(np.unique([block.sources, block.targets]), 0) < np.uint64(1 << 63))
        for block in blocks
    )
    # Before a round a partition has names and a forest of 16 bytes an edge; a path, all its edges.
    first = found.rounds[0]
    assert first.left_bytes == 8 * first.live + 16 * (n - 1)
    ratio = sum(each.shuffled_bytes for each in found.rounds) / (40 * sum(live))
    assert 0.4 < ratio < 0.6


def test_no_task_has_an_array_of_all_vertices(monkeypatch):
    n = 1 << 14
    monkeypatch.setattr(exchange, "BUCKET_BYTES", n)
    client = EagerClient(weigh=True)
    # A path and a star, whose centers are joined.
    pairs = [(end, other + n // 2) for end, other in zip(_path(n // 2), _star(n // 2), strict=True)]
    sources, targets = (np.append(np.concatenate(pair), n // 6 + n // 2) for pair in pairs)
    targets[-1] = 0
    order = np.random.default_rng(3).permutation(n - 1)
    blocks = _blocks(sources[order], targets[order], order % 100, 40)
    found, ids, _, _ = _solve(blocks, client, Solver(), gather_bytes=3 * n // 2)
    assert ids.size == n - 1
    assert found.rounds
    weight, task = client.heaviest
    # Its arguments, its value and all in between are smaller than 8 bytes for each vertex.
    assert weight < 8 * n, task


def test_a_wrong_limit_is_refused():
    with pytest.raises(OptionError, match=r"gather_bytes is -1; expected a number of bytes"):
        _solve([], gather_bytes=-1)
