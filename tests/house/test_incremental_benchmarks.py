"""The streams that are made on the device, and the script that measures batches."""

import sys

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

import clconn
from asv_benchmarks import incremental, incremental_modes
from asv_benchmarks.benchmarks import graphs, streams
from asv_benchmarks.benchmarks.incremental import cut
from asv_benchmarks.incremental_modes import MODES, EdgeStream, Session
from clconn.errors import ClconnError
from clconn.opencl_backend.device.devices import selector_of
from clconn.opencl_backend.device.runtime import open_runtime

SCALE = 10


@pytest.fixture
def runtime(device):
    """The runtime of the device."""
    return open_runtime(device)


def _on_host(arrays):
    return [array.get() for array in arrays]


@pytest.mark.parametrize("family", streams.FAMILIES)
def test_a_part_of_a_stream_is_the_same_as_in_the_whole(family, runtime):
    stream = streams.Stream(runtime, family, SCALE)
    whole = _on_host(stream.arrays())
    for end in whole:
        assert end.size == stream.edges == 10 * stream.n
        assert end.min() >= 0
        assert end.max() < stream.n
    for begin, count in ((0, 1), (1000, 77), (stream.edges - 1, 1), (5, 0)):
        for part, end in zip(_on_host(stream.arrays(begin, count)), whole, strict=True):
            np.testing.assert_array_equal(part, end[begin : begin + count])
    other = _on_host(streams.Stream(runtime, family, SCALE, seed=2).arrays())
    assert (whole[1] != other[1]).mean() > 0.5


def test_rmat_has_its_probabilities_at_every_level(runtime):
    sources, targets = _on_host(streams.Stream(runtime, "rmat", 13).arrays())
    for level in range(13):
        quadrant = 2 * (sources >> level & 1) + (targets >> level & 1)
        shares = np.bincount(quadrant, minlength=4) / quadrant.size
        np.testing.assert_allclose(shares, [0.5, 0.1, 0.1, 0.3], atol=0.01)
    # Two levels of one hash are independent.
    both = (sources & 1) * 2 + (sources >> 1 & 1)
    np.testing.assert_allclose(np.bincount(both) / both.size, [0.36, 0.24, 0.24, 0.16], atol=0.01)


