"""Every variant of spanning forests on every device: verified, since forests may differ."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
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
from tests.helpers.representative_variants import (
    crossing,
    crossing_where_unions_are_alike,
    is_typical,
    one_of_each_edge_source,
    one_of_each_kind,
    option_settings,
)
from tests.helpers.small_degree_classes import runtime_with_small_classes, with_long_offsets
from tests.helpers.strategies import graphs

VARIANTS = clconn.variants("forest")
NAMES = ["auto", *map(str, VARIANTS)]
TYPICAL = ["auto", *(variant.name for variant in VARIANTS if is_typical(variant))]
CROSSING = ["auto", *map(str, crossing(VARIANTS))]


@cache
def _all_at_once():
    return side_by_side(map(hand_made, HAND_MADE))


@cache
def _all_rows_at_once():
    return rows_side_by_side(map(hand_made, HAND_MADE))


def _verify(graph, variant, device, options=None):
    forest = clconn.spanning_forest(
        graph, variant=variant, backend="opencl", device=device, options=options
    )
    assert forest.backend == "opencl"
    if variant != "auto":
        assert forest.variant == variant
    verdict = clconn.verify.forest(graph, forest)
    assert verdict, f"{variant} {options} on {graph!r}: {verdict.message}"
    assert forest.count == np.unique(scipy_roots(graph)).size
    return forest


@pytest.mark.parametrize("variant", NAMES)
def test_all_hand_made_graphs_at_once(variant, device):
    _verify(_all_at_once(), variant, device)
    _verify(hand_made("empty"), variant, device)


@pytest.mark.parametrize("variant", CROSSING)
def test_rows_as_they_are(variant, device):
    _verify(_all_rows_at_once(), variant, device)


@pytest.mark.parametrize("variant", CROSSING)
@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, variant, device):
    _verify(hand_made(name), variant, device)


# Several values at once meet every finish in test_components.py; the kernels are the same but for
# the edges that they keep.
OPTIONS = [
    (variant, options)
    for variant, options in option_settings(VARIANTS)
    if len(options) == 1 or variant.name in CROSSING
]


@pytest.mark.parametrize(("variant", "options"), OPTIONS, ids=str)
def test_options(variant, options, device):
    # Of rows in another form each value is tried by itself, with each edge source.
    for name in REPRESENTATIVE if len(options) == 1 else SORTED_AND_SYMMETRIC:
        with case(graph=name, options=options):
            _verify(hand_made(name), variant.name, device, options)


@pytest.mark.timeout(1800)  # all kernels, if none is compiled yet
@settings(max_examples=10)
@given(some=st.lists(graphs(), min_size=1, max_size=6))
def test_drawn_graphs_with_typical_variants(device, some):
    graph = side_by_side(some)
    for variant in TYPICAL:
        _verify(graph, variant, device)


@pytest.mark.parametrize("variant", CROSSING)
@settings(max_examples=15)
@given(graph=graphs())
def test_drawn_graphs(variant, device, graph):
    _verify(graph, variant, device)


@pytest.mark.parametrize("variant", TYPICAL)
def test_again_and_again(variant, device):
    """Races do not show at once: the same graph, many times, always a forest."""
    for _ in range(10):
        _verify(hand_made("random-one-giant"), variant, device)


@pytest.mark.parametrize("variant", [*map(str, crossing_where_unions_are_alike(VARIANTS))])
def test_every_class_of_degrees(variant, small_classes):
    every_form = variant in map(str, one_of_each_kind(VARIANTS))
    names = REPRESENTATIVE if every_form else SORTED_AND_SYMMETRIC
    for name in (*names, "hub-of-400", "star-from-last", "clique", "torus"):
        with case(graph=name):
            _verify(hand_made(name), variant, small_classes)


@pytest.mark.parametrize("variant", [*map(str, one_of_each_edge_source(VARIANTS))])
def test_64_bit_offsets(variant, small_classes):
    for name in ("heavy-tailed", "both-triangles", "unsorted-symmetric-rows"):
        with case(graph=name):
            _verify(with_long_offsets(hand_made(name)), variant, small_classes)


@pytest.fixture(scope="module")
def small_classes(device):
    """A runtime of the device with degree classes for small graphs."""
    return runtime_with_small_classes(device)


@pytest.mark.parametrize("name", real_graph_parameters())
def test_real_graphs(name, device):
    for variant in ("auto", "csr/ecl/split", "kout/async/halve", "coo/jtb/two-try"):
        _verify(real_graph(name), variant, device)
