"""What results say about vertices: members, labels by name, who is connected; for all problems."""

import copy
import pickle

import networkx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError
from tests.helpers.cases import for_each
from tests.helpers.oracles import right_roots
from tests.helpers.problems import PROBLEMS
from tests.helpers.strategies import edge_lists, graphs

drawn = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
# A triangle, an edge, two vertices alone: components 0, 1, 2, 3.
GRAPH = clconn.Graph.from_edges([4, 6, 1, 0], [6, 1, 4, 5], n=7)
NAMES = {
    "list": ["zero", (1, 1), 2, "three", None, "five", 6.5],
    "strings": np.array(list("gfedcba")),
    "integers": np.array([5, -3, 2**40, 0, 1, 7, 2]),
    "objects": np.array(["zero", (1, 1), 2, "three", None, "five", 6.5], dtype=object),
}


@pytest.fixture(params=PROBLEMS.values(), ids=str)
def problem(request):
    return request.param


@pytest.fixture
def solve(problem, backend):
    """Each public function, on each backend."""
    return lambda graph: problem.load("function")(graph, backend=backend)


def _named(nodes):
    graph = copy.copy(GRAPH)
    graph.nodes = nodes
    return graph


@drawn
@given(graph=graphs(), seed=st.integers(0, 99))
def test_against_scipy(problem, solve, graph, seed):
    result = solve(graph)
    roots = right_roots(problem, graph)
    distinct, labels, sizes = np.unique(roots, return_inverse=True, return_counts=True)
    np.testing.assert_array_equal(result.labels, labels)
    np.testing.assert_array_equal(result.roots, roots)
    assert result.labels.dtype == result.roots.dtype == np.int32
    groups = [np.flatnonzero(labels == label).tolist() for label in range(distinct.size)]
    assert [group.tolist() for group in result.groups()] == groups
    for label in np.random.default_rng(seed).integers(0, max(distinct.size, 1), 5)[: graph.n]:
        assert result.members(label).tolist() == groups[label]
    largest = groups[int(np.argmax(sizes))] if graph.n else []
    assert result.largest().tolist() == largest
    assert result.largest().dtype == np.int32
    u, v = np.random.default_rng(seed).integers(0, max(graph.n, 1), (2, 20))[:, : graph.n]
    np.testing.assert_array_equal(result.connected(u, v), roots[u] == roots[v])
    np.testing.assert_array_equal(result.label_of(u), labels[u])
    assert result.membership() == dict(enumerate(labels.tolist()))
    method = result.sizes if isinstance(result, clconn.Components) else result.tree_sizes
    np.testing.assert_array_equal(method(), sizes)
    assert method().dtype == np.int64


@drawn
@given(edges=edge_lists())
def test_against_networkx(solve, edges):
    n, pairs = edges
    made = networkx.MultiGraph()
    made.add_nodes_from(f"node {vertex}" for vertex in reversed(range(n)))
    made.add_edges_from((f"node {u}", f"node {v}") for u, v in pairs)
    result = solve(made)
    components = list(networkx.connected_components(made))
    assert [set(group) for group in result.groups()] == components
    for label, component in enumerate(components):
        assert set(result.members(label)) == component
        assert result.label_of(sorted(component)).tolist() == [label] * len(component)
    assert set(result.membership()) == set(made)
    assert set(result.largest()) == max(components, key=len, default=set())
    for node in list(made)[:5]:
        there = networkx.node_connected_component(made, node)
        assert result.connected(node, list(made)).tolist() == [other in there for other in made]


@pytest.mark.parametrize("kind", NAMES)
def test_names_in_and_out(solve, kind):
    nodes = NAMES[kind]
    plain = nodes.tolist() if isinstance(nodes, np.ndarray) else nodes
    result = solve(_named(nodes))
    assert result.nodes is nodes
    for names, vertices in ((result.largest(), [1, 4, 6]), (result.members(0), [0, 5])):
        assert type(names) is type(nodes)
        assert list(names) == [plain[vertex] for vertex in vertices]
    assert result.connected(plain[1], plain[6]) is True
    assert result.connected(plain[0], plain[6]) is False
    assert result.label_of(plain[3]) == 3
    assert type(result.label_of(plain[3])) is int
    assert result.label_of(nodes).tolist() == result.labels.tolist() == [0, 1, 2, 3, 1, 0, 1]
    assert result.membership() == dict(zip(plain, result.labels.tolist(), strict=True))


