"""Matrix Market: as scipy reads and writes it, and what must be refused."""

import gzip

import numpy as np
import pytest
import scipy.io
import scipy.sparse

from clconn import Graph
from clconn.errors import GraphFileError
from clconn.files import read, write

BANNER = "%%MatrixMarket matrix coordinate "


def graph_of(tmp_path, text, **options):
    path = tmp_path / "matrix.mtx"
    path.write_text(text)
    return read(path, **options)


@pytest.mark.parametrize("symmetry", ["general", "symmetric"])
@pytest.mark.parametrize("field", ["pattern", "integer", "real"])
@pytest.mark.parametrize("suffix", [".mtx", ".mtx.gz"])
def test_reads_what_scipy_writes(tmp_path, field, symmetry, suffix):
    random = np.random.default_rng(5)
    matrix = scipy.sparse.random_array((30, 30), density=0.1, rng=random, format="coo")
    matrix.data = np.round(1 + matrix.data * 100) / (1 if field == "integer" else 7)
    if field == "integer":
        matrix = matrix.astype(np.int64)
    if symmetry == "symmetric":
        matrix = (matrix + matrix.T).tocoo()
    path = tmp_path / f"matrix{suffix}"
    with (gzip.open if suffix.endswith("gz") else open)(path, "wb") as stream:
        scipy.io.mmwrite(stream, matrix, field=field, symmetry=symmetry)
    graph = read(path, directed=True)
    sources, targets = graph.edges()
    data = np.ones(graph.edge_count) if graph.weights is None else graph.weights
    assert (graph.weights is None) == (field == "pattern")
    again = scipy.sparse.coo_array((data, (sources, targets)), shape=(30, 30)).toarray()
    expected = matrix.toarray() != 0 if field == "pattern" else matrix.toarray()
    np.testing.assert_array_equal(again, expected)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weights", [None, [5, 0, 7], [0.1, 1 / 3, np.inf]])
def test_scipy_reads_what_is_written(tmp_path, weights, directed):
    graph = Graph.from_edges([0, 3, 2], [1, 1, 2], 5, weights=weights, directed=directed)
    write(graph, tmp_path / "matrix.mtx")
    matrix = scipy.io.mmread(tmp_path / "matrix.mtx", spmatrix=False).toarray()
    expected = np.zeros((5, 5))
    for u, v, w in zip(*graph.edges(), weights or [1, 1, 1], strict=True):
        expected[u, v] = w
        if not directed:
            expected[v, u] = w
    np.testing.assert_array_equal(matrix, expected)


def test_symmetric_file_has_its_own_edges(tmp_path):
    text = BANNER + "integer symmetric\n% comment\n\n4 4 4\n2 1 5\n1 3 6\n4 4 0\n2 1 5\n"
    graph = graph_of(tmp_path, text)
    assert not graph.directed
    assert [end.tolist() for end in graph.edges()] == [[1, 0, 3, 1], [0, 2, 3, 0]]
    assert graph.weights.tolist() == [5, 6, 0, 5]
    arcs = graph_of(tmp_path, text, directed=True)
    assert arcs.edge_count == 7  # the loop is one arc
    assert arcs.weights.tolist() == [5, 6, 0, 5, 5, 6, 5]


def test_general_file_is_undirected_unless_asked(tmp_path):
    text = BANNER + "pattern general\n3 3 1\n1 2\n"
    assert not graph_of(tmp_path, text).directed
    assert graph_of(tmp_path, text, directed=True).directed


def test_banner_in_any_case_and_comments_between_entries(tmp_path):
    text = "%%matrixmarket MATRIX Coordinate Real General\r\n2 2 1\r\n% x\r\n1 2 -1.5e3\r\n"
    assert graph_of(tmp_path, text).weights.tolist() == [-1500.0]


def test_unsigned_weights(tmp_path):
    text = BANNER + f"unsigned-integer general\n2 2 1\n1 2 {2**64 - 1}\n"
    assert graph_of(tmp_path, text).weights.tolist() == [2**64 - 1]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("%%MatrixMarket\n", 1, "expected '%%MatrixMarket matrix"),
        ("%%MatrixMarket vector coordinate real general\n", 1, "expected '%%MatrixMarket matrix"),
        ("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n", 1, "dense"),
        (BANNER + "complex general\n1 1 1\n1 1 1 1\n", 1, "complex numbers, which have no order"),
        (BANNER + "foo general\n1 1 1\n1 1 1\n", 1, "foo"),
        (BANNER + "real triangular\n2 2 1\n2 1 1\n", 1, "triangular"),
        ("no banner\n", 1, "expected the banner"),
        (BANNER + "pattern general\n", 1, "size line"),
        (BANNER + "pattern general\n% c\n3 3\n1 2\n", 3, "size line"),
        (BANNER + "pattern general\n-3 -3 1\n1 2\n", 2, "size line"),
        (BANNER + "pattern general\n3 4 1\n1 2\n", 2, "square"),
        (BANNER + "pattern general\n3000000000 3000000000 1\n1 2\n", 2, r"2\*\*31"),
        (BANNER + "pattern general\n3 3 2\n1 2\n", 2, "2 entries are announced but 1 are"),
        (BANNER + "pattern general\n3 3 1\n1 2\n2 3\n", 2, "1 entries are announced but 2 are"),
        (BANNER + "pattern general\n3 3 99999999999999\n1 2\n", 2, "announced"),
        (BANNER + "pattern general\n3 3 2\n1 2\n0 2\n", 4, "0 is below 1"),
        (BANNER + "pattern general\n3 3 1\n1 4\n", 3, "outside 1..3"),
        (BANNER + "pattern general\n3 3 1\n1 99999999999999999999\n", 3, "outside 1..3"),
        (BANNER + "pattern general\n3 3 1\n1.0 2\n", 3, "not an integer"),
        (BANNER + "pattern general\n3 3 1\n1 2 7\n", 3, "expected 'u v', 2 columns, not 3"),
        (BANNER + "real general\n3 3 1\n1 2\n", 3, "3 columns, not 2"),
        (BANNER + "integer general\n3 3 1\n1 2 3.5\n", 3, "'3.5' is not an integer"),
        (BANNER + "integer general\n3 3 1\n1 2 9223372036854775808\n", 3, "64 bits"),
        (BANNER + "real general\n3 3 2\n1 2 1\n2 2 nan\n", 4, "NaN"),
        (BANNER + "real general\n3 3 1\n1 2 x\n", 3, "'x' is not a number"),
    ],
)
def test_malformed(tmp_path, text, line, message):
    with pytest.raises(GraphFileError, match=message) as caught:
        graph_of(tmp_path, text)
    assert caught.value.line == line
    assert caught.value.path == str(tmp_path / "matrix.mtx")
    assert "\n" not in str(caught.value)


def test_vertex_count_is_checked(tmp_path):
    text = BANNER + "pattern general\n3 3 1\n1 2\n"
    assert graph_of(tmp_path, text, n=3).n == 3
    with pytest.raises(GraphFileError, match="3 vertices, but n = 4"):
        graph_of(tmp_path, text, n=4)
