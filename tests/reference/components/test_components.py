"""Every variant and every option of the reference against two other libraries."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from clconn.errors import OptionError, UnknownVariantError
from clconn.reference.components.connected_components import connected_components
from clconn.design_space import Variant, find_variant, variants
from tests.helpers.cases import case, for_each
from tests.helpers.graphs import HAND_MADE, REPRESENTATIVE, hand_made
from tests.helpers.oracles import networkx_roots, scipy_roots
from tests.helpers.strategies import graphs

VARIANTS = variants("components")
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@every_variant
@for_each("name", HAND_MADE)
def test_hand_made_graphs(variant, name):
    graph = hand_made(name)
    roots = connected_components(graph, variant)
    assert roots.dtype == np.int32
    assert roots.shape == (graph.n,)
    np.testing.assert_array_equal(roots, scipy_roots(graph))


@every_variant
@settings(max_examples=20)
@given(graph=graphs())
def test_drawn_graphs(variant, graph):
    roots = connected_components(graph, variant)
    np.testing.assert_array_equal(roots, scipy_roots(graph))
    np.testing.assert_array_equal(roots, networkx_roots(graph))


@pytest.mark.parametrize(
    ("variant", "option"),
    [
        pytest.param(variant, option, id=f"{variant}-{option.name}")
        for variant in VARIANTS
        for option in variant.options
    ],
)
def test_options(variant, option):
    for value, name in product(option.values[1:], REPRESENTATIVE):
        with case(graph=name, option=f"{option.name}={value}"):
            roots = connected_components(hand_made(name), variant, {option.name: value})
            np.testing.assert_array_equal(roots, scipy_roots(hand_made(name)))


def test_unknown_option():
    with pytest.raises(OptionError, match="no option 'k'"):
        connected_components(hand_made("path"), find_variant("csr/ecl/split"), {"k": 2})


def test_an_edge_source_that_the_reference_lacks():
    variant = Variant(
        "components", "spiral", "ecl", "split", (), find_variant("csr/ecl/split").options
    )
    with pytest.raises(UnknownVariantError, match="spiral"):
        connected_components(hand_made("path"), variant)
