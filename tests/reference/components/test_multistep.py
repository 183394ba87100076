"""The Multistep method: where the search begins, and who finishes the rest."""

import numpy as np
import pytest

from clconn.reference.components import multistep
from clconn.reference.components.multistep import multistep_components
from tests.helpers.graphs import from_pairs, hand_made
from tests.helpers.oracles import scipy_roots


@pytest.fixture
def steps(monkeypatch):
    """The sources of the searches, and the edges of label propagation and of serial unions."""
    seen = {"sources": [], "propagated": [], "united": []}
    search, propagate = multistep.search, multistep.label_propagation.finish
    unite = multistep.asynchronous

    def watched_search(offsets, neighbors, source, reached):
        seen["sources"].append(source)
        return search(offsets, neighbors, source, reached)

    def watched_propagation(parents, edges):
        seen["propagated"] += edges
        propagate(parents, edges)

    def watched_union(parents, u, v, find):
        seen["united"].append((u, v))
        return unite(parents, u, v, find)

    monkeypatch.setattr(multistep, "search", watched_search)
    monkeypatch.setattr(multistep.label_propagation, "finish", watched_propagation)
    monkeypatch.setattr(multistep, "asynchronous", watched_union)
    return seen


GRAPH = from_pairs([(0, 1), (3, 2), (3, 4), (3, 5), (7, 6), (7, 8), (7, 9), (10, 11), (10, 10)], 13)
LEFT = [(0, 1), (1, 0), (6, 7), (7, 6), (7, 8), (7, 9), (8, 7), (9, 7), (10, 11), (11, 10)]


@pytest.mark.parametrize("few", [0, 8, 9, 64])
def test_the_rest_of_a_graph(few, steps):
    roots = multistep_components(GRAPH, few=few)
    assert roots.tolist() == [0, 0, 2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 12]
    # 3 and 7 have the same degree.
    assert steps["sources"] == [3]
    # Nine vertices are left: 0, 1, 6 to 12.
    propagated, united = (LEFT, []) if few < 9 else ([], LEFT)
    assert steps["propagated"] == propagated
    assert steps["united"] == united


def test_nothing_is_left(steps):
    graph = hand_made("torus")
    assert not multistep_components(graph, few=0).any()
    assert not steps["propagated"]
    assert not steps["united"]


@pytest.mark.parametrize("name", ["empty", "five-alone", "random-many-components"])
@pytest.mark.parametrize("few", [0, 64, 10_000])
def test_graphs(name, few):
    graph = hand_made(name)
    roots = multistep_components(graph, few=few)
    assert roots.dtype == np.int32
    np.testing.assert_array_equal(roots, scipy_roots(graph))
