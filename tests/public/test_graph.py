"""The graph: what its makers take, what they refuse and say, and the views they give."""

from collections import Counter, defaultdict

import networkx
import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from clconn.errors import GraphError
from clconn.graph import MAXIMUM_VERTICES, Adjacency, Graph
from tests.helpers.cases import for_each
from tests.helpers.graphs import HAND_MADE, from_pairs, hand_made
from tests.helpers.strategies import edge_lists, graphs, row_graphs


def _proper_entries(graph):
    """Each edge that is no self loop, at both ends, sorted."""
    sources, targets = (ends[np.not_equal(*graph.edges())] for ends in graph.edges())
    return sorted([*zip(sources, targets, strict=True), *zip(targets, sources, strict=True)])


def _entries(adjacency):
    n = adjacency.offsets.size - 1
    rows = np.repeat(np.arange(n), np.diff(adjacency.offsets))
    return list(zip(rows.tolist(), adjacency.neighbors.tolist(), strict=True))


@pytest.mark.parametrize("dtype", ["i1", "i2", "<i4", ">i4", "<i8", ">i8"])
def test_negative_neighbors_of_any_width(dtype):
    # Without their sign they would be vertices of this graph, if the type is narrow.
    offsets = np.r_[0, np.ones(70_000, np.int64)]
    with pytest.raises(GraphError, match="entry 0 of neighbors is vertex -1, outside"):
        Graph.from_csr(offsets, np.array([-1], dtype))


@pytest.mark.parametrize("n", ["3", 2.0, [2]])
def test_a_number_of_vertices_that_is_no_integer(n):
    with pytest.raises(GraphError, match="expected an integer number of vertices"):
        Graph.from_csr([0, 1, 2], [1, 0], n=n)
    with pytest.raises(GraphError, match="expected an integer number of vertices"):
        Graph.from_edges([0], [1], n=n)


# ------------------------------------------------------------------ edge lists


def test_an_edge_list():
    graph = Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
    assert (graph.n, graph.edge_count, graph.directed, graph.weights) == (6, 3, False, None)
    assert repr(graph) == "Graph(n=6, edges=3, undirected)"
    assert graph.rows is None
    assert [ends.tolist() for ends in graph.edges()] == [[0, 1, 3], [1, 2, 4]]


def test_n_is_the_largest_id_plus_one():
    assert Graph.from_edges([0, 7], [3, 2]).n == 8
    assert Graph.from_edges([], []).n == 0
    assert Graph.from_edges([], [], n=4).n == 4
    assert Graph.from_edges([1], [0], n=np.int64(3)).n == 3


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int64, np.uint64])
def test_any_integer_dtype(dtype):
    graph = Graph.from_edges(np.array([0, 100], dtype), np.array([5, 0], dtype))
    assert graph.n == 101
    assert all(ends.dtype == np.int32 for ends in graph.edges())


def test_arrays_that_need_no_conversion_are_shared():
    ends = np.array([[0, 1], [1, 2]], dtype=np.int32)
    graph = Graph.from_edges(ends[0], ends[1])
    assert all(np.shares_memory(ends, mine) for mine in graph.edges())
    offsets, neighbors = np.array([0, 1, 2], np.int32), np.array([1, 0], np.int32)
    rows = Graph.from_csr(offsets, neighbors).rows
    assert np.shares_memory(rows.offsets, offsets)
    assert np.shares_memory(rows.neighbors, neighbors)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1], [1]), "sources has 2 entries and targets 1"),
        (
            ([0, -1], [1, 0]),
            r"edge 1 joins -1 and 0, outside 0..1; renumber=True \(--renumber on the",
        ),
        (
            ([0, 1], [1, 5], 3),
            r"edge 1 joins 1 and 5, outside 0..2; n \(--n\) has to be 6 or more, or left out$",
        ),
        (([0, 1], [1, -5], 3), "joins 1 and -5, outside 0..2; renumber=True without n .* makes"),
        (([0], [0], 0), r"0 and 0, but the graph has no vertices \(n = 0\); n .* has to be 1"),
        (([0], [1], -1), "n is -1; expected a number of vertices of 0 or more"),
        (([0], [1], 2.0), "n is 2.0; expected an integer"),
        (([0], [1], "2"), "n is '2'; expected an integer"),
        (([0.0], [1]), "sources has dtype float64; a vertex id is an integer"),
        (([0], [1.5]), r"targets has dtype float64 \(entry 0 is 1.5\)"),
        ((["a"], ["b"]), "sources holds strings, such as 'a'; renumber=True numbers"),
        ((["a"], ["b"], 3), "sources holds strings, such as 'a'; renumber=True without n .* names"),
        (([True], [False]), "sources has dtype bool"),
        (([[0]], [[1]]), r"sources has shape \(1, 1\); expected one dimension"),
        ((0, 1), r"sources has shape \(\)"),
        (([[0], [1, 2]], [1, 2]), "sources is no array: "),
        (({0, 1}, {1, 2}), "sources is set; expected an array or a list"),
        ((iter([0]), iter([1])), "sources is list_iterator; expected an array or a list"),
        (([0], None), "targets is NoneType; expected an array or a list"),
        (("ab", "cd"), "sources is str; expected an array or a list"),
        (([2**31], [0]), f"{2**31 + 1} vertices .*fewer than 2\\*\\*31"),
        (([0], [2**63 - 1]), "fewer than"),
        (([0], [1], 2**31), "fewer than"),
    ],
)
def test_bad_edge_lists(arguments, message):
    with pytest.raises(GraphError, match=message):
        Graph.from_edges(*arguments)


