"""The weights of a forest come back from the keys, where these are on a device of its own."""

import numpy as np
import pytest

import clconn
from clconn.errors import DeviceMemoryError
from clconn.opencl_backend.graph.weight_keys import keys_of_weights
from clconn.opencl_backend.minimum_forest import minimum_forest
from tests.helpers.queues import new_runtime

SOURCES, TARGETS = np.array([0, 1, 2, 0, 4]), np.array([1, 2, 3, 3, 5])

WEIGHTS = {
    "int64": np.array([9 - 2**40, -(2**40), 2 - 2**40, 7 - 2**40, 2**31 - 2**40]),
    "whole": np.array([2.0**53, 2.0**53 - 1, 2.0**53 - 8, 2.0**53 - 2, 2.0**53 - 3]),
    "float16": np.array([1, -2, 3, 0.5, 4], dtype=np.float16),
    "big-endian": np.array([3, 2, 9, 1, 7], dtype=">i4"),
    "uint8": np.array([255, 0, 7, 7, 1], dtype=np.uint8),
    "negative zero": np.array([0.0, -0.0, 3.0, 1.0, -0.0]),
    "too wide": np.array([0.1, 1e300, -5e-324, 2.0, 3.0]),
}


@pytest.fixture(scope="module")
def runtime(device):
    """A runtime that takes the device for one with memory of its own."""
    runtime = new_runtime(device)
    runtime.is_cpu = False
    return runtime


@pytest.mark.parametrize("maximum", [False, True])
@pytest.mark.parametrize("form", ["edges", "rows"])
@pytest.mark.parametrize("kind", WEIGHTS)
def test_weights_of_a_forest(kind, form, maximum, runtime):
    weights = WEIGHTS[kind]
    graph = clconn.Graph.from_edges(SOURCES, TARGETS, n=7, weights=weights)
    if form == "rows":
        rows = graph.adjacency(edge_ids=True)
        graph = clconn.Graph.from_csr(
            rows.offsets, rows.neighbors, weights=weights[rows.edge_ids], symmetric=True
        )
    forest = clconn.minimum_spanning_forest(graph, device=runtime, maximum=maximum)
    assert forest.weights.dtype == weights.dtype
    assert forest.weights.tobytes() == graph.weights[forest.edge_ids].tobytes()


@pytest.mark.parametrize(("kind", "is_decoded"), [("int64", True), ("negative zero", False)])
def test_which_weights_are_decoded(kind, is_decoded, runtime, monkeypatch):
    """Only where a zero may have lost its sign, and where keys are ranks, the host gathers."""
    gathered = []
    monkeypatch.setattr(
        minimum_forest,
        "forest_weights",
        lambda graph, ids: gathered.append(ids) or graph.weights[ids],
    )
    graph = clconn.Graph.from_edges(SOURCES, TARGETS, n=7, weights=WEIGHTS[kind])
    _ = clconn.minimum_spanning_forest(graph, device=runtime).weights
    assert bool(gathered) != is_decoded


def test_the_host_gathers_where_the_device_is_full(runtime, monkeypatch):
    def full(*_):
        raise DeviceMemoryError("no bytes left")

    monkeypatch.setattr(minimum_forest, "gather_keys", full)
    graph = clconn.Graph.from_edges(SOURCES, TARGETS, n=7, weights=WEIGHTS["int64"])
    forest = clconn.minimum_spanning_forest(graph, device=runtime)
    assert forest.weights.tolist() == WEIGHTS["int64"][forest.edge_ids].tolist()


def test_ranks_are_no_code(runtime):
    keys = keys_of_weights(runtime, WEIGHTS["too wide"], maximum=False, needs={})
    assert keys.code is None
