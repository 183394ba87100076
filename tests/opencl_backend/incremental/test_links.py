"""The edges of a stream's forest, sorted by the device or by the host."""

import numpy as np
import pytest

import clconn
from clconn.opencl_backend.incremental import trees
from tests.helpers.queues import new_runtime


@pytest.mark.parametrize(("n", "m"), [(1, 1), (5, 0), (5, 3), (20_000, 30_000), (30_000, 10_000)])
def test_links_ascend_and_are_the_edges(n, m, device, monkeypatch):
    monkeypatch.setattr(trees, "_LEAST_TO_SORT", 1)
    ends = np.random.default_rng(0).integers(0, n, (2, m)).astype(np.int32)
    graph = clconn.Graph.from_edges(*ends, n=n)
    like_a_gpu = new_runtime(device)
    like_a_gpu.is_cpu = False
    for runtime in (like_a_gpu, device):
        live = clconn.IncrementalComponents(n, device=runtime, forest=True)
        for begin in range(0, m, 7000):
            live.insert(*ends[:, begin : begin + 7000])
        forest = live.spanning_forest()
        assert forest.edge_ids.dtype == np.int64
        assert (np.diff(forest.edge_ids) > 0).all()
        found, given = np.sort(forest.edges, axis=0), np.sort(ends[:, forest.edge_ids], axis=0)
        assert np.array_equal(found, given)
        assert clconn.verify.forest(graph, forest)


def test_a_device_without_room_leaves_the_sort_to_the_host(device, monkeypatch):
    def full(self, most):
        raise clconn.errors.DeviceMemoryError("full")

    monkeypatch.setattr(trees, "_LEAST_TO_SORT", 1)
    monkeypatch.setattr(trees.Trees, "_sorted_links", full)
    runtime = new_runtime(device)
    runtime.is_cpu = False
    live = clconn.IncrementalComponents(4, device=runtime, forest=True)
    live.insert(np.array([2, 0], dtype=np.int32), np.array([3, 1], dtype=np.int32))
    assert live.spanning_forest().edge_ids.tolist() == [0, 1]
