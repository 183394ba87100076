"""Arrays of edges on the device: of rows, of an edge list, and that nobody changes them."""

import numpy as np
import pytest

import clconn
from clconn.errors import DeviceMemoryError
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.graph.placement import to_device
from clconn.opencl_backend.union_find.coo import MOST_PIECES, piece_size
from clconn.reference.components import coo
from clconn.reference.graph.edge_arrays import edges_of_rows
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, as_rows, hand_made
from tests.helpers.oracles import scipy_roots
from tests.helpers.small_degree_classes import with_long_offsets


def _download(placed):
    arrays = placed.edge_arrays()
    return [
        placed.runtime.download(ends, arrays.count) for ends in (arrays.sources, arrays.targets)
    ]


def _by_rows(edges, placed):
    """The edges in the order of rows that ascend; those that a GPU makes need not."""
    is_made_there = placed.origin is not None and not placed.runtime.is_cpu
    return np.array(edges)[:, np.lexsort(edges[::-1])] if is_made_there else edges


@pytest.mark.parametrize("long", [False, True], ids=["int", "long"])
@pytest.mark.parametrize("symmetric", [False, True])
@for_each("name", HAND_MADE)
def test_the_edges_of_rows(name, symmetric, long, device):
    graph = hand_made(name)
    if graph.rows is None:
        graph = as_rows(graph)
    if long:
        graph = with_long_offsets(graph)
    placed = to_device(graph, device, symmetric=symmetric)
    rows = graph.adjacency() if placed.symmetric else graph.rows
    expected = edges_of_rows(rows.offsets, rows.neighbors, symmetric=placed.symmetric)
    np.testing.assert_array_equal(_by_rows(_download(placed), placed), expected)
    if placed.symmetric and graph.rows is not None and graph.symmetric:
        np.testing.assert_array_equal(_download(placed), graph.undirected_edges()[:2])


def test_they_are_made_once_and_their_memory_is_stated(device):
    runtime = open_runtime(device)
    rows = hand_made("torus").adjacency()
    placed = to_device(Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True), runtime)
    before = sum(placed.memory_needs.values())
    arrays = placed.edge_arrays()
    assert placed.edge_arrays() is arrays
    assert arrays.count == placed.entry_count // 2
    assert sum(placed.memory_needs.values()) == before + 4 * placed.entry_count


def test_the_neighbors_of_rows_that_are_not_symmetric_are_the_targets(device):
    graph = Graph.from_csr([0, 2, 2, 3], [1, 2, 1], symmetric=False)
    placed = to_device(graph, device)
    assert not placed.symmetric
    assert placed.edge_arrays().targets is placed.neighbors
    assert _download(placed)[0].tolist() == [0, 0, 2]


@pytest.mark.parametrize("variant", ["coo/async/split", "coo-relabel/ecl/halve"])
def test_an_edge_list_goes_there_as_it_is(variant, device, monkeypatch):
    """Nobody sorts it into rows, which would take longer than all the rest."""
    ends = np.random.default_rng(4).integers(0, 1000, (2, 700))
    graph = Graph.from_edges(ends[0], ends[1], 1000)
    roots = scipy_roots(graph)

    def refuse(self, **options):
        raise AssertionError("rows were made")

    monkeypatch.setattr(Graph, "adjacency", refuse)
    result = clconn.connected_components(graph, variant=variant, device=device)
    np.testing.assert_array_equal(result.roots, roots)


def test_an_edge_list_of_strided_arrays(device):
    pairs = np.random.default_rng(5).integers(0, 300, (200, 2)).astype(np.int32)
    graph = Graph.from_edges(pairs[:, 0], pairs[:, 1], 300)
    result = clconn.connected_components(graph, variant="coo/async/halve", device=device)
    np.testing.assert_array_equal(result.roots, scipy_roots(graph))


@pytest.mark.parametrize("variant", ["coo/async/split", "coo-relabel/hooks/compress"])
def test_rows_that_are_on_the_device_already(variant, device):
    import pyopencl.array as cl_array

    queue = open_runtime(device).queue
    for name in ("heavy-tailed", "unsorted-symmetric-rows", "lower-triangle", "empty"):
        graph = hand_made(name)
        rows = graph.rows or graph.adjacency()
        arrays = [cl_array.to_device(queue, part) for part in (rows.offsets, rows.neighbors)]
        placed = DeviceGraph.from_csr(*arrays)
        result = clconn.connected_components(placed, variant=variant)
        np.testing.assert_array_equal(result.roots, scipy_roots(graph), err_msg=name)


@pytest.mark.parametrize("variant", ["coo/liu-tarjan/PUSA", "coo-relabel/liu-tarjan/CRFA"])
def test_finishes_that_alter_edges_alter_a_copy(variant, device):
    graph = hand_made("heavy-tailed")
    placed = to_device(graph, device, symmetric=True)
    before = _download(placed)
    for _ in range(2):
        result = clconn.connected_components(placed, variant=variant)
        np.testing.assert_array_equal(result.roots, scipy_roots(graph))
    np.testing.assert_array_equal(_download(placed), before)


def test_pieces_are_as_many_as_the_reference_has():
    assert MOST_PIECES == coo.MOST_PIECES
    for n, count in ((0, 0), (1, 10), (2, 10**6), (1001, 70_000)):
        assert piece_size(n, count) == coo.piece_size(n, count)


def test_too_little_memory_is_said_before(device, monkeypatch):
    runtime = open_runtime(device)
    rows = hand_made("torus").adjacency()
    placed = to_device(Graph.from_csr(rows.offsets, rows.neighbors, symmetric=True), runtime)

    def refuse(needs, purpose):
        assert needs["sources"] == needs["targets"] == 2 * placed.entry_count
        assert needs["neighbors"] == 4 * placed.entry_count
        raise DeviceMemoryError(purpose)

    monkeypatch.setattr(runtime, "check_memory", refuse)
    with pytest.raises(DeviceMemoryError, match="as rows and as an array of edges"):
        placed.edge_arrays()