@pytest.mark.parametrize("given", ["no", "", None, 2, [], np.array([True, False])])
@pytest.mark.parametrize("name", ["directed", "renumber", "symmetric", "weighted"])
def test_flags_are_true_or_false(name, given):
    """Of ``symmetric="no"`` Python would make a promise, and of that a wrong answer."""
    rows = [0, 1, 1], [1]
    make = {
        "directed": lambda flag: Graph.from_csr(*rows, directed=flag),
        "renumber": lambda flag: Graph.from_edges([0], [1], renumber=flag),
        "symmetric": lambda flag: Graph.from_csr(*rows, symmetric=flag),
        "weighted": lambda flag: Graph.from_scipy(scipy.sparse.eye_array(2), weighted=flag),
    }[name]
    for flag in (True, False, np.True_, 0, 1):
        assert make(flag).n == 2
    if name != "symmetric" or given is not None:
        with pytest.raises(GraphError, match=f"{name} is .*; expected True or False"):
            make(given)


@pytest.mark.parametrize("renumber", [False, True])
def test_rows_of_several_lengths(renumber):
    with pytest.raises(GraphError, match="targets is no array: "):
        Graph.from_edges([0, 1], [[0], [1, 2]], renumber=renumber)
    with pytest.raises(GraphError, match="offsets is no array: "):
        Graph.from_csr([[0], [1, 2]], [0])


def test_the_most_vertices():
    graph = Graph.from_edges([0], [2**31 - 2], n=MAXIMUM_VERTICES)
    assert graph.n == 2**31 - 1
    with pytest.raises(GraphError, match="edge 0 joins 0 and 2147483647"):
        Graph.from_edges(np.array([0]), np.array([2**31 - 1]), n=MAXIMUM_VERTICES)


def test_errors_are_value_errors():
    with pytest.raises(ValueError, match="outside"):
        Graph.from_edges([0], [9], n=2)


def test_the_bare_constructor_says_how():
    with pytest.raises(
        GraphError, match="from_edges, from_csr, from_scipy, from_networkx or from_dataframe"
    ):
        Graph()


# --------------------------------------------------------------------- weights


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.int64, np.float32, np.float64])
def test_weights_keep_their_dtype_and_value(dtype):
    weights = np.array([1, np.iinfo(np.int64).max if dtype == np.int64 else 2, 0], dtype)
    graph = Graph.from_edges([0, 1, 2], [1, 2, 3], weights=weights)
    assert graph.weights.dtype == dtype
    np.testing.assert_array_equal(graph.weights, weights)
    assert repr(graph).endswith(f"undirected, {np.dtype(dtype)} weights)")


def test_infinities_negatives_and_truth_values_are_weights():
    given = [-np.inf, -1.5, np.inf]
    assert Graph.from_edges([0, 1, 2], [1, 2, 3], weights=given).weights.tolist() == given
    truths = np.array([True, False])
    assert Graph.from_edges([0, 1], [1, 2], weights=truths).weights.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0, np.nan], "the weight of edge 1 is NaN"),
        ([1.0], r"weights has shape \(1,\); expected \(2,\), one for each edge"),
        ([[1, 2]], "weights has shape"),
    ],
)
def test_bad_weights(weights, message):
    with pytest.raises(GraphError, match=message):
        Graph.from_edges([0, 1], [1, 2], weights=weights)


# ------------------------------------------------------------------------ rows


