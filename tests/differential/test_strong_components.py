"""Every variant of strong components on every device against scipy, bit for bit."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.graph import Graph
from clconn.results import labels_from_roots
from tests.helpers.cases import case, for_each
from tests.helpers.directed_graphs import (
    DIRECTED,
    REPRESENTATIVE,
    directed_graph,
    directed_graphs,
    renamed,
)
from tests.helpers.graphs import side_by_side
from tests.helpers.larger_directed_graphs import DEEP, SHALLOW, larger_graph
from tests.helpers.oracles import scipy_strong_roots
from tests.helpers.plans import strong_components
from tests.helpers.real_graphs import real_graph, real_graph_parameters
from tests.helpers.representative_variants import first_of_each_finish, option_settings
from tests.helpers.small_degree_classes import runtime_with_small_classes

VARIANTS = clconn.variants("strong-components")
NAMES = ["auto", *map(str, VARIANTS)]
TYPICAL = ["auto", *map(str, first_of_each_finish(VARIANTS))]


@cache
def _all_at_once(shuffled):
    """One run for all: in order, where arcs lead to vertices nearby, or shuffled."""
    graph = side_by_side(map(directed_graph, DIRECTED), directed=True)
    graph = renamed(graph) if shuffled else graph
    return graph, scipy_strong_roots(graph)


@cache
def _expected(name):
    return scipy_strong_roots(directed_graph(name))


def _assert_right(graph, roots, variant, device, **options):
    result = strong_components(graph, variant, device=device, **options)
    assert result.backend == "opencl"
    assert result.n == graph.n
    if variant != "auto":
        assert result.variant == variant
    assert result.roots.dtype == result.labels.dtype == np.int32
    np.testing.assert_array_equal(result.roots, roots)
    np.testing.assert_array_equal(result.labels, labels_from_roots(roots))
    assert result.count == np.unique(roots).size


@pytest.mark.parametrize("variant", NAMES)
def test_all_hand_made_graphs_at_once(variant, device):
    _assert_right(*_all_at_once(shuffled=True), variant, device)
    _assert_right(directed_graph("empty"), _expected("empty"), variant, device)


@pytest.mark.parametrize("variant", TYPICAL)
def test_all_hand_made_graphs_in_order(variant, device):
    _assert_right(*_all_at_once(shuffled=False), variant, device)


@pytest.mark.parametrize("variant", TYPICAL)
@for_each("name", DIRECTED)
def test_hand_made_graphs(name, variant, device):
    _assert_right(directed_graph(name), _expected(name), variant, device)


@pytest.mark.parametrize(("variant", "options"), option_settings(VARIANTS), ids=str)
@for_each("name", REPRESENTATIVE)
def test_options(name, variant, options, device):
    graph = directed_graph(name)
    _assert_right(graph, _expected(name), variant.name, device, options=options)


@pytest.mark.parametrize("variant", NAMES)
@settings(max_examples=15)
@given(graph=directed_graphs())
def test_drawn_graphs(variant, device, graph):
    _assert_right(graph, scipy_strong_roots(graph), variant, device)


@settings(max_examples=10)
@given(some=st.lists(directed_graphs(), min_size=1, max_size=6))
def test_drawn_graphs_with_every_variant(device, some):
    """Many components that are not each other's neighbors, in one run."""
    graph = side_by_side(some, directed=True)
    roots = scipy_strong_roots(graph)
    for variant in NAMES:
        with case(variant=variant):
            _assert_right(graph, roots, variant, device)


@pytest.mark.parametrize("variant", TYPICAL)
@for_each("name", SHALLOW)
def test_families(name, variant, device):
    # Hubs have a row in several pieces. Variants that find a component at a time take long.
    n = 8000 if variant == "auto" else 2500 if name.startswith("hub") else 1000
    graph = larger_graph(name, n)
    _assert_right(graph, scipy_strong_roots(graph), variant, device)


@pytest.mark.parametrize("variant", TYPICAL)
@for_each("name", DEEP)
def test_deep_graphs(name, variant, device):
    # Variants that find a component at a time, or go a step in a round, are not for deep graphs.
    graph = larger_graph(name, 20_000 if variant == "auto" else 1000)
    _assert_right(graph, scipy_strong_roots(graph), variant, device)


@pytest.mark.parametrize("variant", TYPICAL)
def test_short_rows_are_shared_as_long_ones_are(variant, device):
    runtime = runtime_with_small_classes(device)
    for name in REPRESENTATIVE:
        with case(graph=name):
            _assert_right(directed_graph(name), _expected(name), variant, runtime)


@pytest.mark.parametrize("variant", TYPICAL)
def test_again_and_again(variant, device):
    """Races do not show at once: the same graph, many times, the same answer."""
    for graph in (larger_graph("torus-one-way", 400), directed_graph("rings-of-all-sizes")):
        roots = scipy_strong_roots(graph)
        for _ in range(20):
            _assert_right(graph, roots, variant, device)


@pytest.mark.parametrize("name", real_graph_parameters(directed=True))
def test_real_directed_graphs(name, device):
    graph = real_graph(name, directed=True)
    roots = scipy_strong_roots(graph)
    assert 10_000 < np.unique(roots).size < graph.n
    # Those that find the thousands of single vertices one by one are left out.
    for variant in ("auto", *(str(row) for row in VARIANTS if _is_for_many_components(row))):
        with case(variant=variant):
            _assert_right(graph, roots, variant, device)
    back = Graph.from_edges(*graph.edges()[::-1], graph.n, directed=True)
    _assert_right(back, roots, "auto", device)


def _is_for_many_components(row):
    return row.finish in ("pearce", "signatures", "two-phase") or row.compression == "trim-two"
