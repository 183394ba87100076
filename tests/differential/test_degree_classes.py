"""The kernels for low, middle and high degree, on processors too.

A processor takes every vertex in one work-item and so never meets the lists and
pieces that a GPU works with. Here every device gets tiny classes.
"""

from functools import cache

import numpy as np
import pytest

import clconn
from clconn.reference.union_find.disjoint_sets import connected_components_union_find
from tests.helpers.graphs import REPRESENTATIVE, hand_made
from tests.helpers.representative_variants import is_typical
from tests.helpers.small_degree_classes import runtime_with_small_classes

# Arrays of edges have no degrees.
VARIANTS = [
    v.name for v in clconn.variants("components") if is_typical(v) and not v.edges.startswith("coo")
]
GRAPHS = (*REPRESENTATIVE, "hub-of-400", "star-from-last", "clique", "torus")


@pytest.fixture(scope="module")
def small_classes(device):
    """A runtime of the device with degree classes for small graphs."""
    return runtime_with_small_classes(device)


@cache
def _expected(name):
    return connected_components_union_find(hand_made(name))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_class_is_finished(variant, small_classes):
    for name in GRAPHS:
        result = clconn.connected_components(
            hand_made(name), variant=variant, backend="opencl", device=small_classes
        )
        np.testing.assert_array_equal(result.roots, _expected(name), err_msg=name)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name.startswith("kout")])
def test_every_class_is_finished_without_gathering(variant, small_classes):
    for name in GRAPHS:
        result = clconn.connected_components(
            hand_made(name),
            variant=variant,
            backend="opencl",
            device=small_classes,
            options={"vertex_gathering": False, "k": 1},
        )
        np.testing.assert_array_equal(result.roots, _expected(name), err_msg=name)


@pytest.mark.parametrize("variant", VARIANTS)
def test_rows_longer_than_there_are_vertices(variant, small_classes):
    """Parallel edges and self loops: three from vertex 0 to 1, which stand at that end only."""
    graph = clconn.Graph.from_csr([0, 3, 6], [1, 1, 1, 1, 1, 1])
    result = clconn.connected_components(
        graph, variant=variant, backend="opencl", device=small_classes
    )
    assert result.roots.tolist() == [0, 0]
