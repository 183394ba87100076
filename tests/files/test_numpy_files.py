"""NumPy archives, scipy archives and plain arrays, and what must be refused."""

import contextlib
import gzip
import io
import zipfile

import numpy as np
import pytest
import scipy.sparse

from clconn import Graph
from clconn.errors import GraphFileError
from clconn.files import detect_format, read, write
from clconn.streams import open_batches
from tests.helpers.cases import case


def saved(tmp_path, **arrays):
    path = tmp_path / "graph.npz"
    np.savez(path, **arrays)
    return path


def test_named_arrays(tmp_path):
    graph = read(saved(tmp_path, sources=[0, 2], targets=[1, 1], unrelated=np.zeros((2, 2))))
    assert (graph.n, graph.weights, graph.directed) == (3, None, False)
    path = saved(tmp_path, sources=[0], targets=[1], n=5, directed=True, weights=[0.5])
    graph = read(path)
    assert (graph.n, graph.weights.tolist(), graph.directed) == (5, [0.5], True)
    graph = read(saved(tmp_path, offsets=[0, 1, 2], neighbors=[1, 0], weights=[3, 3]))
    assert graph.rows.neighbors.tolist() == [1, 0]
    assert graph.weights.tolist() == [3, 3]


def test_compressed_archive(tmp_path):
    np.savez_compressed(tmp_path / "graph.npz", sources=np.zeros(99, int), targets=np.ones(99, int))
    assert read(tmp_path / "graph.npz").edge_count == 99


def test_what_is_written(tmp_path):
    write(Graph.from_edges([1], [0], 3, weights=[2], directed=True), tmp_path / "graph.npz")
    with np.load(tmp_path / "graph.npz") as archive:
        found = {name: archive[name].tolist() for name in archive.files}
    assert found == {"sources": [1], "targets": [0], "n": 3, "directed": True, "weights": [2]}


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"sources": [0]}, "expected arrays 'sources' and 'targets'.* found sources"),
        ({}, "found none"),
        ({"sources": [0], "targets": [-1]}, "edge 0 joins 0 and -1, outside 0..0; renumber=True"),
        ({"sources": [0], "targets": [5], "n": 3}, "outside 0..2; the file says n = 3 "),
        ({"sources": [0], "targets": [2**31]}, r"2\*\*31"),
        ({"sources": [0], "targets": [-1], "n": 3}, "outside 0..2; the file says n = 3 "),
        ({"sources": [0], "targets": [1, 2]}, "sources has 1 entries and targets 2"),
        ({"sources": [0.5], "targets": [1]}, "dtype float64"),
        ({"sources": [[0]], "targets": [[1]]}, "shape"),
        ({"sources": np.array(0), "targets": np.array(1)}, "shape"),
        ({"sources": ["a"], "targets": ["b"]}, "holds strings"),
        ({"sources": np.array([{}]), "targets": [1]}, "pickle"),
        ({"sources": [0], "targets": [1], "weights": [np.nan]}, "edge 0 is NaN"),
        ({"sources": [0], "targets": [1], "weights": [1, 2]}, "weights has shape"),
        ({"sources": [0], "targets": [1], "weights": [1j]}, "complex"),
        ({"sources": [0], "targets": [1], "n": 2.5}, "'n' to be one integer"),
        ({"sources": [0], "targets": [1], "n": [2, 3]}, "'n' to be one integer"),
        ({"sources": [0], "targets": [1], "n": -2}, "n is -2"),
        ({"sources": [0], "targets": [1], "directed": "yes"}, "'directed' to be one bool"),
        ({"offsets": [0, 2, 1], "neighbors": [0]}, "offsets"),
        ({"offsets": [0, 2, 1, 1], "neighbors": [0]}, "offsets fall"),
        ({"offsets": [], "neighbors": []}, "offsets is empty"),
        ({"offsets": [0, 1], "neighbors": [1]}, "outside 0..0"),
        ({"offsets": [0, 1], "neighbors": [0], "n": 2}, "n is 2"),
    ],
)
def test_malformed_named_arrays(tmp_path, arrays, message):
    path = saved(tmp_path, **arrays)
    with pytest.raises(GraphFileError, match=message) as caught:
        read(path)
    assert str(caught.value).startswith(str(path))


def test_vertex_count_is_checked(tmp_path):
    path = saved(tmp_path, sources=[0], targets=[1], n=5)
    assert read(path, n=5).n == 5
    with pytest.raises(GraphFileError, match="5 vertices, but n = 6"):
        read(path, n=6)
    assert read(saved(tmp_path, sources=[0], targets=[1]), n=6).n == 6


