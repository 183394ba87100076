"""Minimum spanning forests of scipy's matrices and NetworkX's graphs."""

import networkx
import numpy as np
import pytest
import scipy.sparse

import clconn
from clconn.errors import GraphError
from tests.helpers.graphs import hand_made
from tests.helpers.real_graphs import real_graph, real_graph_parameters


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok"])
def test_scipy_matrices(backend, form):
    matrix = scipy.sparse.random_array((80, 80), density=0.05, rng=np.random.default_rng(5))
    forest = clconn.minimum_spanning_forest(matrix.asformat(form), backend=backend)
    # The edges are the entries of the CSR form, in its order.
    rows = matrix.tocsr()
    owners = np.repeat(np.arange(80), np.diff(rows.indptr))
    np.testing.assert_array_equal(forest.edges[0], owners[forest.edge_ids])
    np.testing.assert_array_equal(forest.edges[1], rows.indices[forest.edge_ids])
    np.testing.assert_array_equal(forest.weights, rows.data[forest.edge_ids])
    expected = scipy.sparse.csgraph.minimum_spanning_tree(rows)
    assert forest.edge_ids.size == expected.nnz
    assert forest.total_weight == pytest.approx(expected.sum(), rel=1e-12)


def test_stored_zeros_are_edges(backend):
    matrix = scipy.sparse.coo_array(([0, 2, 0], ([0, 1, 0], [1, 2, 2])), shape=(3, 3)).tocsr()
    forest = clconn.minimum_spanning_forest(matrix, backend=backend)
    assert (forest.count, forest.total_weight) == (1, 0)


@pytest.mark.parametrize("form", ["coo", "csr", "csc"])
def test_duplicates_count_as_in_scipy(backend, form):
    """0-1 weighs 2 + 2 in COO format, and is the heaviest; CSR and CSC have it twice."""
    # scipy before 1.16 takes no other indices.
    ends = np.array([[0, 0, 1, 0], [1, 1, 2, 2]], dtype=np.int32)
    matrix = scipy.sparse.coo_array(([2.0, 2.0, 3.0, 3.5], tuple(ends)), shape=(3, 3))
    if form != "coo":
        # The rows of the one are the columns of the other.
        kind = scipy.sparse.csr_array if form == "csr" else scipy.sparse.csc_array
        places = np.array([1, 1, 2, 2], dtype=np.int32), np.array([0, 3, 4, 4], dtype=np.int32)
        matrix = kind(([2.0, 2.0, 3.5, 3.0], *places), shape=(3, 3))
    forest = clconn.minimum_spanning_forest(matrix, backend=backend, verify=True)
    expected = scipy.sparse.csgraph.minimum_spanning_tree(matrix)
    assert forest.total_weight == expected.sum() == (6.5 if form == "coo" else 5)
    assert forest.weights.tolist() == matrix.tocsr().data[forest.edge_ids].tolist()


def test_a_symmetric_matrix_has_each_edge_once(backend):
    upper = scipy.sparse.random_array((60, 60), density=0.1, rng=np.random.default_rng(2))
    upper = scipy.sparse.triu(upper, k=1).tocsr()
    both = (upper + upper.T).tocsr()
    one = clconn.minimum_spanning_forest(upper, backend=backend)
    other = clconn.minimum_spanning_forest(both, backend=backend, verify=True)
    assert other.total_weight == one.total_weight
    np.testing.assert_array_equal(np.sort(other.weights), np.sort(one.weights))
    assert (np.diff(other.edge_ids) > 0).all()


