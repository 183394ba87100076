"""Rows of weighted graphs on a device: what each entry says of its edge."""

import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import DeviceMemoryError, GraphError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.opencl_backend.minimum_forest.ecl_mst import SAMPLES, filter_threshold
from clconn.weight_keys import canonical_edges, order_keys
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.plans import minimum_forest
from tests.helpers.strategies import graphs


def download(placed):
    """Offsets, neighbors, keys and indices of the rows on the host."""
    weighted_rows = placed.weighted_rows
    runtime, rows = placed.runtime, weighted_rows.rows
    return (
        runtime.download(rows.offsets, rows.n + 1, rows.offset_dtype),
        runtime.download(rows.neighbors, rows.entry_count),
        runtime.download(weighted_rows.keys, rows.entry_count, np.uint32),
        runtime.download(weighted_rows.indices, rows.entry_count, np.uint32),
    )


def check_order(graph, ids, keys, maximum):
    """The keys compare as the weights of the edges do."""
    if graph.weights is None:
        assert not keys.any()
        return
    expected = order_keys(graph.weights[ids], maximum=maximum)
    for one, other in ((keys, expected), (expected, keys)):
        in_order = other[np.argsort(one, kind="stable")].astype(np.int64)
        assert (np.diff(in_order) >= 0).all()
    assert np.unique(keys).size == np.unique(expected).size


def check(graph, device, maximum=False, **how):
    """The arrays and the rows hold the edges that represent the user's, and no other pair."""
    placed = put_weighted_graph(graph, device, maximum=maximum, **how)
    edges = canonical_edges(graph, maximum=maximum)
    sources, targets = graph.edges()
    arrays = placed.edge_arrays()
    runtime = placed.runtime
    ends = np.stack([runtime.download(a, arrays.count) for a in (arrays.sources, arrays.targets)])
    ids = np.flatnonzero(ends[0] != ends[1])
    np.testing.assert_array_equal(
        np.sort(ends[:, ids], axis=0), np.sort([sources[ids], targets[ids]], axis=0)
    )
    keys = runtime.download(placed.keys, arrays.count, np.uint32)[ids]
    check_order(graph, ids, keys, maximum)
    # Nothing is lost: the lightest edge between two vertices, the first one on a tie, is there.
    assert lightest(ends[:, ids], keys, ids) == lightest(
        np.stack([edges.sources, edges.targets]), edges.keys, edges.ids
    )
    offsets, neighbors, row_keys, indices = download(placed)
    assert (placed.n, placed.entry_count) == (graph.n, neighbors.size)
    assert placed.edge_count * 2 == neighbors.size
    assert placed.symmetric
    assert (offsets[0], offsets[-1]) == (0, neighbors.size)
    vertices = np.repeat(np.arange(graph.n), np.diff(offsets))
    # Each edge is at both ends, with its index and its key.
    assert np.all(np.unique(indices, return_counts=True)[1] == 2)
    of_entries = np.sort([sources[indices], targets[indices]], axis=0)
    np.testing.assert_array_equal(np.sort([vertices, neighbors], axis=0), of_entries)
    np.testing.assert_array_equal(np.unique(indices), ids)
    np.testing.assert_array_equal(row_keys, keys[np.searchsorted(ids, indices)])
    if ids.size:
        some_keys, some = placed.sample(np.arange(placed.edge_count)[::3])
        np.testing.assert_array_equal(some_keys, keys[np.searchsorted(ids, some)])
    assert placed.id_bound > edges.ids.max(initial=-1)
    return placed


def lightest(ends, keys, ids):
    """The id of the lightest edge between each two vertices."""
    found = {}
    ranks = np.unique(keys, return_inverse=True)[1].tolist()
    low, high = np.sort(ends, axis=0).tolist()
    for *pair, _, edge in sorted(zip(low, high, ranks, ids.tolist(), strict=True), reverse=True):
        found[tuple(pair)] = edge
    return found


def weighted(graph, weights):
    made = copy.copy(graph)
    made.weights = weights
    return made


@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, device):
    graph = hand_made(name)
    weights = np.random.default_rng(1).integers(0, 9, graph.edge_count)
    check(weighted(graph, None), device)
    for maximum in (False, True):
        check(weighted(graph, weights), device, maximum)


@given(graph=graphs(), seed=st.integers(0, 99))
def test_drawn_graphs(device, graph, seed):
    check(weighted(graph, np.random.default_rng(seed).random(graph.edge_count)), device)


def test_clean_rows_stay_where_they_are(device):
    offsets, neighbors = [0, 1, 3, 4], np.array([1, 0, 2, 1], dtype=np.int32)
    for weights in (None, [5, 5, 6, 6]):
        graph = Graph.from_csr(offsets, neighbors, weights=weights, symmetric=True)
        rows = check(graph, device, as_rows=True)
        assert rows.is_clean
        if rows.runtime.is_cpu:
            neighbors[:2] = [0, 1]
            assert download(rows)[1][:2].tolist() == [0, 1]
            neighbors[:2] = [1, 0]


def test_two_weights_of_an_edge(device):
    graph = Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1], weights=[5, 4, 6, 7], symmetric=True)
    for as_rows in (False, True):
        for maximum in (False, True):
            assert not check(graph, device, maximum, as_rows=as_rows).is_clean
        graph = copy.copy(graph)