@pytest.mark.parametrize("store", ["csr", "csc", "coo", "bsr", "dia"])
@pytest.mark.parametrize("kind", ["array", "matrix"])
def test_every_scipy_format(tmp_path, store, kind):
    dense = np.zeros((6, 6))
    dense[[0, 3, 4], [1, 3, 2]] = [1.5, 2.5, 3.5]
    matrix = getattr(scipy.sparse, f"{store}_{kind}")(dense)
    path = tmp_path / "matrix.npz"
    scipy.sparse.save_npz(path, matrix)
    assert detect_format(path) == "scipy"
    graph = read(path, directed=True)
    found = np.zeros((6, 6))
    found[graph.edges()] = graph.weights
    np.testing.assert_array_equal(found, dense)
    assert read(path, weighted=False).weights is None
    with pytest.raises(GraphFileError, match="6 vertices, but n = 7"):
        read(path, n=7)


def test_matrix_that_is_not_square(tmp_path):
    scipy.sparse.save_npz(tmp_path / "matrix.npz", scipy.sparse.csr_array((4, 5)))
    with pytest.raises(GraphFileError, match=r"square; this one has shape \(4, 5\)"):
        read(tmp_path / "matrix.npz")


def test_stored_zeros_and_duplicates_are_edges(tmp_path):
    path = tmp_path / "matrix.npz"
    for matrix in (
        scipy.sparse.coo_array(([0, 5, 6], ([2, 0, 0], [1, 1, 1])), shape=(4, 4)),
        scipy.sparse.csr_array(([0, 5, 6], [1, 1, 1], [0, 1, 3, 3, 3]), shape=(4, 4)),
    ):
        scipy.sparse.save_npz(path, matrix)
        graph = read(path)
        assert (graph.n, graph.edge_count) == (4, 3)
        assert graph.weights.tolist() == [0, 5, 6]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"shape": [4, 5], "indptr": [0, 1, 3, 3, 3, 3]}, r"graph\.npz"),
        ({"shape": [2**40, 2**40]}, r"graph\.npz"),
        ({"shape": [-3, -3]}, r"graph\.npz"),
        ({"format": b"lil"}, "lil"),
        ({"format": b"nonsense"}, "nonsense"),
        ({"indices": [9, 1, 1]}, r"graph\.npz"),
        ({"indices": [-1, 1, 1]}, r"graph\.npz"),
        ({"indices": None}, r"graph\.npz"),
        ({"indptr": [0, 10**9, 3, 3, 3]}, r"graph\.npz"),
        ({"indptr": [0, 3, 1, 3, 3]}, r"graph\.npz"),
        ({"indptr": [0, 1, 3]}, r"graph\.npz"),
        ({"indptr": [0, 1, 3, 3, 99]}, r"graph\.npz"),
        ({"data": [1, 2]}, r"graph\.npz"),
        ({"data": [1.0, np.nan, 2.0]}, "NaN"),
        ({"data": [1, 2j, 2]}, "complex"),
        ({"data": np.array([{}, {}, {}])}, r"graph\.npz"),
    ],
)
@pytest.mark.parametrize("store", [b"csr", b"csc"])
def test_malformed_matrix(tmp_path, store, change, message):
    arrays = {
        "format": store,
        "shape": [4, 4],
        "data": [1, 2, 3],
        "indices": [1, 1, 1],
        "indptr": [0, 1, 3, 3, 3],
    } | change
    path = saved(tmp_path, **{name: value for name, value in arrays.items() if value is not None})
    assert detect_format(path) == "scipy"
    with pytest.raises(GraphFileError, match=message):
        read(path)


def test_coo_out_of_range(tmp_path):
    path = saved(tmp_path, format=b"coo", shape=[3, 3], data=[1], row=[0], col=[3])
    with pytest.raises(GraphFileError):
        read(path)


