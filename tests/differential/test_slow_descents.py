"""The look at chains on the device gives exactly what the reference's gives."""

from hypothesis import given, settings

import clconn
from clconn.opencl_backend.graph import slow_descents as on_device
from clconn.reference.graph import slow_descents as descents
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.small_degree_classes import with_long_offsets
from tests.helpers.strategies import graphs


def _assert_equal(graph, device):
    rows = graph.adjacency()
    expected = descents.slow_descents(rows.offsets.tolist(), rows.neighbors.tolist())
    made = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    for given_graph in (made, with_long_offsets(made)):
        assert given_graph.to(device).slow_descents == expected
    return expected


def test_both_walk_as_far():
    assert (descents.STEPS, descents.DROP) == (on_device.STEPS, on_device.DROP)


@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, device):
    _assert_equal(hand_made(name), device)


@settings(max_examples=30)
@given(graph=graphs())
def test_drawn_graphs(device, graph):
    _assert_equal(graph, device)


def test_long_thin_graphs_and_wide_ones(device):
    path = clconn.generate("path", n=5000)
    assert _assert_equal(path, device) > 0.99
    assert _assert_equal(clconn.generate("path", n=5000, shuffled=True), device) == 0
    ids = clconn.Graph.from_edges(range(4999, 0, -1), range(4998, -1, -1))
    assert _assert_equal(ids, device) > 0.99
    long = clconn.generate("torus", rows=2000, columns=8)
    assert _assert_equal(long, device) > 0.9
    wide = clconn.generate("torus", rows=400, columns=400)
    assert _assert_equal(wide, device) < 0.1
