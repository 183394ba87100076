"""Every variant and every option of the reference against two other libraries."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings

from clconn.design_space import variants
from clconn.reference.components.connected_components import connected_components
from tests.helpers.cases import case, for_each
from tests.helpers.graphs import HAND_MADE, REPRESENTATIVE, hand_made
from tests.helpers.oracles import networkx_roots, scipy_roots
from tests.helpers.plans import choose
from tests.helpers.strategies import graphs

VARIANTS = variants("components")
every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@every_variant
@for_each("name", HAND_MADE)
def test_hand_made_graphs(variant, name):
    graph = hand_made(name)
    roots = connected_components(graph, choose(variant))
    assert roots.dtype == np.int32
    assert roots.shape == (graph.n,)
    np.testing.assert_array_equal(roots, scipy_roots(graph))


@every_variant
@settings(max_examples=20)
@given(graph=graphs())
def test_drawn_graphs(variant, graph):
    roots = connected_components(graph, choose(variant))
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
            roots = connected_components(hand_made(name), choose(variant, {option.name: value}))
            np.testing.assert_array_equal(roots, scipy_roots(hand_made(name)))
