"""A graph written and read again is the same graph, in every format."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clconn import Graph
from clconn.errors import GraphError, OutputError
from clconn.files import FORMATS, detect_format, read, write
from tests.helpers.cases import for_each

ORDERED = ["npz", "scipy", "matrix-market", "dimacs", "edge-list"]
BOTH_ENDS = ["ecl", "metis"]
TEXT = ["matrix-market", "dimacs", "edge-list", "metis"]

settings.register_profile(
    "files", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
ONCE_PER_EXAMPLE = settings(settings.get_profile("files"), max_examples=40)

SHAPES = {
    "no vertices": ([], [], 0),
    "one vertex": ([], [], 1),
    "no edges": ([], [], 4),
    "one loop": ([0], [0], 1),
    "path": ([0, 1, 2], [1, 2, 3], 4),
    "isolated at the end": ([3, 1], [0, 2], 9),
    "parallel edges": ([0, 1, 0, 0], [1, 0, 1, 1], 3),
    "self loops": ([1, 1, 0, 2, 2], [1, 0, 1, 2, 2], 4),
}


def path_for(folder, name, compressed=False):
    return folder / ("graph" + FORMATS[name].suffixes[0] + (".gz" if compressed else ""))


def round_trip(folder, graph, name, compressed=False, **options):
    path = path_for(folder, name, compressed)
    write(graph, path, format=name)
    assert [entry.name for entry in folder.iterdir()] == [path.name]
    return read(path, format=name, **options)


def edge_multiset(graph, *, loops=True):
    sources, targets = graph.edges()
    weights = np.zeros(len(sources)) if graph.weights is None else graph.weights
    return Counter(
        (*sorted((u, v)), w)
        for u, v, w in zip(sources.tolist(), targets.tolist(), weights.tolist(), strict=True)
        if loops or u != v
    )


def assert_same_edges(graph, again, *, unordered_ends=False):
    assert again.n == graph.n
    assert again.edge_count == graph.edge_count
    before, after = graph.edges(), again.edges()
    if unordered_ends:
        before, after = np.sort(np.stack(before), 0), np.sort(np.stack(after), 0)
    np.testing.assert_array_equal(before, after)
    assert (again.weights is None) == (graph.weights is None)
    if graph.weights is not None:
        np.testing.assert_array_equal(graph.weights, again.weights)


def assert_both_ends(graph, again):
    """Each edge but loops is there twice."""
    assert again.n == graph.n
    once = edge_multiset(graph, loops=False)
    assert edge_multiset(again) == Counter({edge: 2 * count for edge, count in once.items()})
    rows = again.adjacency()
    assert rows is again.rows, "the rows were not found symmetric"


@for_each("shape", SHAPES)
@for_each("weighted", [False, True])
@pytest.mark.parametrize("name", ORDERED)
def test_formats_that_keep_the_order(tmp_path, name, weighted, shape):
    sources, targets, n = SHAPES[shape]
    weights = np.arange(len(sources), dtype=np.int64) - 1 if weighted else None
    graph = Graph.from_edges(sources, targets, n, weights=weights)
    again = round_trip(tmp_path, graph, name)
    if weighted and not len(sources) and name == "edge-list":
        assert again.weights is None  # no line shows the third column
        assert again.n == n
        return
    assert_same_edges(graph, again, unordered_ends=name == "matrix-market")
    assert not again.directed


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", BOTH_ENDS)
def test_formats_that_store_both_ends(tmp_path, name, weighted, shape):
    sources, targets, n = SHAPES[shape]
    weights = np.arange(len(sources), dtype=np.int64) - 1 if weighted else None
    graph = Graph.from_edges(sources, targets, n, weights=weights)
    again = round_trip(tmp_path, graph, name)
    assert_both_ends(graph, again)
    if edge_multiset(graph, loops=False):
        assert (again.weights is not None) == weighted
    # What was read is written and read as it is.
    write(again, tmp_path / "again", format=name)
    third = read(tmp_path / "again", format=name)
    assert_same_edges(again, third)


@pytest.mark.parametrize("shape", SHAPES)
def test_npy_keeps_edges_or_refuses(tmp_path, shape):
    sources, targets, n = SHAPES[shape]
    graph = Graph.from_edges(sources, targets, n)
    largest = max([*sources, *targets], default=-1)
    if largest + 1 == n:
        assert_same_edges(graph, round_trip(tmp_path, graph, "npy"))
    else:
        with pytest.raises(OutputError, match="behind the largest id"):
            write(graph, tmp_path / "graph.npy")
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", [name for name in FORMATS if FORMATS[name].compressible])
def test_through_gzip(tmp_path, name):
    graph = Graph.from_edges([0, 1, 4], [1, 2, 3], 6, weights=[5, 0, -7])
    again = round_trip(tmp_path, graph, name, compressed=True)
    path = path_for(tmp_path, name, compressed=True)
    assert path.read_bytes()[:2] == b"\x1f\x8b"
    assert detect_format(path) == name
    if name in BOTH_ENDS:
        assert_both_ends(graph, again)
    else:
        assert_same_edges(graph, again, unordered_ends=name == "matrix-market")


@pytest.mark.parametrize("name", [name for name in FORMATS if not FORMATS[name].compressible])
def test_archives_are_not_compressed_again(tmp_path, name):
    with pytest.raises(OutputError, match="not written through gzip"):
        write(Graph.from_edges([0], [1]), tmp_path / "graph.npz.gz", format=name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["npz", "scipy", "matrix-market", "dimacs", "edge-list", "ecl"])
def test_directed_arcs(tmp_path, name):
    graph = Graph.from_edges([2, 0, 2], [0, 1, 2], 4, weights=[7, 8, 9], directed=True)
    again = round_trip(tmp_path, graph, name, directed=True)
    assert again.directed
    arcs = [
        sorted(zip(*(end.tolist() for end in one.edges()), one.weights.tolist(), strict=True))
        for one in (graph, again)
    ]
    assert arcs[0] == arcs[1]


def test_npz_alone_says_that_it_is_directed(tmp_path):
    graph = Graph.from_edges([2, 0], [0, 1], directed=True)
    assert round_trip(tmp_path, graph, "npz").directed
    assert not read(tmp_path / "graph.npz", directed=False).directed


def test_metis_refuses_arcs(tmp_path):
    with pytest.raises(OutputError, match=r"graph\.metis: .*undirected"):
        write(Graph.from_edges([0], [1], directed=True), tmp_path / "graph.metis")


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "npy"])
def test_weights_can_be_left_out(tmp_path, name):
    graph = Graph.from_edges([0, 1], [1, 2], weights=[3, 4])
    assert round_trip(tmp_path, graph, name).weights is not None
    assert round_trip(tmp_path, graph, name, weighted=False).weights is None


@pytest.mark.parametrize("weights", [None, [9, 5, 6, 5, 6]])
@pytest.mark.parametrize("name", ["npz", "scipy"])
def test_rows_come_back_as_rows(tmp_path, name, weights):
    offsets, neighbors = [0, 3, 4, 5, 5], [0, 2, 1, 0, 0]
    graph = Graph.from_csr(offsets, neighbors, weights=weights, symmetric=True)
    again = round_trip(tmp_path, graph, name)
    assert_same_edges(graph, again)
    assert again.rows.offsets.tolist() == offsets
    assert again.symmetric is None, "a promise from a file is not to be believed"
    assert again.adjacency() is again.rows


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("ecl", "metis", "npy")])
def test_rows_that_are_not_symmetric(tmp_path, name):
    """Edges at one end, at both ends, and a loop stay as many as they are."""
    graph = Graph.from_csr([0, 2, 3, 3, 5], [1, 3, 0, 2, 3], weights=[4, 6, 5, 7, 8])
    assert_same_edges(graph, round_trip(tmp_path, graph, name))


@pytest.mark.parametrize("weights", [None, [4, 4]])
@pytest.mark.parametrize("name", ["matrix-market", "dimacs", "edge-list"])
def test_broken_promise_leaves_no_file(tmp_path, name, weights):
    graph = Graph.from_csr([0, 1, 1, 2], [2, 0], weights=weights, symmetric=True)
    write(graph, path_for(tmp_path, name), format=name)
    broken = Graph.from_csr([0, 2, 2], [1, 1], weights=weights, symmetric=True)
    with pytest.raises(GraphError, match="promised"):
        write(broken, tmp_path / "broken", format=name)
    assert [entry.name for entry in tmp_path.iterdir()] == [path_for(tmp_path, name).name]


@pytest.mark.parametrize("name", BOTH_ENDS)
def test_loops_in_symmetric_rows_are_left_out(tmp_path, name):
    graph = Graph.from_csr([0, 2, 4], [0, 1, 0, 1], weights=[9, 5, 5, 8])
    again = round_trip(tmp_path, graph, name)
    assert_same_edges(Graph.from_csr([0, 1, 2], [1, 0], weights=[5, 5]), again)


@pytest.mark.parametrize("name", ["npz", "scipy", "matrix-market", "dimacs", "edge-list"])
@given(values=st.lists(st.floats(allow_nan=False, allow_infinity=True), min_size=1, max_size=20))
@ONCE_PER_EXAMPLE
def test_real_weights_are_exact(tmp_path, name, values):
    count = len(values)
    graph = Graph.from_edges([0] * count, [1] * count, weights=np.array(values))
    path = path_for(tmp_path, name)
    write(graph, path, format=name)
    again = read(path, format=name).weights
    if name in TEXT and all(float(value).is_integer() for value in values):
        again = again.astype(np.float64)
    assert again.dtype == np.float64
    np.testing.assert_array_equal(again, values)


@pytest.mark.parametrize("name", [*ORDERED, "metis"])
@given(values=st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=20))
@ONCE_PER_EXAMPLE
def test_integer_weights_are_exact(tmp_path, name, values):
    count = len(values)
    graph = Graph.from_edges([0] * count, [1] * count, weights=np.array(values))
    path = path_for(tmp_path, name)
    write(graph, path, format=name)
    again = read(path, format=name)
    assert again.weights.dtype == np.int64
    assert set(again.weights.tolist()) == set(values)


@pytest.mark.parametrize("dtype", ["i1", "u2", "i4", "u8", "f2", "f4", "g", ">i4", ">f8", "?"])
def test_npz_keeps_any_dtype(tmp_path, dtype):
    weights = np.array([1, 0, 1], dtype=dtype)
    graph = Graph.from_edges([0, 1, 2], [1, 2, 3], weights=weights)
    again = round_trip(tmp_path, graph, "npz").weights
    np.testing.assert_array_equal(again, weights)
    assert again.dtype.isnative
    if dtype != "?":
        assert again.dtype == weights.dtype.newbyteorder("=")


@pytest.mark.parametrize("name", TEXT)
def test_weights_beyond_int64_are_refused(tmp_path, name):
    weights = np.array([2**64 - 1], dtype=np.uint64)
    graph = Graph.from_edges([0], [1], weights=weights)
    if name == "matrix-market":  # has an unsigned field
        np.testing.assert_array_equal(round_trip(tmp_path, graph, name).weights, weights)
        return
    with pytest.raises(OutputError, match="npz"):
        write(graph, path_for(tmp_path, name))
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(np.finfo(np.longdouble).nmant <= 52, reason="long double is double here")
@pytest.mark.parametrize("name", ["matrix-market", "dimacs", "edge-list"])
def test_weights_beyond_float64_are_refused(tmp_path, name):
    exact = Graph.from_edges([0], [1], weights=np.array([1.5], dtype=np.longdouble))
    assert round_trip(tmp_path, exact, name).weights.tolist() == [1.5]
    third = np.array([1], dtype=np.longdouble) / 3
    with pytest.raises(OutputError, match="npz"):
        write(Graph.from_edges([0], [1], weights=third), path_for(tmp_path, name))


@pytest.mark.parametrize("name", BOTH_ENDS)
def test_real_weights_are_refused_where_only_integers_fit(tmp_path, name):
    with pytest.raises(OutputError, match=r"integer|int32"):
        write(Graph.from_edges([0], [1], weights=[1.0]), path_for(tmp_path, name))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("weight", [2**31, -(2**31) - 1])
def test_ecl_refuses_more_than_32_bits(tmp_path, weight):
    with pytest.raises(OutputError, match="int32"):
        write(Graph.from_edges([0], [1], weights=[weight]), tmp_path / "graph.egr")


@st.composite
def graphs(draw):
    n = draw(st.integers(0, 12))
    vertex = st.integers(0, n - 1)
    ends = draw(st.lists(st.tuples(vertex, vertex), max_size=30)) if n else []
    weights = draw(
        st.none()
        | st.lists(st.integers(-(2**31), 2**31 - 1), min_size=len(ends), max_size=len(ends))
    )
    sources, targets = zip(*ends, strict=True) if ends else ((), ())
    return Graph.from_edges(
        sources, targets, n, weights=None if weights is None else np.array(weights, dtype=np.int64)
    )


@pytest.mark.parametrize("name", ["npz", "matrix-market", "dimacs", "edge-list"])
@given(graph=graphs())
@ONCE_PER_EXAMPLE
def test_any_graph_in_order(tmp_path, name, graph):
    path = path_for(tmp_path, name)
    write(graph, path)
    again = read(path)
    if not graph.edge_count:
        assert (again.n, again.edge_count) == (graph.n, 0)
    else:
        assert_same_edges(graph, again, unordered_ends=name == "matrix-market")


@pytest.mark.parametrize("name", BOTH_ENDS)
@given(graph=graphs())
@ONCE_PER_EXAMPLE
def test_any_graph_at_both_ends(tmp_path, name, graph):
    path = path_for(tmp_path, name)
    write(graph, path)
    assert_both_ends(graph, read(path))


@pytest.mark.parametrize("name", [*TEXT, "ecl"])
def test_larger_than_one_block(tmp_path, name, monkeypatch):
    monkeypatch.setattr("clconn.files.streams.BLOCK_BYTES", 100)
    for module in ("edge_columns", "metis"):
        monkeypatch.setattr(f"clconn.files.{module}._WRITTEN_AT_ONCE", 7)
    random = np.random.default_rng(3)
    count = 500
    # One row far longer than a block.
    sources = np.concatenate([random.integers(0, 60, count), np.full(count, 30)])
    targets = random.integers(0, 60, 2 * count)
    graph = Graph.from_edges(sources, targets, 70, weights=random.integers(-9, 9, 2 * count))
    again = round_trip(tmp_path, graph, name)
    if name in BOTH_ENDS:
        assert_both_ends(graph, again)
    else:
        assert_same_edges(graph, again, unordered_ends=name == "matrix-market")
