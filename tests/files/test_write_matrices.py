"""Matrices, and graphs of other libraries, are written as the graphs that they are elsewhere."""

import io

import networkx
import numpy as np
import pytest
import scipy.io
import scipy.sparse

import clconn
from clconn.errors import GraphError, OutputError
from clconn.files import FORMATS, read, write
from tests.helpers.cases import for_each
from tests.helpers.libraries import library

WITHOUT_WEIGHTS = {"npy"}
WITHOUT_ARCS = {name for name, entry in FORMATS.items() if not entry.holds_arcs}


def _matrix(*, symmetric=True, dtype=np.int32):
    """Rows of a path and some more, whose last vertex has an edge."""
    random = np.random.default_rng(4)
    ends = np.hstack([[np.arange(11), np.arange(1, 12)], random.integers(0, 12, (2, 15))])
    ends = np.unique(ends[:, ends[0] < ends[1]], axis=1).astype(np.int32)
    weights = random.integers(1, 100, ends.shape[1])
    matrix = scipy.sparse.coo_array((weights, tuple(ends)), shape=(12, 12))
    return (matrix + matrix.T if symmetric else matrix).astype(dtype).tocsr()


def _bytes(graph, format, **more):
    stream = io.BytesIO()
    write(graph, stream, format=format, **more)
    return stream.getvalue()


@for_each("format", FORMATS)
@for_each("form", ["csr", "coo", "csc", "lil"])
def test_every_format_from_every_format(format, form, tmp_path):
    matrix = _matrix()
    path = tmp_path / "graph"
    weighted = format not in WITHOUT_WEIGHTS
    write(matrix.asformat(form), path, format=format, weighted=weighted)
    found = read(path, format=format)
    assert (found.weights is not None) == weighted
    labels = clconn.connected_components(matrix, backend="reference").labels
    assert clconn.verify.components(found, labels)
    if weighted:
        forests = [clconn.minimum_spanning_forest(each) for each in (matrix, found)]
        assert forests[0].total_weight == forests[1].total_weight
    graph = clconn.Graph.from_scipy(matrix.asformat(form), weighted=weighted)
    assert _bytes(matrix.asformat(form), format, weighted=weighted) == _bytes(graph, format)


@for_each("format", [name for name in FORMATS if name not in WITHOUT_ARCS])
def test_arcs(format, tmp_path):
    matrix = _matrix(symmetric=False)
    path = tmp_path / "graph"
    write(matrix, path, format=format, directed=True, weighted=format not in WITHOUT_WEIGHTS)
    found = read(path, format=format, directed=True)
    assert found.edge_count == matrix.nnz
    found_ends, ends = found.edges(), matrix.nonzero()
    assert set(zip(*map(np.ndarray.tolist, found_ends), strict=True)) == {
        (int(u), int(v)) for u, v in zip(*ends, strict=True)
    }


def test_what_other_programs_read_is_the_matrix(tmp_path):
    path = tmp_path / "graph.mtx"
    for matrix, more in (
        (_matrix(), {}),
        (_matrix(), {"directed": True}),
        (_matrix(symmetric=False, dtype=np.float64), {"directed": True}),
    ):
        write(matrix, path, **more)
        assert (scipy.io.mmread(path).tocsr() != matrix).nnz == 0
    path = tmp_path / "graph.npz"
    write(_matrix(dtype=np.float32), path, format="scipy")
    found = scipy.sparse.load_npz(path)
    assert (found != _matrix()).nnz == 0
    assert found.dtype == np.float32


def test_the_direction_is_in_the_file(tmp_path):
    path = tmp_path / "graph.npz"
    for given, expected in ((None, False), (False, False), (True, True), (np.True_, True)):
        write(_matrix(), path, directed=given)
        assert read(path).directed is expected
    assert b"# Directed graph" in _bytes(_matrix(), "edge-list", directed=True)
    assert b"# Undirected graph" in _bytes(_matrix(), "edge-list")


def test_entries_that_are_no_weights():
    for dtype in (bool, complex):
        matrix = _matrix(dtype=dtype)
        assert _bytes(matrix, "edge-list", weighted=False).count(b"\n") == 2 + matrix.nnz // 2
    assert _bytes(_matrix(dtype=bool), "npy") == _bytes(_matrix(), "npy", weighted=False)
    with pytest.raises(GraphError, match="complex128 are no weights; weighted=False writes"):
        write(_matrix(dtype=complex), io.BytesIO(), format="edge-list")
    nan = _matrix(dtype=float) * np.nan
    with pytest.raises(GraphError, match="the weight of entry 0 is NaN"):
        write(nan, io.BytesIO(), format="edge-list")


