"""What hooking all vertices covers, on the device and in the reference."""

import time

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
        # A path 0, n-1, 1, n-2, ... : hooks leave every other vertex a root, and edges join all.
        "from both sides": (
            clconn.Graph.from_edges(
                [*i[: n // 2], *i[1 : n // 2]], [*(n - 1 - i)[: n // 2], *(n - i)[1 : n // 2]], n
            ),
            1.0,
        ),
        "ends of a path": (_path_with_roots_at_its_end(n), 1.0),
        "random": (clconn.Graph.from_edges(*np.random.default_rng(1).integers(0, n, (2, n))), None),
        "no edges": (clconn.Graph.from_edges([], [], n), None),
    }
    for name, (graph, covered) in cases.items():
        with case(graph=name):
            first, found = _assert_equal(graph, device)
            assert first.roots < 0.005 or name not in ("grid", "two grids")
            assert covered is None or abs(found - covered) < 0.02


def _path_with_roots_at_its_end(n):
    """A path in order, and roots that are joined to its end by larger vertices alone."""
    path, roots = 84 * n // 100, 8 * n // 100
    i, j = np.arange(path), np.arange(roots)
    root, joining = path + j, path + roots + j
    sources = np.concatenate([i[1:], root, joining])
    targets = np.concatenate([i[:-1], joining, path - 1 - j % 100])
    return clconn.Graph.from_edges(sources, targets, n)


def test_chains_are_not_walked_again_and_again(device):
    """Uncompressed walks from all roots took seconds for 2^17 vertices, and minutes for 2^20."""
    n = 1 << 19
    placed = _path_with_roots_at_its_end(n).to(device)
    placed.first_neighbors  # noqa: B018
    start = time.perf_counter()
    assert placed.hooked_share > 0.9
    assert time.perf_counter() - start < 5
