"""Contraction by rounds: each against its definition, and the answers against clconn's own."""

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.distributed import exchange
from clconn.distributed.contracted_components import ContractedComponents
from clconn.distributed.contraction import component_partition as partition_of
from clconn.distributed.contraction import components as contraction
from clconn.distributed.contraction.rounds import run_round
from clconn.distributed.contraction.tables import tables_of_rows
from clconn.distributed.exchange import bucket_count, split
from clconn.distributed.local_numbers import ON_OWN_DEVICE
from clconn.distributed.mixing import buckets_of, mix, mix_bits, unmix
from clconn.errors import OptionError
from tests.distributed.eager_client import Done, EagerClient
from tests.distributed.shared_out import mixed, shared_out

pytest.importorskip("dask.dataframe")
WORDS = st.integers(-(2**63), 2**63 - 1)


def _path(n):
    order = np.random.default_rng(1).permutation(n)
    return mixed(order[:-1], order[1:])


def _hub(n):
    return mixed(np.full(n - 1, n // 3), np.delete(np.arange(n), n // 3))


def _solve(sources, targets, partitions, n=None, client=None, **more):
    """The components as arrays, instead of the frame of a cluster."""
    client = client or EagerClient()
    contract = partition_of.contract_locally
    blocks = shared_out(sources, targets, partitions) if partitions else []
    states = [client.submit(contract, block, ON_OWN_DEVICE, pure=False) for block in blocks]
    found = contraction.contract(client, states, **more)
    tables = tables_of_rows(client, found.rows, n)
    parts = [each.result() for each in tables.tables]
    frame = {
        "vertex": np.concatenate([part.keys for part in parts]),
        "root": np.concatenate([part.values for part in parts]),
    }
    return ContractedComponents(frame, sum(tables.counts), tuple(found.rounds), found.gathered)


@pytest.fixture(params=[1 << 23, 64], ids=["one bucket", "many buckets"])
def bucket_bytes(request, monkeypatch):
    monkeypatch.setattr(exchange, "BUCKET_BYTES", request.param)


def _assert_right(result, sources, targets, n):
    expected = clconn.connected_components(clconn.Graph.from_edges(sources, targets, n))
    assert result.frame["vertex"].tolist() == list(range(n))
    assert result.frame["root"].tolist() == expected.roots.tolist()
    assert result.count == expected.count


@given(st.lists(WORDS, min_size=1, max_size=9), st.integers(0, 40))
def test_mixing_can_be_undone(values, salt):
    values = np.array(values, np.int64)
    mixed_values = mix(values, salt)
    assert unmix(mixed_values, salt).tolist() == values.tolist()
    assert (mix(values, salt + 1) != mixed_values).all()


@pytest.mark.parametrize("bits", [1, 2, 7, 16])
def test_mixing_of_few_bits_is_a_permutation(bits):
    everything = np.arange(2**bits)
    assert sorted(mix_bits(everything, bits, 5).tolist()) == everything.tolist()


def test_buckets_are_even():
    sizes = np.bincount(buckets_of(np.arange(0, 700_000, 7), 10), minlength=10)
    assert sizes.sum() == 100_000
    assert abs(sizes - 10_000).max() < 500


def _local_components(block):
    """The definition of a partition's groups: sets of vertices, by merging those that meet."""
    groups = []
    for edge in zip(block.sources.tolist(), block.targets.tolist(), strict=True):
        meet = [group for group in groups if group & set(edge)]
        groups = [group for group in groups if not group & set(edge)]
        groups.append(set(edge).union(*meet))
    return groups


def _names_after_a_round(partitions, salt):
    """The definition of a round: the first name of all that a name shares a group with."""

    def rank(name):
        return int(mix(np.array([name]), salt)[0])

    around = defaultdict(set)
    for groups in partitions:
        for group in groups:
            for name in group:
                around[name] |= group
    return {name: min(names, key=rank) for name, names in around.items()}


def test_rounds_do_what_their_definition_says():
    random = np.random.default_rng(8)
    sources, targets = random.integers(0, 120, (2, 130))
    blocks = shared_out(sources, targets, 4)
    groups = [_local_components(block) for block in blocks]
    client = EagerClient()
    contract = partition_of.contract_locally
    states = [client.submit(contract, block, ON_OWN_DEVICE, pure=False) for block in blocks]
    names = {int(v): int(v) for v in np.unique([sources, targets])}
    steps = [[] for _ in blocks]
    for salt in range(4):
        both = run_round(client, states, 2, salt, contraction.round_steps(ON_OWN_DEVICE))
        states = [Done(each.value[0]) for each in both]
        for step, each in zip(steps, both, strict=True):
            step.append(Done(each.value[1]))
        taken = _names_after_a_round(groups, salt)
        names = {vertex: taken.get(name, name) for vertex, name in names.items()}
        # Groups are renamed, and those that share a name are one from then on.
        lines = [[sorted({taken[name] for name in group}) for group in part] for part in groups]
        groups = [_local_components(shared_out(*_edges_of_groups(part), 1)[0]) for part in lines]
        for block, state, step in zip(blocks, states, steps, strict=True):
            vertices = np.unique([block.sources, block.targets])
            last = partition_of.last_names(
                state.value, None, [each.value for each in step]
            ).tolist()
            assert last == [names[v] for v in vertices.tolist()]


def test_three_quarters_are_of_the_names_and_not_of_each_partition():
    for partitions, keeps in ((4, False), (128, True)):
        sources, targets = np.random.default_rng(1).integers(0, 4096, (2, 16384))
        client = EagerClient()
        contract = partition_of.contract_locally
        blocks = shared_out(sources, targets, partitions)
        before = [client.submit(contract, block, ON_OWN_DEVICE, pure=False) for block in blocks]
        both = run_round(client, before, 1, 0, contraction.round_steps(ON_OWN_DEVICE))
        names = [
            [state.names[state.is_live()] for state in states]
            for states in ([each.value for each in before], [each.value[0] for each in both])
        ]
        distinct = [np.unique(np.concatenate(each)).size for each in names]
        live = [sum(part.size for part in each) for each in names]
        assert distinct[1] < 0.75 * distinct[0]
        assert (live[1] > 0.75 * live[0]) == keeps


def _edges_of_groups(groups):
    pairs = [(group[0], name) for group in groups for name in group]
    return np.array(pairs, np.int64).reshape(-1, 2).T


@pytest.mark.usefixtures("bucket_bytes")
@pytest.mark.parametrize("gather_bytes", [0, 3000, None])
@pytest.mark.parametrize(
    ("edges", "n"),
    [
        (_path(700), 700),
        (_hub(600), 600),
        ((np.arange(500), np.arange(500)[::-1]), 503),
        (mixed(*np.random.default_rng(4).integers(0, 900, (2, 800))), 1000),
        (([], []), 5),
        (([], []), 0),
        (([3], [3]), 4),
    ],
    ids=["path", "hub", "matching", "random", "no edges", "empty", "loop"],
)
def test_components_are_those_of_one_machine(edges, n, gather_bytes):
    result = _solve(*edges, 5, n, gather_bytes=gather_bytes)
    _assert_right(result, *edges, n)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(WORDS, WORDS) | st.tuples(st.integers(-4, 4), st.integers(-4, 4))),
    st.integers(1, 4),
    st.sampled_from([0, 48]),
)
def test_any_integers_are_vertices(pairs, partitions, gather_bytes):
    sources, targets = np.array(pairs, np.int64).reshape(-1, 2).T
    result = _solve(sources, targets, partitions, gather_bytes=gather_bytes)
    graph = clconn.Graph.from_edges(sources, targets, renumber=True)
    expected = clconn.connected_components(graph)
    assert result.count == expected.count
    found = dict(zip(result.frame["vertex"].tolist(), result.frame["root"].tolist(), strict=True))
    nodes = np.asarray(graph.nodes, np.int64).tolist()
    assert found == {
        node: nodes[root] for node, root in zip(nodes, expected.roots.tolist(), strict=True)
    }


