"""Graphs made of scipy's sparse matrices."""

import numpy as np
import pytest
import scipy.sparse

from clconn.errors import GraphError
from clconn.graph import Graph


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "bsr", "dia", "dok", "lil"])
@pytest.mark.parametrize("kind", [scipy.sparse.coo_array, scipy.sparse.coo_matrix])
def test_every_scipy_format(form, kind):
    matrix = kind((np.array([3, 5, 7]), ([0, 2, 2], [1, 0, 3])), shape=(4, 4)).asformat(form)
    graph = Graph.from_scipy(matrix, weighted=True)
    stored = matrix.tocoo()
    # The block and diagonal formats store zeros of their own: a stored zero is an edge.
    entries = sorted(
        zip(stored.row.tolist(), stored.col.tolist(), stored.data.tolist(), strict=True)
    )
    found = zip(*(ends.tolist() for ends in graph.edges()), graph.weights.tolist(), strict=True)
    assert sorted(found) == entries
    assert {(0, 1, 3), (2, 0, 5), (2, 3, 7)} <= set(entries)


def test_stored_zeros_are_edges():
    entries = (np.array([0.0, 1.0]), ([0, 1], [1, 2]))
    graph = Graph.from_scipy(scipy.sparse.coo_array(entries, shape=(3, 3)), weighted=True)
    assert graph.edge_count == 2
    assert graph.weights.tolist() == [0.0, 1.0]


@pytest.mark.parametrize("form", ["coo", "csr", "csc", "bsr", "dia", "dok", "lil"])
@pytest.mark.parametrize("weighted", [False, True])
def test_the_edges_of_a_matrix_are_the_entries_of_its_rows(form, weighted):
    """Duplicates of COO are summed, even to zero, and those of CSC and CSR stay."""
    ends = ([2, 0, 0, 1, 0, 0, 2], [1, 1, 1, 2, 3, 3, 1])
    matrix = scipy.sparse.coo_array(([4, 5, 6, 1, 3, -3, 2], ends), shape=(4, 4))
    if form == "csr":
        rows = ([5, 6, 3, 1, 4, 2], [1, 1, 3, 2, 1, 1], [0, 3, 4, 6, 6])
        matrix = scipy.sparse.csr_array(rows, shape=(4, 4))
    matrix = matrix.asformat(form)
    graph = Graph.from_scipy(matrix, weighted=weighted)
    rows = matrix.tocsr()
    np.testing.assert_array_equal(graph.rows.offsets, rows.indptr)
    np.testing.assert_array_equal(graph.rows.neighbors, rows.indices)
    if weighted:
        np.testing.assert_array_equal(graph.weights, rows.data)
        if form == "coo":
            assert graph.weights.tolist() == [11, 0, 1, 6]


@pytest.mark.parametrize("index", [99, -1])
@pytest.mark.parametrize("form", ["coo", "csc", "bsr"])
def test_a_matrix_with_an_index_outside_its_shape(form, index):
    matrix = scipy.sparse.coo_array(([1, 2], ([0, 1], [1, 2])), shape=(4, 4)).asformat(form)
    (matrix.row if form == "coo" else matrix.indices)[0] = index
    with pytest.raises(GraphError, match=f"the {form} matrix is not valid: "):
        Graph.from_scipy(matrix)


def test_a_csr_matrix_is_shared():
    matrix = scipy.sparse.random_array((50, 50), density=0.1, format="csr")
    rows = Graph.from_scipy(matrix).rows
    assert np.shares_memory(rows.neighbors, matrix.indices)
    assert np.shares_memory(rows.offsets, matrix.indptr)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.eye(3), "expected a scipy sparse matrix, got ndarray; wrap a dense one"),
        (None, "got NoneType"),
        (scipy.sparse.coo_array((2, 3)), r"square; this one has shape \(2, 3\)"),
    ],
)
def test_what_is_no_adjacency_matrix(matrix, message):
    with pytest.raises(GraphError, match=message):
        Graph.from_scipy(matrix)
