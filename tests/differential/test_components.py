"""Every variant on every device against the reference, bit for bit."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from clconn.results import labels_from_roots
from tests.helpers.cases import case, for_each
from tests.helpers.graphs import (
    HAND_MADE,
    REPRESENTATIVE,
    SORTED_AND_SYMMETRIC,
    hand_made,
    rows_side_by_side,
    side_by_side,
)
from tests.helpers.oracles import scipy_roots
from tests.helpers.real_graphs import real_graph, real_graph_parameters
from tests.helpers.representative_variants import crossing, is_typical, option_settings
from tests.helpers.strategies import graphs

VARIANTS = clconn.variants("components")
NAMES = ["auto", *map(str, VARIANTS)]
TYPICAL = ["auto", *(variant.name for variant in VARIANTS if is_typical(variant))]
CROSSING = ["auto", *map(str, crossing(VARIANTS))]


@cache
def _expected(name):
    return connected_components_union_find(hand_made(name))


@cache
def _all_at_once():
    graph = side_by_side(map(hand_made, HAND_MADE))
    return graph, connected_components_union_find(graph)


@cache
def _all_rows_at_once():
    graph = rows_side_by_side(map(hand_made, HAND_MADE))
    return graph, connected_components_union_find(graph)


def _compute(graph, variant, device, options=None):
    result = clconn.connected_components(
        graph, variant=variant, backend="opencl", device=device, options=options
    )
    assert result.backend == "opencl"
    assert result.n == graph.n
    if variant != "auto":
        assert result.variant == variant
    return result


def _assert_canonical(result, roots):
    assert result.roots.dtype == np.int32
    np.testing.assert_array_equal(result.roots, roots)
    assert result.labels.dtype == np.int32
    np.testing.assert_array_equal(result.labels, labels_from_roots(roots))
    assert result.count == np.unique(roots).size


@pytest.mark.parametrize("variant", NAMES)
def test_all_hand_made_graphs_at_once(variant, device):
    graph, roots = _all_at_once()
    _assert_canonical(_compute(graph, variant, device), roots)
    _assert_canonical(_compute(hand_made("empty"), variant, device), _expected("empty"))


@pytest.mark.parametrize("variant", CROSSING)
def test_rows_as_they_are(variant, device):
    graph, roots = _all_rows_at_once()
    _assert_canonical(_compute(graph, variant, device), roots)


@pytest.mark.parametrize("variant", CROSSING)
@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, variant, device):
    _assert_canonical(_compute(hand_made(name), variant, device), _expected(name))


@pytest.mark.parametrize(("variant", "options"), option_settings(VARIANTS), ids=str)
def test_options(variant, options, device):
    # Of rows in another form each value is tried by itself, with each edge source.
    for name in REPRESENTATIVE if len(options) == 1 else SORTED_AND_SYMMETRIC:
        with case(graph=name, options=options):
            result = _compute(hand_made(name), variant.name, device, options)
            _assert_canonical(result, _expected(name))


@pytest.mark.parametrize("variant", CROSSING)
@settings(max_examples=15)
@given(graph=graphs())
def test_drawn_graphs(variant, device, graph):
    _assert_canonical(_compute(graph, variant, device), connected_components_union_find(graph))


@pytest.mark.timeout(1800)  # all kernels, if none is compiled yet
@settings(max_examples=10)
@given(some=st.lists(graphs(), min_size=1, max_size=6))
def test_drawn_graphs_with_every_variant(device, some):
    """One draw for all: drawing takes longer than computing."""
    graph = side_by_side(some)
    roots = connected_components_union_find(graph)
    for variant in map(str, VARIANTS):
        np.testing.assert_array_equal(
            _compute(graph, variant, device).roots, roots, err_msg=variant
        )


@pytest.mark.parametrize("variant", TYPICAL)
def test_again_and_again(variant, device):
    """Races do not show at once: the same graph, many times, the same answer."""
    # A breadth-first search of a path is a round a vertex.
    name = "torus" if variant.startswith("bfs") else "path-shuffled"
    for _ in range(20):
        result = _compute(hand_made(name), variant, device)
        np.testing.assert_array_equal(result.roots, _expected(name))


@pytest.mark.parametrize("name", real_graph_parameters())
def test_real_graphs(name, device):
    graph = real_graph(name)
    roots = scipy_roots(graph)
    for variant in (
        "auto",
        "csr/async/split",
        "csr/ecl/split",
        "kout/async/halve",
        "kout/ecl/compress",
        "csr/hooks/halve",
        "csr/rem-cas/naive+splice",
        "kout/rem-lock/compress+halve-one",
        "kout/jtb/two-try",
    ):
        with case(variant=variant):
            _assert_canonical(_compute(graph, variant, device), roots)
