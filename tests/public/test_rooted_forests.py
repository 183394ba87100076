"""Both kinds of forests as trees with roots, and as matrices."""

import networkx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clconn
from clconn import host_memory
from clconn.errors import GraphError, HostMemoryError
from clconn.problems import FOREST, MINIMUM_FOREST
from tests.helpers.strategies import graphs

drawn = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
# A path 3-1-2, an edge 0-5, vertex 4 alone.
GRAPH = clconn.Graph.from_edges([3, 1, 5], [1, 2, 0], n=6, weights=[0, -1.5, 2])


@pytest.fixture(params=[FOREST, MINIMUM_FOREST], ids=str)
def solve(request, backend):
    return lambda graph: request.param.load("function")(graph, backend=backend)


@drawn
@given(graph=graphs(), seed=st.integers(0, 2**32 - 1))
def test_parents_against_networkx(solve, graph, seed):
    forest = solve(graph)
    trees = networkx.empty_graph(graph.n)
    trees.add_edges_from(zip(*(end.tolist() for end in forest.edges), strict=True))
    # One root for each tree, for some trees; the others have their smallest vertices.
    vertices = np.random.default_rng(seed).permutation(graph.n)[: graph.n // 2]
    _, first = np.unique(forest.roots[vertices], return_index=True)
    wanted = vertices[first]
    parents = forest.parents(wanted)
    assert parents.dtype == np.int32
    expected = np.arange(graph.n)
    for component in networkx.connected_components(trees):
        root = next(iter(component.intersection(wanted.tolist())), min(component))
        for child, parent in networkx.bfs_predecessors(trees, root):
            expected[child] = parent
    np.testing.assert_array_equal(parents, expected)


@drawn
@given(graph=graphs())
def test_without_a_wish_the_smallest_vertices_are_roots(solve, graph):
    forest = solve(graph)
    parents = forest.parents()
    own = np.arange(graph.n)
    np.testing.assert_array_equal(forest.roots == own, parents == own)
    # To the root in a number of steps that doubles.
    while not np.array_equal(parents, parents[parents]):
        parents = parents[parents]
    np.testing.assert_array_equal(parents, forest.roots)


@drawn
@given(graph=graphs())
def test_the_matrix_has_the_edges(solve, graph):
    forest = solve(graph)
    matrix = forest.to_scipy()
    assert isinstance(matrix, scipy.sparse.csr_array)
    assert matrix.shape == (graph.n, graph.n)
    assert matrix.has_sorted_indices
    entries = matrix.tocoo()
    arrays = (entries.row.tolist(), entries.col.tolist(), entries.data.tolist())
    stored = sorted(zip(*arrays, strict=True))
    ends = (end.tolist() for end in forest.edges)
    assert stored == sorted((u, v, 1) for u, v in zip(*ends, strict=True))


def test_roots_and_parents(solve):
    forest = solve(GRAPH)
    assert forest.labels.tolist() == [0, 1, 1, 1, 2, 0]
    assert forest.roots.tolist() == [0, 1, 1, 1, 4, 0]
    assert forest.parents().tolist() == [0, 1, 1, 1, 4, 0]
    assert forest.parents(2).tolist() == [0, 2, 2, 1, 4, 0]
    assert forest.parents([5, 3]).tolist() == [5, 3, 1, 3, 4, 5]
    assert forest.parents([4, 4]).tolist() == forest.parents([]).tolist() == [0, 1, 1, 1, 4, 0]
    assert forest.tree_sizes().tolist() == [2, 3, 1]
    assert forest.labels is forest.labels
    assert forest.roots is forest.roots
    forest.parents()[:] = 0
    assert forest.parents(4).tolist() == [0, 1, 1, 1, 4, 0]


def test_a_root_by_its_name(solve):
    made = networkx.path_graph(["a", "b", "c"])
    made.add_node("d")
    forest = solve(made)
    assert forest.parents("c").tolist() == [1, 2, 2, 3]
    assert forest.parents(["b", "d"]).tolist() == [1, 1, 1, 3]
    with pytest.raises(GraphError, match="'a' and 'c' are in the same tree; expected one root"):
        forest.parents(["a", "c"])
    with pytest.raises(GraphError, match="no vertex is named 0"):
        forest.parents(0)


@pytest.mark.parametrize(
    ("root", "message"),
    [
        (6, "6 is not a vertex"),
        (-1, "-1 is not a vertex"),
        ([1, 4, 2], "1 and 2 are in the same tree"),
        ("1", "'1' is not a vertex"),
        (1.0, r"1\.0 is not a vertex"),
    ],
)
def test_what_is_no_root(solve, root, message):
    with pytest.raises(GraphError, match=message):
        solve(GRAPH).parents(root)


@pytest.mark.parametrize("n", [0, 1, 3])
def test_no_edges(solve, n):
    forest = solve(clconn.Graph.from_edges([], [], n=n))
    assert forest.parents().tolist() == list(range(n))
    assert forest.to_scipy().shape == (n, n)
    assert forest.tree_sizes().tolist() == [1] * n


def test_a_deep_path(backend):
    n = 50_000
    order = np.random.default_rng(1).permutation(n).astype(np.int32)
    graph = clconn.Graph.from_edges(order[:-1], order[1:])
    parents = clconn.spanning_forest(graph, backend=backend).parents(order[0])
    np.testing.assert_array_equal(parents[order[1:]], order[:-1])
    assert parents[order[0]] == order[0]


@pytest.mark.parametrize("dtype", ["i1", "u8", "i8", "f2", "f4", "f8", "g"])
def test_weights_of_the_matrix(backend, dtype):
    weights = np.array([0, 3, 2, 1], dtype=dtype)
    graph = clconn.Graph.from_edges([0, 1, 2, 3], [1, 2, 3, 0], weights=weights)
    matrix = clconn.minimum_spanning_forest(graph, backend=backend).to_scipy()
    assert matrix.dtype == (np.float32 if dtype == "f2" else dtype)
    assert matrix.nnz == 3  # a weight of zero is a stored entry
    assert matrix.toarray().tolist() == [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2], [1, 0, 0, 0]]
    assert clconn.spanning_forest(graph, backend=backend).to_scipy().data.tolist() == [1, 1, 1]