@pytest.mark.parametrize("format", ["ecl", "metis", "npy"])
def test_weights_that_a_format_does_not_hold_can_be_left_out(format, tmp_path):
    matrix = _matrix(dtype=float)
    graph = clconn.Graph.from_scipy(matrix, weighted=True)
    path = tmp_path / "graph"
    for each in (matrix, graph):
        with pytest.raises(OutputError, match=r"or weighted=False \(.*--no-weights`\) leaves them"):
            write(each, path, format=format)
        assert not path.exists()
        assert _bytes(each, format, weighted=False) == _bytes(_matrix(dtype=bool), format)
    assert graph.weights is not None


def test_graphs_of_other_libraries(tmp_path):
    graph = networkx.Graph()
    graph.add_weighted_edges_from([("a", "b", 3), ("b", "c", 1)])
    columns = ["source", "target", "weight"]
    table = library("pandas").DataFrame([*graph.edges.data("weight")], columns=columns)
    for source in (graph, table):
        for name, weights in (("weighted", [3, 1]), ("plain", None)):
            path = tmp_path / f"{name}.npz"
            write(source, path, weighted=weights is not None)
            found = read(path)
            assert found.nodes.tolist() == ["a", "b", "c"]
            assert (found.weights if weights is None else found.weights.tolist()) == weights
    write(table, path, directed=True)
    assert read(path).directed
    write(graph.to_directed(), path)
    assert read(path).directed


@pytest.mark.parametrize(
    ("graph", "directed", "message"),
    [
        (clconn.Graph.from_edges([0], [1]), True, "this Graph is undirected itself; leave it out"),
        (clconn.Graph.from_edges([0], [1], directed=True), False, "this Graph is directed itself"),
        (networkx.path_graph(3), True, "matrices and tables, and this Graph is undirected"),
        (_matrix(), "yes", "directed is 'yes'; expected True or False"),
    ],
)
def test_a_direction_that_is_none(graph, directed, message, tmp_path):
    with pytest.raises(GraphError, match=message):
        write(graph, tmp_path / "graph.npz", directed=directed)
    assert not list(tmp_path.iterdir())
    if isinstance(directed, bool):
        write(graph, tmp_path / "graph.npz", directed=not directed)


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        (None, "expected a graph, got NoneType: give a clconn.Graph, a scipy"),
        ("roads.mtx", r"expected a graph, got str: .*clconn\.read\('roads.mtx'\)"),
        (np.eye(3), r"got ndarray: .*make scipy\.sparse\.csr_array\(matrix\)"),
        (scipy.sparse.coo_array((2, 3)), r"is square; this one has shape \(2, 3\)"),
        (
            scipy.sparse.csr_array(([1], [7], [0, 1, 1]), shape=(2, 2), dtype=np.int32),
            r"entry 0 of neighbors is vertex 7, outside 0\.\.1",
        ),
    ],
)
def test_what_is_no_graph(graph, message, tmp_path):
    for format in FORMATS:
        with pytest.raises(GraphError, match=message):
            write(graph, tmp_path / "graph", format=format, weighted=False)
    assert not list(tmp_path.iterdir())


def test_weights_are_written_or_not(tmp_path):
    with pytest.raises(GraphError, match="weighted is 'no'; expected True or False"):
        write(_matrix(), tmp_path / "graph.npz", weighted="no")


def test_the_path_is_checked_before_the_matrix(tmp_path):
    with pytest.raises(OutputError, match="the suffix tells no format"):
        write(None, tmp_path / "graph.png")
    with pytest.raises(GraphError, match="expected a path, got Graph"):
        write(tmp_path / "graph.npz", clconn.Graph.from_edges([0], [1]))


def test_a_graph_on_a_device(device, tmp_path):
    graph = clconn.Graph.from_edges([0], [1]).to(device)
    with pytest.raises(GraphError, match="write needs the graph on the host, but this is a D"):
        write(graph, tmp_path / "graph.npz")