@pytest.mark.parametrize(
    "kind", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]
)
@pytest.mark.parametrize("maximum", [False, True])
def test_networkx_graphs(backend, kind, maximum):
    graph = kind()
    generator = np.random.default_rng(9)
    for u, v, weight in generator.integers(0, 40, (150, 3)).tolist():
        graph.add_edge(u, v, weight=weight)
    graph.add_edge(1000, 1001)  # weighs 1
    graph.add_node("alone")
    forest = clconn.minimum_spanning_forest(graph, backend=backend, maximum=maximum)
    undirected = networkx.MultiGraph()
    undirected.add_nodes_from(graph)
    undirected.add_edges_from(graph.edges(data=True))
    span = networkx.maximum_spanning_edges if maximum else networkx.minimum_spanning_edges
    expected = [data.get("weight", 1) for *_, data in span(undirected)]
    assert sorted(forest.weights.tolist()) == sorted(expected)
    assert forest.total_weight == sum(expected)
    chosen = [list(graph.edges(data="weight", default=1))[edge] for edge in forest.edge_ids]
    assert [weight for *_, weight in chosen] == forest.weights.tolist()


def test_weights_of_networkx_that_are_no_numbers():
    graph = networkx.Graph()
    graph.add_edge(0, 1, weight="heavy")
    with pytest.raises(
        GraphError, match="from 0 to 1, is 'heavy', of type str; expected an integer or a float"
    ):
        clconn.minimum_spanning_forest(graph, backend="reference")
    # They do not matter where weights do not.
    assert clconn.spanning_forest(graph, backend="reference").count == 1


@pytest.mark.parametrize("name", ["clique", "torus", "heavy-tailed", "random-many-components"])
def test_against_networkx_edge_by_edge(backend, name):
    """Different weights make one forest, whatever the rule for ties."""
    graph = hand_made(name)
    sources, targets = graph.edges()
    weights = np.random.default_rng(4).permutation(sources.size)
    weighted = clconn.Graph.from_edges(sources, targets, graph.n, weights=weights)
    made = networkx.MultiGraph()
    made.add_nodes_from(range(graph.n))
    ends = zip(sources.tolist(), targets.tolist(), weights.tolist(), strict=True)
    made.add_weighted_edges_from(ends)
    expected = [data["weight"] for *_, data in networkx.minimum_spanning_edges(made)]
    forest = clconn.minimum_spanning_forest(weighted, backend=backend)
    assert sorted(forest.weights.tolist()) == sorted(expected)


def test_of_both_entries_of_an_edge_the_lighter_counts(backend):
    matrix = scipy.sparse.csr_array(np.array([[0, 5, 3], [2, 0, 0], [3, 0, 0]]))
    forest = clconn.minimum_spanning_forest(matrix, backend=backend, verify=True)
    assert forest.edge_ids.tolist() == [1, 2]
    assert forest.weights.tolist() == [3, 2]


@pytest.mark.parametrize("name", real_graph_parameters())
def test_real_graphs(device, name):
    """Their own weights, such as lengths of roads, or else drawn ones; scipy's total."""
    graph = real_graph(name, weighted=True)
    sources, targets, weights, _ = graph.undirected_edges()
    if len(np.unique(weights)) == 1:
        weights = np.random.default_rng(1).integers(1, 1000, sources.size)
    weighted = clconn.Graph.from_edges(sources, targets, graph.n, weights=weights)
    forest = clconn.minimum_spanning_forest(weighted, device=device, verify=True)
    # scipy takes a stored zero for no edge, and adds parallel edges up.
    shift = 1 - float(weights.min())
    low, high = np.minimum(sources, targets), np.maximum(sources, targets)
    order = np.lexsort((weights, high, low))
    low, high, shifted = low[order], high[order], weights[order] + shift
    first = np.r_[True, (low[1:] != low[:-1]) | (high[1:] != high[:-1])] & (low != high)
    matrix = scipy.sparse.coo_array(
        (shifted[first], (low[first], high[first])), shape=(graph.n, graph.n)
    )
    expected = scipy.sparse.csgraph.minimum_spanning_tree(matrix.tocsr())
    assert forest.edge_ids.size == expected.nnz
    total = expected.sum() - expected.nnz * shift
    assert forest.total_weight == pytest.approx(total, rel=1e-9)
    assert forest.tree_sizes().sum() == graph.n
    assert forest.tree_weights().sum() == pytest.approx(total, rel=1e-9)
