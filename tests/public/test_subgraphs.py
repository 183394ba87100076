"""``Graph.subgraph``: the chosen vertices, all edges between them, and what they were called."""

import networkx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import clconn
from clconn.errors import GraphError
from tests.helpers.strategies import graphs

PATH = clconn.Graph.from_edges([0, 1, 2, 3], [1, 2, 3, 4], n=6, weights=[5, 6, 7, 8])


def _weighted(graph, rng):
    """The same graph with a weight for each entry, each another one."""
    weights = rng.permutation(graph.edge_count)
    if graph.rows is None:
        return clconn.Graph.from_edges(
            *graph.edges(), graph.n, weights=weights, directed=graph.directed
        )
    return clconn.Graph.from_csr(graph.rows.offsets, graph.rows.neighbors, weights=weights)


@given(graph=graphs(), data=st.data())
def test_against_its_definition(graph, data):
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    graph = _weighted(graph, rng)
    chosen = rng.permutation(graph.n)[: data.draw(st.integers(0, graph.n))]
    subgraph = graph.subgraph(chosen)
    assert (subgraph.n, subgraph.directed) == (chosen.size, graph.directed)
    assert (subgraph.rows is None) == (graph.rows is None)
    assert subgraph.nodes.tolist() == chosen.tolist()
    place = {vertex: index for index, vertex in enumerate(chosen.tolist())}
    edges = (array.tolist() for array in (*graph.edges(), graph.weights))
    expected = [
        (place[u], place[v], weight)
        for u, v, weight in zip(*edges, strict=True)
        if u in place and v in place
    ]
    if graph.rows is not None:
        expected.sort(key=lambda entry: entry[0])  # stable: rows keep the order of their entries
    sources, targets = subgraph.edges()
    arrays = (sources.tolist(), targets.tolist(), subgraph.weights.tolist())
    assert list(zip(*arrays, strict=True)) == expected
    assert sources.dtype == targets.dtype == np.int32
    assert clconn.connected_components(subgraph, backend="reference", verify=True).n == chosen.size


@given(graph=graphs(), data=st.data())
def test_a_mask_is_the_same_as_its_vertices(graph, data):
    mask = np.random.default_rng(data.draw(st.integers(0, 99))).random(graph.n) < 0.5
    one, other = graph.subgraph(mask), graph.subgraph(np.flatnonzero(mask))
    assert one.nodes.tolist() == other.nodes.tolist()
    for end, same in zip(one.edges(), other.edges(), strict=True):
        np.testing.assert_array_equal(end, same)


def test_a_list_of_bools_is_a_mask_where_they_are_no_names():
    graph = clconn.Graph.from_edges([0, 1], [1, 2])
    assert graph.subgraph([True, False, True]).nodes.tolist() == [0, 2]
    with pytest.raises(GraphError, match=r"the mask has shape \(2,\); expected \(3,\)"):
        graph.subgraph([True, False])
    graph.nodes = [True, False, "x"]
    assert graph.subgraph([False, True]).edge_count == 1


def test_order_weights_and_numbers():
    subgraph = PATH.subgraph([3, 2, 0])
    assert [end.tolist() for end in subgraph.edges()] == [[1], [0]]
    assert subgraph.weights.tolist() == [7]
    assert subgraph.nodes.tolist() == [3, 2, 0]
    result = clconn.connected_components(subgraph, backend="reference")
    assert result.connected(3, 2)
    assert not result.connected(0, 2)
    # The subgraph of a subgraph goes by the numbers of the first graph, too.
    assert subgraph.subgraph([2]).nodes.tolist() == [2]


@pytest.mark.parametrize("vertices", [{4, 3}, range(3, 5), (3, 4), iter([3, 4]), [np.int8(3), 4]])
def test_any_iterable(vertices):
    assert sorted(PATH.subgraph(vertices).nodes.tolist()) == [3, 4]


def test_known_symmetry_stays_known():
    matrix = scipy.sparse.csr_array(np.ones((4, 4)))
    graph = clconn.Graph.from_scipy(matrix, symmetric=True)
    assert graph.subgraph([2, 0]).symmetric is True
    assert clconn.Graph.from_scipy(matrix).subgraph([2, 0]).symmetric is None
    # What lacks an entry elsewhere may be symmetric here.
    arc = clconn.Graph.from_csr([0, 1, 2, 3], [1, 0, 0], symmetric=False)
    assert arc.subgraph([0, 1]).symmetric is None


def test_names_of_networkx():
    made = networkx.karate_club_graph()
    made = networkx.relabel_nodes(made, {node: f"member {node}" for node in made})
    graph = clconn.Graph.from_networkx(made, weight="weight")
    chosen = ["member 5", "member 0", "member 16", "member 6"]
    subgraph = graph.subgraph(chosen)
    assert subgraph.nodes == chosen
    expected = made.subgraph(chosen)
    ends = zip(*(end.tolist() for end in subgraph.edges()), strict=True)
    names = (frozenset((chosen[u], chosen[v])) for u, v in ends)
    weights = dict(zip(names, subgraph.weights.tolist(), strict=True))
    assert weights == {frozenset((u, v)): w for u, v, w in expected.edges(data="weight")}


def test_the_largest_component(backend):
    graph = clconn.Graph.from_edges([1, 2, 4, 5], [2, 3, 5, 6], n=8)
    for _ in range(2):
        largest = clconn.connected_components(graph, backend=backend).largest()
        subgraph = graph.subgraph(largest)
        assert clconn.connected_components(subgraph, backend=backend).count == 1
        assert list(subgraph.nodes) == list(largest)
        assert (subgraph.n, subgraph.edge_count) == (3, 2)
        graph.nodes = list("abcdefgh")


def test_nothing_and_everything():
    empty = clconn.Graph.from_edges([], [], n=0)
    assert (empty.subgraph([]).n, empty.subgraph(np.zeros(0, dtype=bool)).n) == (0, 0)
    assert (PATH.subgraph([]).n, PATH.subgraph([]).edge_count) == (0, 0)
    whole = PATH.subgraph(range(6))
    assert [end.tolist() for end in whole.edges()] == [end.tolist() for end in PATH.edges()]


@pytest.mark.parametrize(
    ("vertices", "message"),
    [
        ([0, 6], "6 is not a vertex"),
        ([-1], "-1 is not a vertex"),
        ([0, 1, 0], "vertex 0 is given more than once"),
        (3, r"shape \(\)"),
        ([[0, 1]], r"shape \(1, 2\)"),
        (np.array([True, False]), r"mask has shape \(2,\)"),
        ([0.5], "is not a vertex"),
        ("ab", "'ab' is not a vertex"),
        (None, "None is not a vertex"),
    ],
)
def test_what_is_refused(vertices, message):
    with pytest.raises(GraphError, match=message):
        PATH.subgraph(vertices)


def test_names_that_are_refused():
    graph = clconn.Graph.from_edges([0], [1])
    graph.nodes = ["left", "right"]
    with pytest.raises(GraphError, match="no vertex is named 0; the names are 'left', 'right'"):
        graph.subgraph([0])
    with pytest.raises(GraphError, match="vertex 'left' is given more than once"):
        graph.subgraph(["left", "left"])