def test_without_partitions_there_is_nothing():
    result = _solve([], [], 0, gather_bytes=0)
    assert (result.count, result.rounds) == (0, ())
    assert repr(result) == "ContractedComponents(count=0, rounds=0)"


def test_the_rounds_of_a_path_are_logarithmic():
    n = 1 << 14
    result = _solve(*_path(n), 4, n, gather_bytes=0)
    assert result.count == 1
    live = [each.live for each in result.rounds]
    # Three quarters a round are expected at most, and a path does better.
    assert len(live) <= 2 * 14
    large = [before for before in live if before > 1000]
    assert all(after < 0.75 * before for before, after in pairwise(large))
    assert [each.left_bytes for each in result.rounds] == [16 * each for each in live]
    assert result.rounds[0].shuffled_bytes == 24 * sum(
        np.unique([block.sources, block.targets]).size for block in shared_out(*_path(n), 4)
    )


def test_the_rounds_of_a_star_are_few():
    n = 1 << 14
    result = _solve(*_hub(n), 16, n, gather_bytes=0)
    assert result.count == 1
    # A leaf is in one partition, and the hub in each: a round leaves each two names at most.
    live = [each.live for each in result.rounds]
    assert live[0] == n - 1 + 16
    assert live[1] <= 32
    assert len(result.rounds) <= 6


def test_buckets_are_few():
    megabyte, client = 1 << 20, EagerClient()  # a sixteenth of its workers' memory is 64 MB
    assert bucket_count(client, 100, 50) == bucket_count(client, 0, 0) == 1
    assert bucket_count(client, 80 * megabyte, 50) == 10
    assert bucket_count(client, 8000 * megabyte, 50) == 8000 // 64
    assert bucket_count(client, 800 * megabyte, 50) == 50
    # More pieces than a scheduler can count are made only if buckets would not fit.
    assert bucket_count(client, 800 * megabyte, 5000) == 13
    assert bucket_count(client, 8000 * megabyte, 5000) == 125


@pytest.mark.parametrize("edges", [_path, _hub])
def test_no_task_has_an_array_of_all_vertices(edges, monkeypatch):
    n = 1 << 15
    monkeypatch.setattr(exchange, "BUCKET_BYTES", n)
    client = EagerClient(weigh=True)
    result = _solve(*edges(n), 24, n, client, gather_bytes=n // 2)
    assert result.count == 1
    assert result.rounds
    weight, task = client.heaviest
    # Its arguments, its value and all in between are smaller than 8 bytes for each vertex.
    assert weight < 8 * n, task


@pytest.mark.parametrize("wrong", [-1, "1 GB", 2.5])
def test_a_wrong_limit_is_refused(wrong):
    with pytest.raises(OptionError, match=r"gather_bytes is .*; expected a number of bytes"):
        _solve([0], [1], 1, gather_bytes=wrong)


def test_tasks_tell_dask_what_they_hold():
    sizeof = pytest.importorskip("dask.sizeof").sizeof
    block = shared_out(np.arange(1000), np.arange(1, 1001), 1)[0]
    names = partition_of.contract_locally(block, ON_OWN_DEVICE)
    assert sizeof(names) >= 12 * 1001
    pairs = partition_of.propose(names, 0)
    assert sizeof(split(pairs, buckets_of(pairs.keys, 3), 3)) >= 24 * 1001
