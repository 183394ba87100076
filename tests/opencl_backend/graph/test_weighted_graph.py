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
from clconn.opencl_backend.graph.weighted_graph import put_weighted_graph
from clconn.opencl_backend.minimum_forest.ecl_mst import SAMPLES, filter_threshold
from clconn.weight_keys import canonical_edges
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.plans import minimum_forest
from tests.helpers.strategies import graphs


def download(rows):
    """Offsets, neighbors, keys and indices on the host."""
    runtime, entries = rows.runtime, rows.entry_count
    offset = np.int32 if rows.offset_type == "int" else np.int64
    return (
        runtime.download(rows.offsets, rows.n + 1, offset),
        runtime.download(rows.neighbors, entries),
        runtime.download(rows.keys, entries, np.uint32),
        runtime.download(rows.indices, entries),
    )


def check(graph, device, maximum=False):
    rows = put_weighted_graph(graph, device, maximum=maximum)
    edges = canonical_edges(graph, maximum=maximum)
    assert (rows.n, rows.edge_count, rows.entry_count) == (
        graph.n,
        edges.keys.size,
        2 * edges.keys.size,
    )
    assert rows.symmetric
    assert rows.is_sorted
    offsets, neighbors, keys, indices = download(rows)
    assert offsets[0] == 0
    assert offsets[-1] == neighbors.size
    vertices = np.repeat(np.arange(graph.n), np.diff(offsets))
    ends = np.sort([vertices, neighbors], axis=0)
    of_edges = np.sort([edges.sources, edges.targets], axis=0)
    np.testing.assert_array_equal(ends, of_edges[:, indices])
    np.testing.assert_array_equal(keys, edges.keys[indices])
    assert np.all(np.bincount(indices, minlength=edges.keys.size) == 2)
    within = np.diff(vertices) == 0
    assert np.all(np.diff(neighbors)[within] >= 0)
    ids = np.arange(edges.keys.size) if rows.ids is None else rows.ids
    np.testing.assert_array_equal(ids, edges.ids)
    some = np.arange(edges.keys.size)[::3]
    np.testing.assert_array_equal(rows.keys_of(some), edges.keys[::3])
    assert rows.id_bound > edges.ids.max(initial=-1)
    if rows.edge_ids is not None:
        id_dtype = np.int32 if rows.id_type == "int" else np.int64
        on_device = rows.runtime.download(rows.edge_ids, rows.edge_count, id_dtype)
        np.testing.assert_array_equal(on_device, edges.ids)
    return rows


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


def test_sorted_symmetric_rows_stay_where_they_are(device):
    offsets, neighbors = [0, 1, 3, 4], np.array([1, 0, 2, 1], dtype=np.int32)
    for weights in (None, [5, 5, 6, 6], [5, 4, 6, 7]):
        graph = Graph.from_csr(offsets, neighbors, weights=weights, symmetric=True)
        rows = check(graph, device)
        if rows.runtime.is_cpu:
            neighbors[:2] = [0, 1]
            assert download(rows)[1][:2].tolist() == [0, 1]
            neighbors[:2] = [1, 0]


def test_rows_that_only_look_symmetric(device):
    """Of as many entries as the rows made of them: a loop in the place of the other direction."""
    check(Graph.from_csr([0, 1, 2], [1, 1], weights=[3, 1]), device)


def test_kept_for_each_direction(device):
    graph = Graph.from_edges([0, 1], [1, 2], 3, weights=[1, 2])
    kept = put_weighted_graph(graph, device)
    assert put_weighted_graph(graph, device) is kept
    assert put_weighted_graph(graph, device, maximum=True) is not kept


def test_ids_only_where_they_differ(device):
    rows = put_weighted_graph(Graph.from_edges([0, 1], [1, 2], 3), device)
    assert rows.ids is None
    assert rows.edge_ids is None
    rows = put_weighted_graph(Graph.from_edges([0, 1, 1], [1, 1, 2], 3), device)
    assert rows.ids.tolist() == [0, 2]


def test_too_little_memory(device, monkeypatch):
    runtime = open_runtime(device)

    def refuse(needs, purpose):
        if "keys" not in needs:  # the first look, at what depends on n alone
            return
        assert set(needs) == {"offsets", "neighbors", "keys", "edge indices"}
        raise DeviceMemoryError(f"{purpose} needs {sum(needs.values())}")

    monkeypatch.setattr(runtime, "check_memory", refuse)
    # 4 offsets, 4 entries of 3 numbers.
    with pytest.raises(DeviceMemoryError, match="weights needs 64"):
        put_weighted_graph(Graph.from_edges([0, 1], [1, 2], 3), runtime)


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
    return filter_threshold(n, keys.size, keys.__getitem__, c, seed)


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
