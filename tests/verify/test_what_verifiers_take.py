"""The verifiers take what the functions take whose answers they check, as the same graph."""

import networkx
import numpy as np
import pytest
import scipy.sparse

import clconn
from clconn.errors import GraphError, OptionError
from tests.helpers.cases import for_each
from tests.helpers.libraries import library
from tests.helpers.problems import PROBLEMS

FORMATS = ["coo", "csr", "csc", "bsr", "dia", "dok", "lil"]


@pytest.fixture(params=PROBLEMS.values(), ids=str)
def problem(request):
    return request.param


def _matrix(directed):
    """Two strips of vertices, of different weights, with duplicates and a stored zero."""
    random = np.random.default_rng(8)
    ends = random.integers(0, 15, (2, 24))
    ends = np.hstack([ends, ends[:, :3], ends + 20])
    weights = random.integers(0, 9, ends.shape[1]).astype(np.float64)
    weights[5] = 0
    matrix = scipy.sparse.coo_array((weights, tuple(ends.astype(np.int32))), shape=(40, 40))
    return matrix if directed else (matrix + matrix.T).tocoo()


@for_each("form", FORMATS)
@for_each("kind", [scipy.sparse.coo_array, scipy.sparse.coo_matrix])
def test_matrices_of_every_format(problem, form, kind):
    solve, verify = problem.load("function"), problem.load("verifier")
    for directed in (False, True):
        matrix = kind(_matrix(directed)).asformat(form)
        result = solve(matrix, backend="reference")
        verdict = verify(matrix, result)
        assert verdict, verdict.message
        assert "verified" in verdict.message
        answer = result.edge_ids if hasattr(result, "edge_ids") else result.labels
        assert verify(matrix, answer)
        assert not verify(matrix, answer[1:] if hasattr(result, "edge_ids") else answer * 0)


def test_the_entries_of_a_matrix_are_arcs_where_their_direction_matters():
    matrix = scipy.sparse.coo_array(([1, 1, 1], ([0, 1, 2], [1, 2, 1])), shape=(3, 3))
    assert clconn.verify.strong_components(matrix, [0, 1, 1])
    assert not clconn.verify.strong_components(matrix, [0, 0, 0])
    assert clconn.verify.components(matrix, [0, 0, 0])


def test_the_entries_of_a_matrix_are_weights_where_weights_matter():
    ends = ([0, 1, 0], [1, 2, 2])
    matrix = scipy.sparse.coo_array(([3.0, 1.0, 0.0], ends), shape=(3, 3)).tocsr()
    assert clconn.verify.minimum_forest(matrix, [1, 2])
    assert clconn.verify.minimum_forest(matrix, [0, 2], maximum=True)
    verdict = clconn.verify.minimum_forest(matrix, [0, 1])
    assert "edge 2 is lighter than edge 0" in verdict.message
    # Without weights the first edges win.
    assert clconn.verify.forest(matrix, [0, 1])


def test_weights_in_duplicates_and_at_both_ends():
    """COO adds duplicates up, and of an edge's two entries the lighter one counts."""
    ends = ([0, 0, 1, 1, 2, 0], [1, 1, 0, 2, 1, 2])
    matrix = scipy.sparse.coo_array(([2.0, 2.0, 5.0, 1.0, 1.0, 4.5], ends), shape=(3, 3))
    forest = clconn.minimum_spanning_forest(matrix, backend="reference")
    assert forest.total_weight == 5.0
    assert clconn.verify.minimum_forest(matrix, forest)
    assert clconn.verify.minimum_forest(clconn.Graph.from_scipy(matrix, weighted=True), forest)


def test_graphs_of_other_libraries(problem):
    graph = networkx.Graph()
    for u, v, weight in [("a", "b", 3), ("b", "c", 1), ("c", "a", 2), ("d", "e", 1)]:
        graph.add_edge(u, v, weight=weight, cost=9 - weight)
    columns = ["source", "target", "weight"]
    table = library("pandas").DataFrame([*graph.edges.data("weight")], columns=columns)
    for source in (graph, graph.to_directed(), table):
        result = problem.load("function")(source, backend="reference")
        assert problem.load("verifier")(source, result)


def test_another_attribute_is_the_weight():
    graph = networkx.Graph()
    for u, v, weight in [("a", "b", 3), ("b", "c", 1), ("c", "a", 2)]:
        graph.add_edge(u, v, weight=weight, cost=9 - weight)
    for weight in ("weight", "cost"):
        forest = clconn.minimum_spanning_forest(graph, weight=weight, backend="reference")
        other = "cost" if weight == "weight" else "weight"
        assert clconn.verify.minimum_forest(graph, forest, weight=weight)
        assert not clconn.verify.minimum_forest(graph, forest.edge_ids, weight=other)
    with pytest.raises(GraphError, match="length"):
        clconn.verify.minimum_forest(graph, forest, weight="length")


@for_each(
    "refused",
    [
        (None, "expected a graph, got NoneType: give a clconn.Graph"),
        (3, "expected a graph, got int"),
        ("roads.mtx", r"expected a graph, got str: .*clconn\.read\('roads.mtx'MORE\)"),
        (np.eye(3), r"got ndarray: .*make scipy\.sparse\.csr_array\(matrix\)"),
        ([(0, 1)], r"got list: .*make Graph\.from_edges"),
        (scipy.sparse.coo_array((2, 3)), r"is square; this one has shape \(2, 3\)"),
        (
            scipy.sparse.csr_array(([1], [7], [0, 1, 1]), shape=(2, 2), dtype=np.int32),
            r"entry 0 of neighbors is vertex 7, outside 0\.\.1",
        ),
    ],
)
def test_what_is_no_graph(problem, refused):
    graph, message = refused
    more = ", directed=True" if problem.directed else ""
    with pytest.raises(GraphError, match=message.replace("MORE", more)):
        problem.load("verifier")(graph, [0] if "forest" in problem.name else [0, 0])


@pytest.mark.parametrize(
    ("value", "message"),
    [(np.nan, "the weight of entry 0 is NaN"), (1j, "weights has dtype complex128")],
)
def test_entries_that_are_no_weights(value, message):
    matrix = scipy.sparse.coo_array(([value], ([0], [1])), shape=(2, 2))
    with pytest.raises(GraphError, match=message):
        clconn.verify.minimum_forest(matrix, [0])
    assert clconn.verify.forest(matrix, [0])


def test_a_matrix_has_no_attributes():
    matrix = scipy.sparse.coo_array(([1], ([0], [1])), shape=(2, 2))
    for graph in (matrix, clconn.Graph.from_scipy(matrix)):
        with pytest.raises(OptionError, match=r"weight='cost' names an attribute.*leave it out"):
            clconn.verify.minimum_forest(graph, [0], weight="cost")


def test_a_graph_on_a_device(problem, device):
    graph = clconn.Graph.from_edges([0], [1]).to(device)
    with pytest.raises(GraphError, match="a verifier needs the graph on the host, but this is a D"):
        problem.load("verifier")(graph, [0, 0])
