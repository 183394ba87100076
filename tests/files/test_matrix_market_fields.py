"""Matrix Market: complex entries and all symmetries, where only the pattern matters."""

import numpy as np
import pytest
import scipy.io
import scipy.sparse

import clconn
from clconn.errors import GraphFileError
from clconn.files import read

BANNER = "%%MatrixMarket matrix coordinate "


def _file(tmp_path, text):
    path = tmp_path / "matrix.mtx"
    path.write_text(text)
    return path


@pytest.mark.parametrize("symmetry", ["general", "symmetric", "skew-symmetric", "hermitian"])
def test_complex_entries_are_edges(tmp_path, symmetry):
    random = np.random.default_rng(4)
    dense = np.where(random.random((20, 20)) < 0.1, random.random((20, 20)) + 1j, 0)
    if symmetry != "general":
        lower = np.tril(dense, -1)
        sign = -1 if symmetry == "skew-symmetric" else 1
        dense = lower + sign * (lower.conj().T if symmetry == "hermitian" else lower.T)
    path = tmp_path / "complex.mtx"
    scipy.io.mmwrite(path, scipy.sparse.coo_array(dense), symmetry=symmetry)
    graph = read(path, weighted=False, directed=True)
    found = np.zeros((20, 20), dtype=bool)
    found[graph.edges()] = True
    np.testing.assert_array_equal(found, dense != 0)
    once = read(path, weighted=False)
    entries = [line for line in path.read_text().splitlines() if not line.startswith("%")][1:]
    ends = [tuple(int(word) - 1 for word in entry.split()[:2]) for entry in entries]
    assert list(zip(*(end.tolist() for end in once.edges()), strict=True)) == ends


def test_complex_numbers_are_no_weights(tmp_path):
    path = _file(tmp_path, BANNER + "complex general\n2 2 1\n1 2 1 0\n")
    with pytest.raises(GraphFileError, match=r"no order .*weighted=False") as caught:
        read(path)
    assert caught.value.line == 1


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("1 2 3", "'u v real imaginary'"),
        ("1 2 3 x", "'u v real imaginary'"),
        ("1 2 3 4 5", "'u v real imaginary'"),
        ("1 4 1 1", "outside 1..3"),
        ("1.5 2 1 1", "not an integer"),
        ("", "2 entries are announced but 1 are"),
    ],
)
def test_malformed_complex_entries(tmp_path, entry, message):
    path = _file(tmp_path, BANNER + f"complex general\n3 3 2\n% x\n1 2 .5 -1e3\n{entry}\n")
    with pytest.raises(GraphFileError, match=message) as caught:
        read(path, weighted=False)
    assert caught.value.line == (5 if entry else 2)


def test_the_stored_triangle_of_a_skew_symmetric_matrix_counts(tmp_path):
    path = _file(tmp_path, BANNER + "integer skew-symmetric\n3 3 2\n2 1 5\n3 1 -6\n")
    assert read(path).weights.tolist() == [5, -6]
    arcs = read(path, directed=True)
    assert [end.tolist() for end in arcs.edges()] == [[1, 2, 0, 0], [0, 0, 1, 2]]
    assert arcs.weights.tolist() == [5, -6, -5, 6]
    path = _file(tmp_path, BANNER + f"integer skew-symmetric\n2 2 1\n2 1 {-(2**63)}\n")
    assert clconn.minimum_spanning_forest(read(path), backend="reference").total_weight == -(2**63)
    with pytest.raises(GraphFileError, match="negated weights, which int64 does not hold"):
        read(path, directed=True)
    assert read(path, directed=True, weighted=False).edge_count == 2