def test_entries_of_the_users_matrix(backend):
    """As in scipy's result, what is stored is an entry of the matrix that was given."""
    rng = np.random.default_rng(3)
    matrix = scipy.sparse.random_array((50, 50), density=0.05, rng=rng, format="csr")
    for one in (matrix, (matrix + matrix.T).tocsr()):
        tree = clconn.minimum_spanning_forest(one, backend=backend).to_scipy().tocoo()
        np.testing.assert_array_equal(tree.data, one.toarray()[tree.row, tree.col])
        theirs = scipy.sparse.csgraph.minimum_spanning_tree(one)
        assert tree.nnz == theirs.nnz
        labels = scipy.sparse.csgraph.connected_components(tree, directed=False)[1]
        assert labels.tolist() == clconn.connected_components(one, backend=backend).labels.tolist()


def test_a_forest_of_a_graph_on_a_device(device):
    placed = GRAPH.to(device)
    for function in (clconn.spanning_forest, clconn.minimum_spanning_forest):
        forest = function(placed)
        assert forest.parents(3).tolist() == [0, 3, 1, 3, 4, 0]
        assert forest.to_scipy().nnz == 3


def test_trees_of_too_many_vertices_for_the_memory_are_refused(monkeypatch):
    """The kernel of Linux would kill the process, and the edges are few."""
    graph = clconn.Graph.from_edges([0, 5], [7, 2], n=2_000_000)
    rooted, plain = (clconn.spanning_forest(graph, backend="scipy") for _ in range(2))
    assert rooted.labels[7] == 0
    monkeypatch.setattr(host_memory, "available_bytes", lambda: 20_000_000)
    with pytest.raises(HostMemoryError, match=r"parents .* 2,000,000 vertices needs 112,000,000 b"):
        rooted.parents()
    with pytest.raises(HostMemoryError, match=r"labels .* 24,000,050 .* available; edge_ids and"):
        _ = plain.roots
    assert plain.edge_ids.tolist() == [0, 1]
