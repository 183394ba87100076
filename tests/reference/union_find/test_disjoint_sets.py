"""The baseline oracle against two other libraries."""

import numpy as np
import pytest
from hypothesis import given

from clconn.reference.union_find.disjoint_sets import DisjointSets, connected_components_union_find
from clconn.reference.union_find.find import FINDS
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, hand_made
from tests.helpers.oracles import networkx_roots, scipy_roots
from tests.helpers.strategies import edge_lists, graphs


@pytest.mark.parametrize("compression", FINDS)
@for_each("name", HAND_MADE)
def test_hand_made_graphs(name, compression):
    graph = hand_made(name)
    roots = connected_components_union_find(graph, compression)
    assert roots.dtype == np.int32
    np.testing.assert_array_equal(roots, scipy_roots(graph))
    np.testing.assert_array_equal(roots, networkx_roots(graph))


@given(graph=graphs())
def test_drawn_graphs(graph):
    roots = connected_components_union_find(graph)
    np.testing.assert_array_equal(roots, scipy_roots(graph))
    np.testing.assert_array_equal(roots, networkx_roots(graph))


@pytest.mark.parametrize("compression", FINDS)
@given(graph=edge_lists())
def test_union_tells_whether_the_sets_were_apart(compression, graph):
    n, pairs = graph
    sets = DisjointSets(n, compression)
    joined = 0
    for u, v in pairs:
        apart = sets.find(u) != sets.find(v)
        assert sets.union(u, v) == apart
        joined += apart
        assert sets.find(u) == sets.find(v)
    assert len({sets.find(v) for v in range(n)}) == n - joined


def test_unknown_compression():
    with pytest.raises(KeyError, match="unknown"):
        DisjointSets(3, "unknown")
