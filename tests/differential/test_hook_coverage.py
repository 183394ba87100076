"""The look at a few vertices on the device gives exactly what the reference's gives."""

import numpy as np
from hypothesis import given, settings

import clconn
from clconn.opencl_backend.graph import hook_coverage as on_device
from clconn.reference.graph import hook_coverage as coverage
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.small_degree_classes import with_long_offsets
from tests.helpers.strategies import graphs


def _assert_equal(graph, device):
    rows = graph.adjacency()
    expected = coverage.hook_coverage(rows.offsets.tolist(), rows.neighbors.tolist())
    made = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    for given_graph in (made, with_long_offsets(made)):
        assert given_graph.to(device).hook_coverage == expected


def test_both_look_at_as_many_vertices():
    assert (coverage.SAMPLES, coverage.STEPS) == (on_device.SAMPLES, on_device.STEPS)


@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, device):
    _assert_equal(hand_made(name), device)


@settings(max_examples=30)
@given(graph=graphs())
def test_drawn_graphs(device, graph):
    _assert_equal(graph, device)


def test_more_vertices_than_samples(device):
    order = np.random.default_rng(4).permutation(20_000)
    graph = clconn.Graph.from_edges(order[:-1], order[order[:-1] % 50], 20_000)
    _assert_equal(graph, device)