def test_barabasi_albert_attaches_to_earlier_vertices_by_degree(runtime):
    stream = streams.Stream(runtime, "barabasi-albert", 13)
    sources, targets = _on_host(stream.arrays())
    assert (targets <= sources).all()
    assert set(np.bincount(sources)) == {streams.EDGES_PER_VERTEX}
    count = connected_components(
        coo_array((np.ones(sources.size), (sources, targets)), shape=(stream.n, stream.n))
    )[0]
    assert count == 1
    # Vertex v has about 10 sqrt(n / v) edges: the oldest 64th of the vertices has an eighth of the
    # ends. If each newcomer took any vertex, it would have a twentieth.
    oldest = np.count_nonzero(np.concatenate([sources, targets]) < stream.n // 64)
    assert 0.115 < oldest / (2 * stream.edges) < 0.135
    # In a random order, and not in that of the vertices.
    assert abs(np.corrcoef(sources, np.arange(sources.size))[0, 1]) < 0.02


def test_queries_take_their_share(runtime):
    stream = streams.Stream(runtime, "rmat", SCALE)
    plain = _on_host(stream.arrays())
    sources, targets, is_query = _on_host(stream.mixed(0.25))
    assert is_query.dtype == np.bool_
    assert 0.22 < is_query.mean() < 0.28
    for end, before in zip((sources, targets), plain, strict=True):
        np.testing.assert_array_equal(end[~is_query], before[~is_query])
        random = end[is_query]
        assert 0.45 < random.mean() / stream.n < 0.55
        assert random.min() >= 0
        assert random.max() < stream.n


def test_batches_are_cut_and_lose_nothing():
    ends = np.arange(10), np.arange(10, 20)
    for size, count in ((1, 10), (3, 4), (10, 1), (11, 1), ("all", 1)):
        parts = cut(ends, size)
        assert len(parts) == count
        for index, end in enumerate(ends):
            np.testing.assert_array_equal(np.concatenate([part[index] for part in parts]), end)
    assert cut((np.empty(0), np.empty(0)), "all") == []


def test_a_named_stream_has_each_edge_once(monkeypatch, tmp_path):
    monkeypatch.setenv("CLCONN_BENCHMARK_CACHE", str(tmp_path))
    graphs.rows.cache_clear()
    stream = incremental.named_stream("road-small")
    rows = clconn.generate("road-small").rows
    sources, targets = stream.ends
    assert stream.n == rows.offsets.size - 1
    assert 2 * stream.edges == rows.neighbors.size
    both = np.concatenate([sources, targets]), np.concatenate([targets, sources])
    order = np.lexsort((both[1], both[0]))
    np.testing.assert_array_equal(both[1][order], rows.neighbors)
    assert abs(np.corrcoef(sources, np.arange(sources.size))[0, 1]) < 0.02


@pytest.fixture
def session(runtime, monkeypatch):
    """A measurement of a small stream."""
    monkeypatch.setattr(incremental_modes, "WARM_UP", 0.0)
    monkeypatch.setattr(incremental_modes, "SMALL_BATCHES", (1, 10))
    monkeypatch.setattr(incremental_modes, "MOST_SMALL_BATCHES", 20)
    stream = streams.Stream(runtime, "rmat", 11)
    # As few edges as leave several components.
    few = EdgeStream("rmat", stream.n, stream.arrays(count=1500))
    return Session(runtime, few, runs=2, check=True)


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_measures(mode, session, capsys):
    batches = ["all", 1000]
    measured = MODES[mode](session, "auto", batches)
    printed = capsys.readouterr().out
    lines = {
        "device": 2, "later": 2, "host": 2, "file": 4, "small": 6, "queries": 10, "static": 1
    }[mode]  # fmt: skip
    assert printed.count("\n") == lines
    assert list(measured) == (batches if mode in ("device", "later") else [])
    assert all(time > 0 for time in measured.values())
    if mode not in ("small", "static"):
        count = np.unique(session.expected(session.stream.edges)).size
        assert count > 2
        assert printed.count(f"components {count:,}") == lines


@pytest.mark.parametrize("mode", ["device", "host", "small", "queries"])
def test_wrong_components_end_the_measurement(mode, session, monkeypatch):
    wrong = np.zeros(session.stream.n, np.int32)
    monkeypatch.setattr(Session, "expected", lambda session, edges: wrong)
    with pytest.raises(SystemExit, match="WRONG"):
        MODES[mode](session, "auto", ["all"])


def test_the_expected_components_are_scipys(session):
    for edges in (1, 100, session.stream.edges):
        sources, targets = (end[:edges] for end in session.stream.on_host)
        n = session.stream.n
        labels = connected_components(coo_array((np.ones(edges), (sources, targets)), (n, n)))[1]
        _, first = np.unique(labels, return_index=True)
        np.testing.assert_array_equal(session.expected(edges), first[labels])


def test_ratios_are_beside_the_peer(capsys):
    peer = incremental.PEER["graphs"]
    measured = {("auto", name, "all"): 2 * times[0] for name, times in peer.items()}
    measured |= {("auto", "rmat", "all"): 1.0, ("auto", "web", 10**6): peer["web"][1] / 4}
    incremental.print_ratios(measured)
    printed = capsys.readouterr().out
    assert "geometric mean of 10: 2.000, largest 2.000" in printed
    assert "geometric mean of 1: 0.250, largest 0.250" in printed


def test_the_command(device, monkeypatch, capsys):
    monkeypatch.setattr(incremental_modes, "WARM_UP", 0.0)
    command = ["incremental", "--graphs", "streams", "--scale", "7", "--batches", "all,500"]
    command += ["--runs", "1", "--device", selector_of(device), "auto", "coo/hooks/naive"]
    monkeypatch.setattr(sys, "argv", command)
    incremental.main()
    printed = capsys.readouterr().out
    assert printed.count("1,280 edges") == 2
    assert printed.count("billion edges/s") == 8


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["--graphs", "nowhere"], "no graph 'nowhere'; there are 2d-2e20"),
        (["--batches", "0"], "'0'; expected sizes or all"),
        (["--batches", "some"], "'some'; expected sizes or all"),
        (["--mode", "fast"], "invalid choice: 'fast'"),
    ],
)
def test_wrong_arguments(wrong, message, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["incremental", *wrong])
    with pytest.raises(SystemExit):
        incremental.main()
    assert message in capsys.readouterr().err


def test_a_wrong_variant_is_named(session):
    with pytest.raises(ClconnError, match="coo/none/none"):
        MODES["device"](session, "coo/none/none", ["all"])
