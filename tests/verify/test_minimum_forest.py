"""The verifier of minimum spanning forests: what is right passes, what is wrong is named."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError
from clconn.reference.minimum_forest.kruskal import kruskal
from clconn.reference.union_find.disjoint_sets import DisjointSets
from clconn.verify import minimum_forest
from clconn.weight_keys import canonical_edges

# A square with a diagonal; edges 1 and 5 are equal and parallel; a pair; vertex 6 alone.
GRAPH = clconn.Graph.from_edges(
    [0, 1, 2, 3, 0, 2, 4], [1, 2, 3, 0, 2, 1, 5], n=7, weights=[4, 1, 3, 5, 2, 1, 8]
)
LIGHTEST, HEAVIEST = [1, 2, 4, 6], [0, 2, 3, 6]


def test_the_right_forest_passes_in_any_order():
    verdict = minimum_forest(GRAPH, LIGHTEST[::-1])
    assert verdict
    assert re.search("3 trees.* 4 edges.* lightest", verdict.message)
    assert minimum_forest(GRAPH, HEAVIEST, maximum=True)


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([1, 2, 0, 6], "edge 4 .*lighter.* edge 0 "),
        ([5, 2, 4, 6], "edge 1 .*same.* before.* edge 5 "),
        ([1, 4, 3, 6], "edge 2 .*lighter.* edge 3 "),
        ([1, 2, 4], "edge 6 .* 4 and 5.* no path"),
        ([1, 2, 4, 6, 0], "a cycle"),
        ([1, 2, 4, 4], "edge 4 .* more than once"),
        ([1, 2, 4, 7], r"7.* 0\.\.6"),
        ([], "no path"),
    ],
)
def test_wrong_forests_are_named(ids, message):
    verdict = minimum_forest(GRAPH, np.array(ids, dtype=np.int64))
    assert not verdict
    assert re.search(message, verdict.message)


def test_the_lightest_is_not_the_heaviest():
    verdict = minimum_forest(GRAPH, LIGHTEST, maximum=True)
    assert not verdict
    assert "is heavier than" in verdict.message


def test_the_heavier_of_two_entries_is_refused():
    graph = clconn.Graph.from_csr([0, 1, 2], [1, 0], weights=[5, 4])
    assert minimum_forest(graph, [1])
    verdict = minimum_forest(graph, [0])
    assert not verdict
    assert re.match("edge 0 .*other end", verdict.message)


def test_ties_go_by_id_where_the_lighter_entry_stands_further_down():
    # A triangle; 0-1 counts as edge 2, after 0-2, which is edge 1, and before 1-2, edge 3.
    graph = clconn.Graph.from_csr([0, 2, 4, 6], [1, 2, 0, 2, 0, 1], weights=[9, 5, 5, 5, 7, 6])
    assert minimum_forest(graph, [1, 2])
    verdict = minimum_forest(graph, [2, 3])
    assert re.match("edge 1 .*same.* before.* edge 3 ", verdict.message)


def test_the_heaviest_edge_of_a_path_may_be_taken_before_a_lighter_one():
    # Boruvka joins 2 to the others by its only edge, the heaviest, and then both halves by 5.
    graph = clconn.Graph.from_edges(
        [0, 1, 0, 3, 2], [1, 2, 3, 4, 4], n=5, weights=[1, 100, 5, 2, 50]
    )
    assert minimum_forest(graph, [0, 2, 3, 4])
    verdict = minimum_forest(graph, [0, 1, 2, 3])
    assert re.match("edge 4 .*lighter.* edge 1 ", verdict.message)


def test_results_are_checked_with_their_weights():
    forest = clconn.minimum_spanning_forest(GRAPH, backend="reference")
    assert minimum_forest(GRAPH, forest)
    heaviest = clconn.minimum_spanning_forest(GRAPH, backend="reference", maximum=True)
    assert minimum_forest(GRAPH, heaviest)
    heaviest.maximum = False
    assert not minimum_forest(GRAPH, heaviest)
    other = clconn.Graph.from_edges(*GRAPH.edges(), n=7, weights=GRAPH.weights + 1)
    verdict = minimum_forest(other, forest)
    assert re.match("edge 1 .*weight 1.* 2", verdict.message)


# The last differs from the others by the least there is; as float64 the integers are all one.
CLOSE = {
    "int64": np.array([2**62 + 1, 2**62 + 1, 2**62]),
    "int64-low": np.array([-(2**63) + 1, -(2**63) + 1, -(2**63)]),
    "uint64": np.array([2**64 - 1, 2**64 - 1, 2**64 - 2], dtype=np.uint64),
    "float64": np.array([np.nextafter(1, 2), np.nextafter(1, 2), 1]),
    "float64-zeros": np.array([0.0, -0.0, -5e-324]),
    "infinities": np.array([np.inf, np.inf, np.finfo(np.float64).max]),
}


@pytest.mark.parametrize("weights", CLOSE.values(), ids=CLOSE)
def test_no_weight_is_rounded(weights):
    triangle = clconn.Graph.from_edges([0, 1, 2], [1, 2, 0], n=3, weights=weights)
    assert minimum_forest(triangle, [0, 2])
    assert minimum_forest(triangle, [0, 1], maximum=True)
    lighter = minimum_forest(triangle, [0, 1])
    assert re.match("edge 2 .*lighter.* edge 1 ", lighter.message)
    tied = minimum_forest(triangle, [1, 2])
    assert re.match("edge 0 .*same.* before.* edge 1 ", tied.message)
    heavier = minimum_forest(triangle, [0, 2], maximum=True)
    assert re.match("edge 1 .*heavier.* edge 2 ", heavier.message)


def test_a_wrong_key_of_the_algorithms_is_found(monkeypatch):
    weights = np.array([2**53 + 2, 2**53, 2**53 + 1])
    graph = clconn.Graph.from_edges([0, 1, 2], [1, 2, 0], n=3, weights=weights)
    monkeypatch.setattr(
        "clconn.weight_keys.order_keys",
        lambda weights, *, maximum: np.zeros(weights.size, dtype=np.uint32),
    )
    wrong = clconn.minimum_spanning_forest(graph, backend="reference")
    assert wrong.edge_ids.tolist() == [0, 1]
    verdict = minimum_forest(graph, wrong)
    assert not verdict
    assert re.match("edge 2 .*lighter.* edge 0 ", verdict.message)


def test_without_weights_each_is_one():
    graph = clconn.Graph.from_edges([0, 1, 2], [1, 2, 0], n=3)
    forest = clconn.minimum_spanning_forest(graph, backend="reference")
    assert minimum_forest(graph, forest)
    assert minimum_forest(graph, [0, 1], maximum=True)
    assert not minimum_forest(graph, [0, 2])
    other = clconn.Graph.from_edges([0, 1, 2], [1, 2, 0], n=3, weights=[3, 3, 3])
    verdict = minimum_forest(graph, clconn.minimum_spanning_forest(other, backend="reference"))
    assert re.match("edge 0 .*weight 3.* 1", verdict.message)


@pytest.mark.parametrize("given_ids", [[[0, 1]], [0.5]])
def test_what_are_no_ids_is_refused(given_ids):
    with pytest.raises(GraphError, match="the edge ids have"):
        minimum_forest(GRAPH, given_ids)


@given(st.data())
def test_only_kruskals_forest_passes(data):
    n = data.draw(st.integers(2, 12))
    vertices = st.integers(0, n - 1)
    pairs = data.draw(st.lists(st.tuples(vertices, vertices), min_size=1, max_size=30))
    weights = data.draw(st.lists(st.integers(0, 3), min_size=len(pairs), max_size=len(pairs)))
    sources, targets = np.array(pairs, dtype=np.int32).T
    graph = clconn.Graph.from_edges(sources, targets, n=n, weights=np.array(weights))
    edges = canonical_edges(graph)
    right = edges.ids[kruskal(n, edges)]
    assert minimum_forest(graph, right)
    # Any other set of edges is wrong, a spanning forest or not.
    order = np.array(data.draw(st.permutations(range(len(pairs)))))
    other = []
    sets = DisjointSets(n)
    for edge in order.tolist():
        if sets.union(int(sources[edge]), int(targets[edge])):
            other.append(edge)
    assert bool(minimum_forest(graph, other)) == (sorted(other) == right.tolist())


@pytest.mark.parametrize("shape", ["path", "star", "random"])
def test_large_graphs_of_any_depth(shape):
    n = 200_000
    generator = np.random.default_rng(3)
    ends = {
        "path": (np.arange(n - 1), np.arange(1, n)),
        "star": (np.zeros(n - 1, dtype=np.int64), np.arange(1, n)),
        "random": (generator.integers(0, n, n), generator.integers(0, n, n)),
    }[shape]
    more = generator.integers(0, n, (2, n))
    sources, targets = np.concatenate([np.stack(ends), more], axis=1)
    weights = np.concatenate([np.arange(ends[0].size), generator.integers(0, 2 * n, n)])
    graph = clconn.Graph.from_edges(sources, targets, n=n, weights=weights)
    edges = canonical_edges(graph)
    right = edges.ids[kruskal(n, edges)]
    assert minimum_forest(graph, right)
    # The last edge taken, replaced by the next that joins the same two trees, if there is one.
    heavier = np.setdiff1d(edges.ids, right)
    wrong = [edge for edge in heavier.tolist() if edge > right[-1]][:1] or heavier[-1:].tolist()
    assert not minimum_forest(graph, np.append(right[:-1], wrong))
