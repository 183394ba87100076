"""Rows that hold each undirected edge at both ends are written so that no edge doubles."""

from collections import Counter

import numpy as np
import pytest
import scipy.io
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clconn
from clconn import Graph
from clconn.errors import OutputError
from clconn.files import FORMATS, read, write
from tests.helpers.cases import for_each
from tests.helpers.strategies import row_graphs

ROWS = ["npz", "scipy", "ecl", "metis"]
ONCE = ["matrix-market", "dimacs", "edge-list", "npy"]


def saved(folder, graph, name):
    path = folder / ("graph" + FORMATS[name].suffixes[0])
    write(graph, path, format=name)
    return path


def entries(graph):
    """Entries of the adjacency but for loops, each (vertex, neighbor), counted."""
    rows = graph.adjacency()
    owners = np.repeat(np.arange(graph.n), np.diff(rows.offsets))
    pairs = zip(owners.tolist(), rows.neighbors.tolist(), strict=True)
    return Counter(pair for pair in pairs if pair[0] != pair[1])


def lightest(graph):
    """The smallest weight between any two vertices that are joined, and at any loop."""
    found = {}
    ends = (end.tolist() for end in graph.edges())
    for u, v, weight in zip(*ends, graph.weights.tolist(), strict=True):
        pair = (min(u, v), max(u, v))
        found[pair] = min(weight, found.get(pair, weight))
    return found


def same_components(one, other):
    roots = [
        clconn.connected_components(graph, backend="reference").roots for graph in (one, other)
    ]
    return np.array_equal(*roots)


GENERATED = {
    "road": {"rows": 9, "columns": 7, "seed": 2},
    "torus": {"rows": 4, "columns": 5},
    "uniform-random": {"n": 60, "edges": 50, "seed": 1},
    "rmat": {"scale": 6, "edges": 80, "a": 0.5, "b": 0.2, "c": 0.2},
    "star": {"n": 9},
}


def test_every_format_is_here():
    assert sorted(ROWS + ONCE) == sorted(FORMATS)


@pytest.mark.parametrize("name", FORMATS)
@for_each("weights", [None, "hash"])
@for_each("family", GENERATED)
def test_generated_graphs(tmp_path, name, family, weights):
    graph = clconn.generate(family, weights=weights, **GENERATED[family])
    assert graph.symmetric
    last = int(max(end.max() for end in graph.edges()))
    if name == "npy" and (weights or last + 1 < graph.n):
        with pytest.raises(OutputError, match="write npz"):
            saved(tmp_path, graph, name)
        return
    again = read(saved(tmp_path, graph, name))
    assert again.n == graph.n
    assert again.edge_count * (1 if name in ROWS else 2) == graph.edge_count
    assert (again.rows is None) == (name in ONCE)
    np.testing.assert_array_equal(again.adjacency().offsets, graph.adjacency().offsets)
    np.testing.assert_array_equal(again.adjacency().neighbors, graph.adjacency().neighbors)
    if weights:
        assert lightest(again) == lightest(graph)
    assert same_components(again, graph)


def test_the_named_graph(tmp_path):
    graph = clconn.generate("road-small")
    for name in ("npz", "npy", "ecl"):
        again = read(saved(tmp_path, graph, name)).adjacency()
        np.testing.assert_array_equal(again.neighbors, graph.rows.neighbors)
        np.testing.assert_array_equal(again.offsets, graph.rows.offsets)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "npy"])
@given(graph=row_graphs())
@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_rows(tmp_path, name, graph):
    """Loops, parallel edges, unsorted rows, and rows that are not symmetric."""
    again = read(saved(tmp_path, graph, name), format=name)
    assert again.n == graph.n
    assert entries(again) == entries(graph)
    loops = [int(np.count_nonzero(np.equal(*one.edges()))) for one in (graph, again)]
    assert loops[1] == (0 if name in ("ecl", "metis") else loops[0])


@pytest.mark.parametrize("name", ["matrix-market", "dimacs", "edge-list"])
@given(graph=row_graphs(), data=st.data())
@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_the_lighter_weight_is_written(tmp_path, name, graph, data):
    count = graph.edge_count
    values = data.draw(st.lists(st.integers(-3, 3), min_size=count, max_size=count))
    rows = graph.rows
    graph = Graph.from_csr(rows.offsets, rows.neighbors, weights=np.array(values, dtype=np.int64))
    again = read(saved(tmp_path, graph, name), format=name)
    assert entries(again) == entries(graph)
    if count:
        assert lightest(again) == lightest(graph)


@pytest.mark.parametrize("name", ["matrix-market", "dimacs", "edge-list"])
def test_loops_parallel_edges_and_unequal_weights(tmp_path, name):
    # 0-1 twice, 0-2 with another weight at either end, loops at 1 and 2.
    offsets, neighbors = [0, 3, 6, 8], [2, 1, 1, 0, 1, 0, 2, 0]
    weights = [6, 4, 3, 3, 9, 4, 8, 5]
    graph = Graph.from_csr(offsets, neighbors, weights=weights)
    again = read(saved(tmp_path, graph, name))
    found = zip(*(end.tolist() for end in again.edges()), again.weights.tolist(), strict=True)
    expected = [(0, 1, 3), (0, 1, 4), (0, 2, 5), (1, 1, 9), (2, 2, 8)]
    assert sorted((min(u, v), max(u, v), w) for u, v, w in found) == expected


@pytest.mark.parametrize("weights", [None, [5, 6, 5, 6]])
def test_matrix_market_has_the_lower_triangle(tmp_path, weights):
    graph = Graph.from_csr([0, 2, 3, 4, 4], [1, 2, 0, 0], weights=weights)
    path = saved(tmp_path, graph, "matrix-market")
    lines = path.read_text(encoding="ascii").splitlines()
    field = "pattern" if weights is None else "integer"
    assert lines[0] == f"%%MatrixMarket matrix coordinate {field} symmetric"
    kept = [line.split() for line in lines[1:] if not line.startswith("%")]
    values = ([], []) if weights is None else (["5"], ["6"])
    assert kept == [["4", "4", "2"], ["2", "1", *values[0]], ["3", "1", *values[1]]]
    dense = scipy.io.mmread(path, spmatrix=False).toarray()
    expected = np.zeros((4, 4))
    expected[graph.edges()] = 1 if weights is None else weights
    np.testing.assert_array_equal(dense, expected)


def test_counts_in_headers_are_of_what_is_written(tmp_path):
    graph = Graph.from_csr([0, 2, 3, 4, 4], [1, 2, 0, 0])
    text = "# Undirected graph\n# Nodes: 4 Edges: 2\n0 1\n0 2\n"
    assert saved(tmp_path, graph, "edge-list").read_text() == text
    assert saved(tmp_path, graph, "dimacs").read_text() == "p edge 4 2\ne 1 2\ne 1 3\n"


@pytest.mark.parametrize("name", ["npz", "scipy", "ecl", "matrix-market", "dimacs", "edge-list"])
def test_arcs_both_ways_stay_two_arcs(tmp_path, name):
    graph = Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1], directed=True, symmetric=True)
    again = read(saved(tmp_path, graph, name), directed=True)
    assert [end.tolist() for end in again.edges()] == [end.tolist() for end in graph.edges()]


@pytest.mark.parametrize("claim", [True, False])
def test_what_a_file_says_of_symmetry_is_not_believed(tmp_path, claim):
    path = tmp_path / "graph.npz"
    np.savez(path, offsets=[0, 1, 1, 1], neighbors=[2], symmetric=claim)
    graph = read(path)
    assert graph.adjacency().neighbors.tolist() == [2, 0]
