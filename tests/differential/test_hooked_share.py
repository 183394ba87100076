"""What hooking all vertices covers, on the device and in the reference."""

import numpy as np
from hypothesis import given, settings

import clconn
from clconn.opencl_backend.graph import hooked_share as on_device
from clconn.reference.graph import hooked_share as share
from tests.helpers.cases import case, for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.small_degree_classes import with_long_offsets
from tests.helpers.strategies import graphs


def _lists(graph):
    rows = graph.adjacency()
    return rows.offsets.tolist(), rows.neighbors.tolist()


def _assert_equal(graph, device):
    expected = share.first_neighbors(*_lists(graph)), share.hooked_share(*_lists(graph))
    rows = graph.adjacency()
    made = clconn.Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True)
    for given_graph in (made, with_long_offsets(made)):
        placed = given_graph.to(device)
        assert (placed.first_neighbors, placed.hooked_share) == expected
    return expected


def test_both_take_as_many_edges():
    assert share.EDGES == on_device.EDGES == 2
    assert share.HUB == on_device.HUB


@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, device):
    _assert_equal(hand_made(name), device)


@settings(max_examples=30)
@given(graph=graphs())
def test_drawn_graphs(device, graph):
    _assert_equal(graph, device)


def test_more_vertices_than_samples(device):
    n = 20_000
    i = np.arange(n)
    grid = clconn.generate("torus", rows=100, columns=200)
    ends = grid.adjacency()
    sources = np.concatenate([ends.sources(), ends.sources() + grid.n])
    targets = np.concatenate([ends.neighbors, ends.neighbors + grid.n])
    cases = {
        "grid": (grid, 1.0),
        "two grids": (clconn.Graph.from_edges(sources, targets), 0.5),
        # Hooks leave every other vertex a root, whose two edges join them all.
        "from both sides": (clconn.Graph.from_edges(i[:-1], (n - 1 - i)[1:] % n, n), None),
        "random": (clconn.Graph.from_edges(*np.random.default_rng(1).integers(0, n, (2, n))), None),
        "no edges": (clconn.Graph.from_edges([], [], n), None),
    }
    for name, (graph, covered) in cases.items():
        with case(graph=name):
            first, found = _assert_equal(graph, device)
            if covered is not None:
                assert first.roots < 0.005
                assert abs(found - covered) < 0.02
