"""Rounds on real workers: the public functions, limits of memory, and workers that die."""

import os
import signal

import numpy as np
import pytest

import clconn
from clconn.distributed import exchange
from clconn.errors import GraphError, OptionError, RoundLimitError
from tests.distributed.samples import tell_of_little_memory
from tests.distributed.shared_out import mixed

distributed = pytest.importorskip("distributed")
pytest.importorskip("dask.dataframe")


def _ring(n):
    order = np.random.default_rng(2).permutation(n)
    return mixed(order, np.roll(order, -1))


def _parts(sources, targets, count):
    from dask import delayed

    pairs = np.column_stack([sources, targets])
    return [delayed(part) for part in np.array_split(pairs, count)]


def _strong(sources, targets, n):
    graph = clconn.Graph.from_edges(sources, targets, n, directed=True)
    return clconn.strongly_connected_components(graph)


def test_strong_components(client):
    n = 2000
    edges = np.random.default_rng(3).integers(0, n, (2, 3000))
    expected = _strong(*edges, n)
    for gather_bytes in (0, None):
        found = clconn.distributed.strongly_connected_components(
            _parts(*edges, 4), n, gather_bytes=gather_bytes
        )
        np.testing.assert_array_equal(found.roots, expected.roots)
        np.testing.assert_array_equal(found.labels, expected.labels)
        assert (found.work.rounds > 0) == (gather_bytes == 0)


def test_strong_components_have_names(client):
    from dask import delayed

    parts = [delayed((["b", "c"], ["c", "b"])), delayed((["c", "a"], ["d", "b"]))]
    found = clconn.distributed.strongly_connected_components(parts)
    assert found.membership() == {"a": 0, "b": 1, "c": 1, "d": 2}


def test_contracted_components(client, monkeypatch):
    monkeypatch.setattr(exchange, "BUCKET_BYTES", 1 << 10)
    n = 3000
    edges = np.random.default_rng(4).integers(0, n, (2, 2500))
    expected = clconn.connected_components(clconn.Graph.from_edges(*edges, n))
    found = clconn.distributed.contracted_components(_parts(*edges, 3), n, gather_bytes=0)
    assert found.count == expected.count
    assert len(found.rounds) > 1
    assert found.frame.npartitions == 3
    assert found.frame.divisions == (0, 1000, 2000, 2999)
    frame = found.frame.compute()
    assert frame.index.tolist() == frame["vertex"].tolist() == list(range(n))
    np.testing.assert_array_equal(frame["root"], expected.roots)


def test_the_memory_of_a_worker_forces_rounds():
    n = 1_400_000
    limit = 512 << 20
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", memory_limit=limit
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = set(client.run(os.getpid).values())
        found = clconn.distributed.contracted_components(_parts(*_ring(n), 8), n)
        assert found.count == 1
        # What is live does not fit the part of a worker's memory that it may take.
        assert limit // 16 < 16 * found.rounds[0].live
        assert 0 < 16 * found.gathered <= limit // 16
        assert int(found.frame["root"].max().compute()) == 0
        assert set(client.run(os.getpid).values()) == pids  # no nanny had to end a worker


def test_a_star_of_a_million_leaves_stays_under_the_limit():
    n = 1_000_001
    leaves = np.random.default_rng(5).permutation(n - 1) + 1
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", memory_limit=400 << 20
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = set(client.run(os.getpid).values())
        parts = _parts(np.zeros_like(leaves), leaves, 16)
        found = clconn.distributed.contracted_components(parts, n, gather_bytes=0)
        assert found.count == 1
        assert found.rounds[0].live == n - 1 + 16
        assert len(found.rounds) <= 6
        assert set(client.run(os.getpid).values()) == pids


def _kill_after(function, name, times, victim):
    """Return a function that kills a worker after another one ran so many times."""
    calls = []

    def wrapped(*arguments, **more):
        value = function(*arguments, **more)
        calls.append(name)
        if len(calls) == times:
            os.kill(victim, signal.SIGKILL)
        return value

    return wrapped


@pytest.mark.parametrize("problem", ["weak", "strong"])
def test_a_worker_killed_between_rounds_costs_nothing_but_time(problem, mortals, monkeypatch):
    from clconn.distributed.contraction import rounds
    from clconn.distributed.strong import rounds as strong_rounds

    n = 1500
    edges = _ring(n) if problem == "strong" else mixed(np.arange(n - 2), np.arange(1, n - 1))
    victim = min(mortals.run(os.getpid).values())
    if problem == "weak":
        wrapped = _kill_after(rounds._measured, "measure", 4, victim)
        monkeypatch.setattr(rounds, "_measured", wrapped)
        found = clconn.distributed.contracted_components(_parts(*edges, 4), n, gather_bytes=0)
        expected = clconn.connected_components(clconn.Graph.from_edges(*edges, n))
        np.testing.assert_array_equal(found.frame["root"].compute(), expected.roots)
        assert len(found.rounds) > 4
    else:
        wrapped = _kill_after(strong_rounds._trim, "trim", 4, victim)
        monkeypatch.setattr(strong_rounds, "_trim", wrapped)
        found = clconn.distributed.strongly_connected_components(
            _parts(*edges, 4), n, gather_bytes=0
        )
        np.testing.assert_array_equal(found.roots, _strong(*edges, n).roots)
        assert found.work.rounds > 4
    mortals.wait_for_workers(2)
    assert victim not in mortals.run(os.getpid).values()


def test_a_worker_killed_between_rounds_of_a_forest(mortals, monkeypatch):
    from clconn.distributed.contraction import rounds

    n = 600
    edges = mixed(np.arange(n - 2), np.arange(1, n - 1))
    victim = min(mortals.run(os.getpid).values())
    tell_of_little_memory(monkeypatch, n)
    wrapped = _kill_after(rounds._measured, "measure", 4, victim)
    monkeypatch.setattr(rounds, "_measured", wrapped)
    found = clconn.distributed.spanning_forest(_parts(*edges, 4), n)
    assert found.edge_ids.tolist() == list(range(n - 2))
    assert len(found.report.rounds) > 3
    mortals.wait_for_workers(2)
    assert victim not in mortals.run(os.getpid).values()


def test_bad_arguments_are_refused(client):
    from dask import delayed

    parts = _parts([0, 1], [1, 2], 1)
    strong = clconn.distributed.strongly_connected_components
    with pytest.raises(OptionError, match="gather_bytes is -1"):
        strong(parts, gather_bytes=-1)
    with pytest.raises(OptionError, match="most_rounds is 0"):
        strong(parts, most_rounds=0)
    with pytest.raises(OptionError, match="unknown backend 'gpu'"):
        clconn.distributed.contracted_components(parts, backend="gpu")
    with pytest.raises(GraphError, match="must be integers of 64 bits"):
        clconn.distributed.contracted_components([delayed((["a"], ["b"]))])
    with pytest.raises(GraphError, match="partition 0"):
        clconn.distributed.contracted_components(parts, 2)
    pairs = [(2 * i + a, 2 * i + 2 + b) for i in range(60) for a in (0, 1) for b in (0, 1)]
    with pytest.raises(RoundLimitError, match="2 rounds were not enough"):
        strong(_parts(*mixed(*np.transpose(pairs)), 3), gather_bytes=0, most_rounds=2)
