"""The kernels for low, middle and high degree, on processors too.

A processor takes every vertex in one work-item and so never meets the lists and
pieces that a GPU works with. Here every device gets tiny classes.
"""

from functools import cache

import numpy as np
import pytest

import clconn
from clconn.design_space import find_variant
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from tests.helpers.cases import case
from tests.helpers.graphs import REPRESENTATIVE, SORTED_AND_SYMMETRIC, hand_made
from tests.helpers.representative_variants import (
    crossing_where_unions_are_alike,
    one_of_each_kind,
)
from tests.helpers.small_degree_classes import runtime_with_small_classes

# Arrays of edges have no degrees.
VARIANTS = [
    v.name
    for v in crossing_where_unions_are_alike(clconn.variants("components"))
    if not v.edges.startswith("coo")
]
# Whatever the form of its rows, a union finds them in the same lists.
WITH_ROWS_OF_EVERY_FORM = [*map(str, one_of_each_kind(clconn.variants("components")))]
MORE = ("hub-of-400", "star-from-last", "clique", "torus")


def _gathers(variant):
    return any(option.name == "vertex_gathering" for option in variant.options)


@pytest.fixture(scope="module")
def small_classes(device):
    """A runtime of the device with degree classes for small graphs."""
    return runtime_with_small_classes(device)


def _graphs(variant):
    every_form = variant in WITH_ROWS_OF_EVERY_FORM
    return (*(REPRESENTATIVE if every_form else SORTED_AND_SYMMETRIC), *MORE)


@cache
def _expected(name):
    return connected_components_union_find(hand_made(name))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_class_is_finished(variant, small_classes):
    for name in _graphs(variant):
        result = clconn.connected_components(
            hand_made(name), variant=variant, backend="opencl", device=small_classes
        )
        np.testing.assert_array_equal(result.roots, _expected(name), err_msg=name)


@pytest.mark.parametrize("variant", [*filter(_gathers, map(find_variant, VARIANTS))], ids=str)
def test_every_class_is_finished_without_gathering(variant, small_classes):
    """As few edges of a vertex as can be are sampled, so that many are left."""
    fewest = {
        option.name: min(option.values)
        for option in variant.options
        if all(isinstance(value, int) for value in option.values)
    }
    options = {**fewest, "vertex_gathering": False}
    for name in _graphs(variant.name):
        with case(graph=name, options=options):
            result = clconn.connected_components(
                hand_made(name),
                variant=variant.name,
                backend="opencl",
                device=small_classes,
                options=options,
            )
            np.testing.assert_array_equal(result.roots, _expected(name))


@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_longer_than_there_are_vertices(variant, small_classes):
    """Parallel edges and self loops: three from vertex 0 to 1, which stand at that end only."""
    graph = clconn.Graph.from_csr([0, 3, 6], [1, 1, 1, 1, 1, 1])
    result = clconn.connected_components(
        graph, variant=variant, backend="opencl", device=small_classes
    )
    assert result.roots.tolist() == [0, 0]