@pytest.mark.parametrize("name", ["npz", "scipy"])
def test_damaged_archive(tmp_path, name):
    path = tmp_path / "graph.npz"
    count = 200
    write(Graph.from_edges(np.arange(count), np.arange(count) + 1), path, format=name)
    whole = path.read_bytes()
    for length in [4, 30, 100, len(whole) // 2, len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(GraphFileError):
            read(path)
    for place in range(60, len(whole), 97):
        damaged = bytearray(whole)
        damaged[place] ^= 0x55
        path.write_bytes(damaged)
        with contextlib.suppress(GraphFileError):
            assert read(path).edge_count == count


def test_archive_of_something_else(tmp_path):
    path = tmp_path / "graph.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("sources.npy", "not an array")
        archive.writestr("targets.npy", "not an array")
    with pytest.raises(GraphFileError):
        read(path)


def test_array_of_pairs(tmp_path):
    path = tmp_path / "edges.npy"
    np.save(path, np.array([[0, 1], [4, 2]], dtype=">i8"))
    graph = read(path)
    assert [end.tolist() for end in graph.edges()] == [[0, 4], [1, 2]]
    assert read(path, n=9).n == 9
    np.save(path, np.array([[0, 1], [7, 7]]))  # the graph does not depend on the file any more
    assert [end.tolist() for end in graph.edges()] == [[0, 4], [1, 2]]


def test_arrays_of_other_shapes_are_told_what_is_read(tmp_path):
    path = tmp_path / "edges.npy"
    for shape, advice in (((4, 3), "with weights in X.weights.npy"), ((5,), "X.neighbors.npy")):
        np.save(path, np.zeros(shape))
        with case(shape=shape), pytest.raises(GraphFileError, match=rf"shape \(m, 2\).*{advice}$"):
            read(path)


def test_arrays_of_either_shape_are_read_as_streams_do(tmp_path):
    path = tmp_path / "edges.npy"
    for pairs in ([[0, 1], [4, 2], [3, 3]], [[7, 1], [4, 2]], [[0, 5]], np.zeros((0, 2), int)):
        pairs = np.array(pairs)
        ends = pairs.T.tolist()
        for array in (pairs, np.asfortranarray(pairs), pairs.T):
            if array.shape == (2, 2):
                ends = array.T.tolist()  # which has rows, however it lies
            np.save(path, array)
            graph = read(path)
            assert [end.tolist() for end in graph.edges()] == ends
            with open_batches(path, batch=2) as batches:
                parts = [batch[:2] for batch in batches]
            joined = np.concatenate([np.empty((2, 0), int), *parts], axis=1)
            assert joined.tolist() == ends


@pytest.mark.parametrize("part", ["sources", "targets", "weights"])
def test_set_of_edge_arrays(tmp_path, part):
    for name, values in {"sources": [0, 1], "targets": [1, 2], "weights": [0.5, 2]}.items():
        np.save(tmp_path / f"a.{name}.npy", values)
    graph = read(tmp_path / f"a.{part}.npy")
    assert [end.tolist() for end in graph.edges()] == [[0, 1], [1, 2]]
    assert graph.weights.tolist() == [0.5, 2]
    assert read(tmp_path / f"a.{part}.npy", weighted=False).weights is None


@pytest.mark.parametrize("part", ["offsets", "neighbors"])
def test_set_of_row_arrays(tmp_path, part):
    np.save(tmp_path / "a.b.offsets.npy", [0, 1, 2])
    np.save(tmp_path / "a.b.neighbors.npy", [1, 0])
    graph = read(tmp_path / f"a.b.{part}.npy")
    assert graph.rows.offsets.tolist() == [0, 1, 2]


def test_incomplete_or_ambiguous_sets(tmp_path):
    np.save(tmp_path / "a.sources.npy", [0])
    with pytest.raises(GraphFileError, match=r"no file .*a\.targets\.npy"):
        read(tmp_path / "a.sources.npy")
    for name in ("targets", "weights", "offsets", "neighbors"):
        np.save(tmp_path / f"a.{name}.npy", [0])
    with pytest.raises(GraphFileError, match="name one of them"):
        read(tmp_path / "a.weights.npy")
    assert read(tmp_path / "a.targets.npy").edge_count == 1


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.arange(6), r"shape \(m, 2\) or \(2, m\), found \(6,\); single columns are read from"),
        (np.zeros((3, 3), int), r"shape \(m, 2\)"),
        (np.zeros((2, 2)), "dtype float64"),
        (np.array([[0, -1]]), "edge 0 joins 0 and -1, outside 0..0; renumber=True"),
        (np.array([[0, 2**40]]), r"2\*\*31"),
        (np.array([[{}, {}]]), "object"),
    ],
)
def test_malformed_pairs(tmp_path, array, message):
    np.save(tmp_path / "edges.npy", array, allow_pickle=True)
    with pytest.raises(GraphFileError, match=message):
        read(tmp_path / "edges.npy")


def test_truncated_or_absurd_array(tmp_path):
    stream = io.BytesIO()
    np.save(stream, np.zeros((50, 2), dtype=np.int64))
    path = tmp_path / "edges.npy"
    whole = stream.getvalue()
    for length in [6, 8, 20, 100, len(whole) - 1]:
        path.write_bytes(whole[:length])
        has_header = length == len(whole) - 1
        with pytest.raises(GraphFileError, match="before its last number" if has_header else None):
            read(path)
    for header in (b"(9999999999999, 2)", b"(50, 2", b"(50, -2)", b"(50; 2)"):
        path.write_bytes(whole.replace(b"(50, 2)", header))
        with pytest.raises(GraphFileError):
            read(path)


def test_zip_of_an_unknown_version(tmp_path):
    path = saved(tmp_path, sources=[0], targets=[1])
    whole = bytearray(path.read_bytes())
    whole[whole.index(b"PK\x01\x02") + 6] = 0xF0  # version needed to extract
    path.write_bytes(whole)
    with pytest.raises(GraphFileError, match="zip file version"):
        read(path)


@pytest.mark.parametrize("name", ["graph.npz", "edges.npy"])
def test_gzip_around_an_archive(tmp_path, name):
    graph = Graph.from_edges([0], [1])
    write(graph, tmp_path / name)
    path = tmp_path / (name + ".gz")
    path.write_bytes(gzip.compress((tmp_path / name).read_bytes()))
    with pytest.raises(GraphFileError, match="decompress it first"):
        read(path)