def test_rows_that_only_look_symmetric(device):
    """Of as many entries as the rows made of them: a loop in the place of the other direction."""
    check(Graph.from_csr([0, 1, 2], [1, 1], weights=[3, 1]), device)


def test_nothing_but_loops(device):
    weights = np.array([0.1, 1e300])  # which need ranks
    graph = Graph.from_csr([0, 2], [0, 0], weights=weights, symmetric=True)
    check(graph, device)


def test_kept_for_each_direction(device):
    graph = Graph.from_edges([0, 1], [1, 2], 3, weights=[1, 2])
    kept = put_weighted_graph(graph, device)
    assert put_weighted_graph(graph, device) is kept
    assert put_weighted_graph(graph, device, maximum=True) is not kept


def test_too_little_memory(device, monkeypatch):
    runtime = open_runtime(device)
    rows = {"offsets": 16, "neighbors": 16, "keys": 16, "edge indices": 16}
    graph = Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1], weights=[5, 5, 6, 6])
    edges = Graph.from_edges([0, 1], [1, 2], 3, weights=[1, 2])
    for host, expected in (
        (graph, rows),
        (edges, {"sources": 8, "targets": 8, "weights": 8 * 2, "keys": 8}),
    ):

        def refuse(needs, purpose, expected=expected):
            if set(needs) == set(expected):
                assert needs == expected
                raise DeviceMemoryError(f"{purpose} needs {sum(needs.values())}")

        monkeypatch.setattr(runtime, "check_memory", refuse)
        with pytest.raises(DeviceMemoryError, match=f"weights needs {sum(expected.values())}"):
            put_weighted_graph(host, runtime)


class TestDeviceGraphs:
    def test_made_of_a_graph_on_the_host(self, device):
        for make in (Graph.from_edges, lambda *edges, **more: _rows(*edges, **more)):
            graph = make([0, 1, 2, 0], [1, 2, 0, 3], n=4, weights=[3, 1, 2, 9])
            placed = graph.to(device)
            expected = minimum_forest(graph, device=device).edge_ids
            np.testing.assert_array_equal(minimum_forest(placed).edge_ids, expected)
            heaviest = minimum_forest(placed, maximum=True).edge_ids
            assert heaviest.tolist() != expected.tolist()

    def test_ids_on_the_device(self, device):
        for sources, targets in (([0, 1, 1], [1, 2, 2]), ([0, 1, 1, 2], [1, 1, 2, 1])):
            graph = Graph.from_edges(sources, targets, 3, weights=np.arange(len(sources))[::-1])
            forest = minimum_forest(graph, device=device)
            on_device = forest.on_device.edge_ids
            assert on_device.shape == (2,)
            assert on_device.dtype == np.int32
            np.testing.assert_array_equal(on_device.get(), forest.edge_ids)

    def test_made_of_arrays_on_the_device(self, device):
        import pyopencl.array as cl_array

        queue = open_runtime(device).queue
        arrays = [cl_array.to_device(queue, np.array(a, np.int32)) for a in ([0, 1, 2], [1, 0])]
        placed = clconn.DeviceGraph.from_csr(*arrays)
        with pytest.raises(GraphError, match="no weights"):
            minimum_forest(placed)


def _rows(sources, targets, n, weights):
    order = np.argsort(sources, kind="stable")
    offsets = np.searchsorted(np.sort(sources), np.arange(n + 1))
    return Graph.from_csr(offsets, np.array(targets)[order], weights=np.array(weights)[order])


def _threshold(n, keys, c, seed):
    return filter_threshold(n, keys.size, lambda numbers: (keys[numbers], numbers), c, seed)


class TestFilterThreshold:
    def test_none_where_it_would_not_pay(self):
        assert _threshold(0, np.empty(0, np.uint32), 3, 1) is None
        assert _threshold(100, np.zeros(199, np.uint32), 1.5, 1) is None
        assert _threshold(100, np.zeros(300, np.uint32), 3, 1) is None
        assert _threshold(100, np.zeros(301, np.uint32), 3, 1) is not None

    def test_about_so_many_edges(self):
        n, m = 1000, 100_000
        keys = np.random.default_rng(4).integers(0, 2**32, m, dtype=np.uint32)
        shares = []
        for c in (1.5, 8, 50):
            found = [_threshold(n, keys, c, seed) for seed in range(1, 100)]
            lighter = np.mean([np.count_nonzero(keys <= key) for key, _ in found])
            # The r-th of k sampled edges is, on average, the (r + 1) / (k + 1)-th of all.
            rank = int(SAMPLES * c * n / m)
            assert lighter / m == pytest.approx((rank + 1) / (SAMPLES + 1), rel=0.2)
            shares.append(lighter)
        assert shares == sorted(shares)

    def test_seed(self):
        keys = np.random.default_rng(4).integers(0, 2**32, 10_000, dtype=np.uint32)
        found = [_threshold(1000, keys, 3, seed) for seed in (1, 1, 2, 3)]
        assert found[0] == found[1]
        assert len(set(found)) > 1

    def test_equal_keys_are_cut_by_their_indices(self):
        key, index = _threshold(100, np.zeros(1000, np.uint32), 3, 1)
        assert key == 0
        assert 0 < index < 999
