"""Ranks of 64-bit numbers on a device against numpy's."""

import numpy as np
import pytest

from clconn.errors import DeviceMemoryError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.weighted_placement import put_weighted_graph
from clconn.opencl_backend.primitives.dense_ranks import rank
from tests.helpers.cases import for_each
from tests.helpers.small_degree_classes import runtime_with_small_classes


@pytest.fixture(params=["usual", "small"])
def runtime(request, device):
    """A runtime of the device: as it is, and one with groups of eight work-items."""
    return open_runtime(device) if request.param == "usual" else runtime_with_small_classes(device)


@for_each("count", [1, 2, 33, 1000, 70_001])
@pytest.mark.parametrize("most", [1, 3, 2**32, 2**33 + 1, 2**64])
def test_ranks(most, count, runtime):
    numbers = np.random.default_rng(count).integers(0, most, count, dtype=np.uint64, endpoint=False)
    numbers[count // 2] = most - 1
    ranks = runtime.download(rank(runtime, runtime.upload(numbers), count), count, np.uint32)
    np.testing.assert_array_equal(ranks, np.unique(numbers, return_inverse=True)[1])


@pytest.mark.parametrize("maximum", [False, True])
@pytest.mark.parametrize("dtype", [np.int64, np.uint64, np.float64, ">f8", np.longdouble])
@pytest.mark.parametrize("where", ["gpu", "full-gpu", "processor"])
def test_wide_weights_of_rows(where, dtype, maximum, device, monkeypatch):
    runtime = runtime_with_small_classes(device)
    runtime.is_cpu = where == "processor"
    if where == "full-gpu":

        def refuse(needs, purpose):
            if "sorted pairs" in needs:
                raise DeviceMemoryError(purpose)

        monkeypatch.setattr(runtime, "check_memory", refuse)
    generator = np.random.default_rng(3)
    matrix = np.triu(generator.random((30, 30)) < 0.4, 1)
    weights = np.where(matrix, generator.choice([0.1, 0.3, 1e18, 2.5e18, 7e18], (30, 30)), 0)
    weights += weights.T
    sources, targets = np.nonzero(weights)
    offsets = np.searchsorted(sources, np.arange(31))
    values = weights[sources, targets].astype(dtype)
    graph = Graph.from_csr(offsets, targets, weights=values)
    rows = put_weighted_graph(graph, runtime, maximum=maximum, as_rows=True)
    assert rows.is_clean
    keys = runtime.download(rows.keys, rows.entry_count, np.uint32).astype(np.int64)
    values = -values.astype(np.longdouble) if maximum else values
    for one, other in zip(values, keys, strict=True):
        np.testing.assert_array_equal(values < one, keys < other)
        np.testing.assert_array_equal(values == one, keys == other)
