"""Every variant and every option of the reference against two other libraries."""

import numpy as np
import pytest
from hypothesis import given, settings

from clconn.design_space import variants
from clconn.reference.components.connected_components import connected_components
from tests.helpers.cases import case, for_each
from tests.helpers.graphs import LARGER, REPRESENTATIVE, SMALLER, hand_made
from tests.helpers.oracles import networkx_roots, scipy_roots
from tests.helpers.plans import choose
from tests.helpers.representative_variants import is_typical, settings_of_reference
from tests.helpers.strategies import graphs

VARIANTS = variants("components")
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


def _check(graph, variant):
    roots = connected_components(graph, choose(variant))
    assert roots.dtype == np.int32
    assert roots.shape == (graph.n,)
    np.testing.assert_array_equal(roots, scipy_roots(graph))


@every_variant
@for_each("name", SMALLER)
def test_hand_made_graphs(variant, name):
    _check(hand_made(name), variant)


@pytest.mark.parametrize("variant", [*filter(is_typical, VARIANTS)], ids=str)
@for_each("name", LARGER)
def test_larger_hand_made_graphs(variant, name):
    """Of the others, larger graphs are drawn."""
    _check(hand_made(name), variant)


@settings(max_examples=10)
@given(graph=graphs())
def test_drawn_graphs(graph):
    """One draw for all: drawing takes longer than computing."""
    expected = scipy_roots(graph)
    np.testing.assert_array_equal(expected, networkx_roots(graph))
    for variant in VARIANTS:
        with case(variant=variant):
            np.testing.assert_array_equal(connected_components(graph, choose(variant)), expected)


@pytest.mark.parametrize(("variant", "options"), settings_of_reference(VARIANTS), ids=str)
@for_each("name", REPRESENTATIVE)
def test_options(variant, options, name):
    roots = connected_components(hand_made(name), choose(variant, options))
    np.testing.assert_array_equal(roots, scipy_roots(hand_made(name)))