def test_compressed_sparse_rows():
    graph = Graph.from_csr([0, 2, 3, 3], [1, 2, 0], n=3, directed=True, weights=[5, 6, 7])
    assert (graph.n, graph.edge_count, graph.directed) == (3, 3, True)
    assert [ends.tolist() for ends in graph.edges()] == [[0, 0, 1], [1, 2, 0]]
    assert graph.rows.offsets.dtype == graph.rows.neighbors.dtype == np.int32
    assert repr(graph) == "Graph(n=3, entries=3, directed, int64 weights)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], []), "offsets is empty"),
        (([1, 2], [0]), "offsets starts with 1; expected 0"),
        (([0, 2], [0]), "offsets ends with 2; expected 1, the number of entries"),
        (([0, 2, 1], [0]), "offsets fall from 2 to 1 at vertex 1"),
        (([0, 1], [1]), r"entry 0 of neighbors is vertex 1, outside 0\.\.0"),
        (([0, 1], [-1]), "entry 0 of neighbors is vertex -1"),
        (([0, 1], [0], 2), "n is 2 but offsets has 2 entries"),
        (([0.0, 1.0], [0]), "offsets has dtype float64; an offset is an integer"),
        (([0, 1], [0.5]), "neighbors has dtype float64"),
        (([[0, 1]], [0]), r"offsets has shape \(1, 2\)"),
    ],
)
def test_bad_rows(arguments, message):
    with pytest.raises(GraphError, match=message):
        Graph.from_csr(*arguments)


def test_unsigned_offsets_that_fall_are_seen():
    with pytest.raises(GraphError, match="offsets fall from 3 to 1 at vertex 1"):
        Graph.from_csr(np.array([0, 3, 1, 3], np.uint64), [0, 1, 2])


def test_a_nan_weight_of_an_entry():
    with pytest.raises(GraphError, match="the weight of entry 0 is NaN"):
        Graph.from_csr([0, 1, 1], [1], weights=[np.nan])


# -------------------------------------------------------------------- NetworkX


@pytest.mark.parametrize(
    "kind", [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]
)
def test_networkx(kind):
    given = kind()
    given.add_edge("b", "a", weight=2)
    given.add_edge("a", ("c", 1))
    given.add_node("alone")
    graph = Graph.from_networkx(given, weight="weight")
    assert graph.nodes == list(given.nodes)
    assert graph.directed == given.is_directed()
    assert graph.weights.tolist() == [2, 1]
    named = [[graph.nodes[v] for v in ends] for ends in graph.edges()]
    assert list(zip(*named, strict=True)) == [edge[:2] for edge in given.edges]


def test_networkx_without_nodes():
    graph = Graph.from_networkx(networkx.Graph())
    assert (graph.n, graph.edge_count, graph.nodes) == (0, 0, [])


def test_bad_networkx_graphs():
    with pytest.raises(GraphError, match="expected a NetworkX graph, got list"):
        Graph.from_networkx([(0, 1)])
    given = networkx.Graph()
    given.add_edge(0, 1, weight="heavy")
    with pytest.raises(GraphError, match="from 0 to 1, is 'heavy'"):
        Graph.from_networkx(given, weight="weight")


# ------------------------------------------------------------------- adjacency


@for_each("name", HAND_MADE)
def test_the_adjacency_holds_each_edge_at_both_ends(name):
    graph = hand_made(name)
    adjacency = graph.adjacency()
    assert isinstance(adjacency, Adjacency)
    assert adjacency.offsets.shape == (graph.n + 1,)
    assert adjacency.offsets[-1] == adjacency.neighbors.size
    assert adjacency.offsets.dtype == adjacency.neighbors.dtype == np.int32
    assert graph.adjacency() is adjacency or graph.rows is adjacency
    proper = sorted((u, v) for u, v in _entries(adjacency) if u != v)
    if adjacency is graph.rows:
        # Rows that hold both directions already: each edge counts once in each.
        assert proper == sorted((v, u) for u, v in proper)
    else:
        assert proper == _proper_entries(graph)
        assert _entries(adjacency) == proper


@given(graph=graphs())
def test_the_adjacency_of_drawn_graphs(graph):
    proper = {(u, v) for u, v in _entries(graph.adjacency()) if u != v}
    assert proper == set(_proper_entries(graph))


@given(graph=row_graphs())
def test_rows_are_used_as_they_are_only_if_symmetric(graph):
    entries = _entries(graph.rows)
    symmetric = sorted(entries) == sorted((v, u) for u, v in entries)
    assert (graph.adjacency() is graph.rows) == symmetric


@given(graph=edge_lists(), weights=st.booleans())
def test_edge_ids_lead_back_to_the_edges(graph, weights):
    n, pairs = graph
    made = from_pairs(pairs, n)
    if weights:
        made.adjacency()  # made without ids before
    adjacency = made.adjacency(edge_ids=True)
    if adjacency.edge_ids is None:
        assert not len(adjacency.neighbors)
        return
    for (u, v), edge in zip(_entries(adjacency), adjacency.edge_ids.tolist(), strict=True):
        assert {u, v} == set(pairs[edge])
    proper = [edge for edge, (u, v) in enumerate(pairs) if u != v]
    assert sorted(adjacency.edge_ids.tolist()) == sorted(proper * 2)


