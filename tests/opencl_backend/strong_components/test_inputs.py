"""Strong components of graphs in every form in which a device may have them."""

import numpy as np
import pytest

import clconn
from clconn.graph import Graph
from clconn.opencl_backend.device.runtime import open_runtime
from tests.helpers.cases import for_each
from tests.helpers.directed_graphs import REPRESENTATIVE, directed_graph, renamed
from tests.helpers.graphs import hand_made, rows_side_by_side, side_by_side
from tests.helpers.oracles import scipy_roots, scipy_strong_roots
from tests.helpers.plans import connected_components, strong_components
from tests.helpers.representative_variants import first_of_each_finish
from tests.helpers.small_degree_classes import with_long_offsets

TYPICAL = ["auto", *map(str, first_of_each_finish(clconn.variants("strong-components")))]
typical_variants = pytest.mark.parametrize("variant", TYPICAL)


def _arcs():
    """A new graph each time, since graphs keep their copies on devices."""
    return renamed(side_by_side(map(directed_graph, REPRESENTATIVE), directed=True))


def _unsorted_rows():
    """The arcs of each vertex from the last to the first, with loops and parallel arcs."""
    rows = _arcs().arcs()
    first_and_last = np.repeat(rows.offsets[:-1] + rows.offsets[1:] - 1, np.diff(rows.offsets))
    neighbors = rows.neighbors[first_and_last - np.arange(rows.neighbors.size)]
    return Graph.from_csr(rows.offsets, neighbors, directed=True)


def _both_ways(symmetric):
    """Arcs both ways: the transpose is the graph itself, if that is known."""
    rows = hand_made("both-triangles").adjacency()
    return Graph.from_csr(rows.offsets, rows.neighbors, directed=True, symmetric=symmetric)


FORMS = {
    "edges": _arcs,
    "rows": lambda: Graph.from_csr(_arcs().arcs().offsets, _arcs().arcs().neighbors, directed=True),
    "unsorted rows": _unsorted_rows,
    "64-bit offsets": lambda: with_long_offsets(_arcs()),
    "rows both ways": lambda: _both_ways(None),
    "rows promised to be both ways": lambda: _both_ways(True),
}


def _assert_right(graph, roots, variant, **options):
    result = strong_components(graph, variant, **options)
    np.testing.assert_array_equal(result.roots, roots)


@typical_variants
@for_each("form", FORMS)
def test_host_graphs(form, variant, device):
    graph = FORMS[form]()
    _assert_right(graph, scipy_strong_roots(graph), variant, device=device)


@typical_variants
@for_each("form", FORMS)
def test_graphs_that_were_put_on_the_device(form, variant, device):
    graph = FORMS[form]()
    _assert_right(graph.to(device), scipy_strong_roots(graph), variant)


@typical_variants
@for_each("offset_type", [np.int32, np.int64])
def test_rows_that_are_on_the_device(offset_type, variant, device):
    import pyopencl.array as cl_array

    graph = _arcs()
    rows = graph.arcs()
    queue = open_runtime(device).queue
    placed = clconn.DeviceGraph.from_csr(
        cl_array.to_device(queue, rows.offsets.astype(offset_type)),
        cl_array.to_device(queue, rows.neighbors),
    )
    _assert_right(placed, scipy_strong_roots(graph), variant)
    np.testing.assert_array_equal(connected_components(placed).roots, scipy_roots(graph))


@for_each("form", FORMS)
def test_a_graph_that_was_used_for_components_first(form, device):
    """Components may add the other direction of each arc; the arcs must not be lost by it."""
    graph = FORMS[form]()
    # The second variant needs each edge at both ends.
    for variant in ("auto", "kout/async/split"):
        weak = connected_components(graph, variant, device=device)
        np.testing.assert_array_equal(weak.roots, scipy_roots(graph))
        _assert_right(graph, scipy_strong_roots(graph), "auto", device=device)


@for_each("form", FORMS)
def test_a_graph_that_is_used_for_components_later(form, device):
    graph = FORMS[form]()
    _assert_right(graph, scipy_strong_roots(graph), "auto", device=device)
    for variant in ("auto", "kout/async/split", "coo/async/split"):
        weak = connected_components(graph, variant, device=device)
        np.testing.assert_array_equal(weak.roots, scipy_roots(graph))
    _assert_right(graph, scipy_strong_roots(graph), "auto", device=device)


@for_each("form", FORMS)
def test_one_device_graph_for_both(form, device):
    graph = FORMS[form]()
    placed = graph.to(device)
    for _ in range(2):
        np.testing.assert_array_equal(connected_components(placed).roots, scipy_roots(graph))
        _assert_right(placed, scipy_strong_roots(graph), "auto")


SMALL = ("clique", "forest", "bipartite", "cycle", "arcs", "lower-triangle", "self-loops")
UNDIRECTED = {
    "edges": lambda: side_by_side(map(hand_made, SMALL)),
    "rows, some edges at one end": lambda: rows_side_by_side(map(hand_made, SMALL)),
    "upper triangle": lambda: hand_made("upper-triangle"),
    "both triangles": lambda: hand_made("both-triangles"),
}


@typical_variants
@for_each("form", UNDIRECTED)
def test_undirected_graphs(form, variant, device):
    """An edge can be gone both ways, at whichever end the rows have it."""
    graph = _again(UNDIRECTED[form]())
    roots = scipy_roots(graph)
    _assert_right(graph, roots, variant, device=device)
    _assert_right(graph.to(device), roots, variant)


@for_each("form", UNDIRECTED)
def test_undirected_device_graphs(form, device):
    graph = _again(UNDIRECTED[form]())
    placed = graph.to(device)
    _assert_right(placed, scipy_roots(graph), "auto")
    np.testing.assert_array_equal(connected_components(placed).roots, scipy_roots(graph))


def _again(graph):
    """The same graph without copies on devices, and without what is known of its rows."""
    if graph.rows is None:
        return Graph.from_edges(*graph.edges(), graph.n)
    return Graph.from_csr(graph.rows.offsets, graph.rows.neighbors)
