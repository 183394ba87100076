"""Every variant on every device against the reference, bit for bit."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings

import clconn
from clconn.reference.union_find import connected_components_union_find
from clconn.results import labels_from_roots
from tests.graphs import HAND_MADE, REPRESENTATIVE, hand_made
from tests.oracles import scipy_roots
from tests.real_graphs import real_graph, real_graph_parameters
from tests.strategies import graphs

VARIANTS = clconn.variants("components")
NAMES = ["auto", *map(str, VARIANTS)]


@cache
def _expected(name):
    return connected_components_union_find(hand_made(name))


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
@pytest.mark.parametrize("name", HAND_MADE)
def test_hand_made_graphs(name, variant, device):
    _assert_canonical(_compute(hand_made(name), variant, device), _expected(name))


# One find for each edge source and union: a switch of the one kernel does not
# meet the find, and each combination is a program to compile.
@pytest.mark.parametrize(
    ("variant", "options"),
    [
        pytest.param(variant.name, {option.name: value}, id=f"{variant}-{option.name}={value}")
        for variant in VARIANTS
        if variant.compression == "split"
        for option in variant.options
        for value in option.values[1:]
    ],
)
def test_options(variant, options, device):
    for name in REPRESENTATIVE:
        _assert_canonical(_compute(hand_made(name), variant, device, options), _expected(name))


@pytest.mark.parametrize("variant", NAMES)
@settings(max_examples=15)
@given(graph=graphs())
def test_drawn_graphs(variant, device, graph):
    _assert_canonical(_compute(graph, variant, device), connected_components_union_find(graph))


@pytest.mark.parametrize("variant", NAMES)
def test_again_and_again(variant, device):
    """Races do not show at once: the same graph, many times, the same answer."""
    graph, roots = hand_made("path-shuffled"), _expected("path-shuffled")
    for _ in range(20):
        np.testing.assert_array_equal(_compute(graph, variant, device).roots, roots)


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
    ):
        _assert_canonical(_compute(graph, variant, device), roots)
