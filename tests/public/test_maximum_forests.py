"""The maximum spanning forest is the minimum spanning forest of the negated weights."""

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import clconn
from clconn.graph import Graph
from tests.helpers.strategies import edge_lists, graphs


@st.composite
def weighted_graphs(draw):
    """Functions from the sign of the weights to edge lists and rows, with few different weights."""
    graph = draw(graphs())
    generator = np.random.default_rng(draw(st.integers(0, 99)))
    weights = draw(st.sampled_from([1, 0.5])) * generator.integers(-3, 4, graph.edge_count)
    rows = graph.rows

    def with_sign(sign):
        if rows is None:
            return Graph.from_edges(*graph.edges(), graph.n, weights=sign * weights)
        return Graph.from_csr(
            rows.offsets, rows.neighbors, weights=sign * weights, symmetric=graph.symmetric
        )

    return with_sign


@st.composite
def matrices(draw):
    """Functions from the sign of the weights to a matrix that may have duplicates."""
    n, pairs = draw(edge_lists())
    if draw(st.booleans()):
        pairs = pairs + [(v, u) for u, v in pairs]
    sources, targets = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    weights = np.random.default_rng(draw(st.integers(0, 99))).integers(-3, 4, sources.size)
    form = draw(st.sampled_from(["coo", "csr", "csc"]))

    def with_sign(sign):
        entries = (sign * weights, (sources, targets))
        return scipy.sparse.coo_array(entries, shape=(n, n)).asformat(form)

    return with_sign


@settings(max_examples=60)
@given(with_sign=st.one_of(weighted_graphs(), matrices()))
def test_the_maximum_is_the_minimum_of_the_negated_weights(backend, with_sign):
    heaviest = clconn.minimum_spanning_forest(
        with_sign(1), backend=backend, maximum=True, verify=True
    )
    lightest = clconn.minimum_spanning_forest(with_sign(-1), backend=backend)
    assert heaviest.edge_ids.tolist() == lightest.edge_ids.tolist()
    assert heaviest.weights.tolist() == (-lightest.weights).tolist()


@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.float32, np.float64, np.longdouble])
def test_the_heavier_of_two_triangles_counts(backend, dtype):
    # 0-1 weighs 1 in the row of 0 and 9 in that of 1; 0-2 and 1-2 weigh 5 and 4 in both.
    dense = np.array([[0, 1, 5], [9, 0, 4], [5, 4, 0]], dtype=dtype)
    matrix = scipy.sparse.csr_array(dense)
    forest = clconn.minimum_spanning_forest(matrix, backend=backend, maximum=True, verify=True)
    assert forest.edge_ids.tolist() == [1, 2]
    assert forest.weights.tolist() == [5, 9]
    assert forest.edges[0].tolist() == [0, 1]
    lightest = clconn.minimum_spanning_forest(matrix, backend=backend, verify=True)
    assert lightest.edge_ids.tolist() == [0, 3]


@given(with_sign=weighted_graphs())
def test_undirected_edges_of_the_negated_weights(with_sign):
    *ends, weights, edge_ids = with_sign(1).undirected_edges(maximum=True)
    *other_ends, negated, other_ids = with_sign(-1).undirected_edges()
    np.testing.assert_array_equal(edge_ids, other_ids)
    np.testing.assert_array_equal(ends, other_ends)
    np.testing.assert_array_equal(weights, -negated)


def test_parallel_edges_are_paired_from_the_heaviest_on():
    graph = Graph.from_csr([0, 2, 4], [1, 1, 0, 0], weights=[1, 6, 5, 8])
    *_, weights, edge_ids = graph.undirected_edges(maximum=True)
    assert (weights.tolist(), edge_ids.tolist()) == ([5, 8], [2, 3])
    *_, weights, edge_ids = graph.undirected_edges()
    assert (weights.tolist(), edge_ids.tolist()) == ([1, 6], [0, 1])


def test_the_lighter_of_two_entries_is_refused_in_a_maximum_forest():
    graph = Graph.from_csr([0, 1, 2], [1, 0], weights=[5, 4])
    assert clconn.verify.minimum_forest(graph, [0], maximum=True)
    verdict = clconn.verify.minimum_forest(graph, [1], maximum=True)
    assert not verdict
    assert verdict.message == "edge 1 also stands at its other end, heavier or earlier"