def test_a_graph_on_a_device_has_its_names(device):
    graph = _named(NAMES["list"])
    placed = graph.to(device)
    assert placed.nodes is graph.nodes
    for problem in PROBLEMS.values():
        assert problem.load("function")(placed).connected((1, 1), 6.5)
    graph.nodes = NAMES["strings"]
    assert clconn.connected_components(graph.to(device)).connected("f", "a")
    rows = GRAPH.adjacency()
    import pyopencl.array

    arrays = [
        pyopencl.array.to_device(placed.runtime.queue, array)
        for array in (rows.offsets, rows.neighbors)
    ]
    unnamed = clconn.DeviceGraph.from_csr(*arrays)
    assert unnamed.nodes is None
    assert clconn.connected_components(unnamed).largest().tolist() == [1, 4, 6]


def test_scalars_and_shapes(solve):
    result = solve(GRAPH)
    assert result.connected(1, 6) is True
    assert result.connected(np.int64(1), np.uint8(0)) is False
    assert result.connected([1, 2], 6).tolist() == [True, False]
    assert result.connected([[0], [1]], [4, 5]).tolist() == [[False, True], [True, False]]
    assert result.connected([], []).shape == (0,)
    assert result.label_of([[0, 1]]).tolist() == [[0, 1]]
    assert result.label_of([]).dtype == np.int32


def test_the_first_of_the_largest(solve):
    graph = clconn.Graph.from_edges([3, 1], [4, 2], n=6)
    assert solve(graph).largest().tolist() == [1, 2]


@pytest.mark.parametrize("n", [0, 1, 3])
def test_no_edges(solve, n):
    result = solve(clconn.Graph.from_edges([], [], n=n))
    assert result.largest().tolist() == [0][:n]
    assert [group.tolist() for group in result.groups()] == [[vertex] for vertex in range(n)]
    assert result.membership() == {vertex: vertex for vertex in range(n)}
    assert result.connected([], []).tolist() == []


def test_arrays_that_are_returned_can_be_changed(solve):
    result = solve(GRAPH)
    for _ in range(3):
        members = result.members(1)
        assert members.tolist() == [1, 4, 6]
        members[:] = 0


@for_each(
    "refused",
    [
        ("members", (4,), r"there is no component 4; the labels are 0\.\.3"),
        ("members", (-1,), "there is no component -1"),
        ("members", (2**70,), "there is no component"),
        ("members", ("0",), "label is '0'; expected an integer"),
        ("members", (0.0,), "expected an integer"),
        ("members", ([0],), "expected an integer"),
        ("label_of", (7,), "7 is not a vertex"),
        ("label_of", ([0, -1],), "-1 is not a vertex"),
        ("label_of", ("a",), "'a' is not a vertex"),
        ("connected", (0, 7), "7 is not a vertex"),
        ("connected", (None, 0), "None is not a vertex"),
        ("connected", ([0, 1], [1, 2, 3]), r"u has shape \(2,\) and v has \(3,\)"),
    ],
)
def test_what_is_refused(solve, refused):
    method, arguments, message = refused
    with pytest.raises(GraphError, match=message):
        getattr(solve(GRAPH), method)(*arguments)


def test_no_component_at_all(solve):
    with pytest.raises(GraphError, match="there is no component 0; there are none"):
        solve(clconn.Graph.from_edges([], [], n=0)).members(0)


def test_a_name_that_is_not_there(solve):
    result = solve(_named(NAMES["strings"]))
    with pytest.raises(GraphError, match=r"no vertex is named 'h'; the names are 'g', 'f', 'e', "):
        result.connected("g", "h")


def test_copies_have_the_names_and_the_arrays_alone(solve):
    result = solve(_named(NAMES["list"]))
    list(result.groups())
    for again in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert "order" not in again._arrays
        assert again.nodes == NAMES["list"]
        assert again.members(1) == result.members(1)
        assert again.connected((1, 1), 6.5)