def test_a_promise_is_taken_at_its_word():
    rows = ([0, 1, 2], [1, 0])
    promised = Graph.from_csr(*rows, symmetric=True)
    assert promised.symmetric is True
    assert promised.adjacency() is promised.rows
    denied = Graph.from_csr(*rows, symmetric=False)
    assert denied.adjacency() is not denied.rows
    unknown = Graph.from_csr(*rows)
    assert unknown.symmetric is None
    unknown.adjacency()
    assert unknown.symmetric is True


# ------------------------------------------------------- undirected edges, once


def _pairs(sources, targets):
    ends = zip(sources.tolist(), targets.tolist(), strict=True)
    return Counter((min(pair), max(pair)) for pair in ends)


@given(graph=graphs())
def test_each_undirected_edge_once(graph):
    sources, targets, weights, edge_ids = graph.undirected_edges()
    assert weights is None
    assert sources.dtype == targets.dtype == edge_ids.dtype == np.int32
    expected = _pairs(*graph.edges())
    if graph.rows is not None and graph.adjacency() is graph.rows:
        expected = Counter({(u, v): c if u == v else c // 2 for (u, v), c in expected.items()})
        assert (sources <= targets).all()
    else:
        assert edge_ids.tolist() == list(range(graph.edge_count))
    assert _pairs(sources, targets) == expected
    assert _pairs(*(ends[edge_ids] for ends in graph.edges())) == expected


@given(graph=row_graphs(), data=st.data())
def test_the_lighter_of_both_directions_counts(graph, data):
    count = graph.edge_count
    values = data.draw(st.lists(st.integers(-3, 3), min_size=count, max_size=count))
    weighted = Graph.from_csr(
        graph.rows.offsets,
        graph.rows.neighbors,
        weights=np.array(values, dtype=np.float32),
        symmetric=graph.symmetric,
    )
    sources, targets, weights, edge_ids = weighted.undirected_edges()
    assert weights.dtype == np.float32
    assert weights.tolist() == [values[edge] for edge in edge_ids]
    ends = list(zip(*(end.tolist() for end in weighted.edges()), strict=True))
    for u, v, edge in zip(sources.tolist(), targets.tolist(), edge_ids.tolist(), strict=True):
        assert {u, v} == set(ends[edge])
    if not weighted.symmetric:
        assert edge_ids.tolist() == list(range(count))
        return
    entries = defaultdict(list)
    for edge, (u, v) in enumerate(ends):
        entries[u, v].append((values[edge], edge))
    expected = []
    for (u, v), one in entries.items():
        if u == v:
            expected += one
        elif u < v:
            expected += map(min, zip(sorted(one), sorted(entries[v, u]), strict=True))
    assert sorted(edge_ids.tolist()) == sorted(edge for _, edge in expected)


def test_equal_weights_of_parallel_edges_in_another_order():
    graph = Graph.from_csr([0, 3, 6], [1, 1, 1, 0, 0, 0], weights=[7, 5, 6, 6, 7, 5])
    sources, targets, weights, edge_ids = graph.undirected_edges()
    assert (sources.tolist(), targets.tolist()) == ([0, 0, 0], [1, 1, 1])
    assert weights.tolist() == [7, 5, 6]
    assert edge_ids.tolist() == [0, 1, 2]


def test_infinite_and_large_weights_are_compared_exactly():
    graph = Graph.from_csr([0, 1, 2], [1, 0], weights=[np.inf, -np.inf])
    assert graph.undirected_edges()[2].tolist() == [-np.inf]
    large = np.array([2**64 - 1, 2**64 - 2], dtype=np.uint64)
    graph = Graph.from_csr([0, 1, 2], [1, 0], weights=large)
    assert graph.undirected_edges()[2].tolist() == [2**64 - 2]


def test_arcs_that_point_both_ways_are_one_undirected_edge():
    graph = Graph.from_csr([0, 1, 2], [1, 0], directed=True)
    assert graph.undirected_edges()[3].tolist() == [0]
    assert graph.edge_count == 2


@pytest.mark.parametrize(
    ("rows", "weights"),
    [
        (([0, 1, 1], [1]), None),
        # As many entries above the diagonal as below, but of other edges.
        (([0, 1, 1, 2], [1, 1]), [1, 1]),
    ],
)
def test_a_broken_promise_is_named_where_it_shows(rows, weights):
    graph = Graph.from_csr(*rows, weights=weights, symmetric=True)
    with pytest.raises(GraphError, match="not symmetric although symmetric=True was promised"):
        graph.undirected_edges()
    assert len(Graph.from_csr(*rows, weights=weights).undirected_edges()[0]) == len(rows[1])
