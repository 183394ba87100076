"""Every source gives the same edges, in batches of any size, from any position on."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
import scipy.sparse

import clconn
from clconn.errors import GraphError, GraphFileError
from clconn.files.streams import BLOCK_BYTES
from clconn.streams import STREAM_FORMATS, Batch, open_batches
from clconn.streams.pending import Pending
from tests.streams.samples import EDGES, TEXTS, WEIGHTS, N, joined, write_all

BAD = (GraphError, GraphFileError)


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    return write_all(tmp_path_factory.mktemp("sources"))


def _check(name, source, batch):
    """Read a source, and return the positions."""
    with open_batches(source.make(), batch=batch, **source.arguments) as batches:
        positions, parts = [batches.position], []
        for part in batches:
            parts.append(part)
            positions.append(json.loads(json.dumps(batches.position)))
        identity = batches.identity
        share = batches.share
    sizes = [part.sources.size for part in parts]
    assert sizes[:-1] == [batch] * (len(sizes) - 1), name
    edges = joined(parts)
    assert edges.sources.tolist() == EDGES[:, 0].tolist(), name
    assert edges.targets.tolist() == EDGES[:, 1].tolist(), name
    if source.weights:
        assert edges.weights.tolist() == WEIGHTS.tolist(), name
    else:
        assert edges.weights is None, name
    assert share in (None, 1.0), name
    assert json.loads(json.dumps(identity)) == identity
    return positions, identity


@pytest.mark.parametrize("batch", [1, 7, 68, 137, 1000])
def test_any_size_of_batches(sources, batch):
    for name, source in sources.items():
        _check(name, source, batch)


@pytest.mark.parametrize("batch", [3, 50])
def test_going_on_from_each_position(sources, batch):
    for name, source in sources.items():
        positions, identity = _check(name, source, batch)
        for position in positions:
            again = open_batches(source.make(), batch=11, position=position, **source.arguments)
            with again as batches:
                assert batches.identity == identity, name
                rest = joined(batches)
            assert rest.sources.tolist() == EDGES[position["edges"] :, 0].tolist(), name
            assert rest.targets.tolist() == EDGES[position["edges"] :, 1].tolist(), name
            if source.weights and rest.sources.size:
                assert rest.weights.tolist() == WEIGHTS[position["edges"] :].tolist(), name


def test_positions_in_a_text_of_many_blocks(tmp_path):
    edges = np.random.default_rng(3).integers(0, 10**8, (30_000, 2))
    path = tmp_path / "edges.txt"
    path.write_text("".join(f"{u} {v}\n" for u, v in edges.tolist()))
    assert path.stat().st_size > 5 * (1 << 16)  # blocks of a small batch
    with open_batches(path, batch=1) as batches:
        for _ in range(3):
            next(batches)
    with open_batches(path, batch=977) as batches:
        positions = [batches.position for _ in batches]
    assert len({position["offset"] for position in positions}) > 5
    for position in positions[::3]:
        with open_batches(path, batch=5000, position=position) as batches:
            assert joined(batches).sources.tolist() == edges[position["edges"] :, 0].tolist()


def test_what_the_header_states(sources):
    certain = {"matrix.mtx", "arcs.gr", "pace.gr"}
    for name in TEXTS:
        with open_batches(sources[name].make()) as batches:
            assert batches.n_is_certain == (name in certain), name
            assert batches.n == (N if name in certain or name == "edges.txt" else None), name
            assert batches.edge_count == (137 if name in certain else None), name
    with open_batches(sources["rows.npy"].make()) as batches:
        assert (batches.n, batches.edge_count, batches.share) == (None, 137, 0.0)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("int32.columns", {"format": "int32-columns"}), ("columns.npy", {}), ("fortran.npy", {})],
)
def test_columns_come_without_a_copy(sources, tmp_path_factory, name, arguments):
    folder = sources["rows.npy"].make().parent
    with open_batches(folder / name, batch=50, **arguments) as batches:
        for batch in batches:
            for column in batch[:2]:
                assert not column.flags.owndata
                assert column.dtype == np.int32
                assert not column.flags.writeable


def test_the_array_of_the_caller_is_not_copied():
    columns = np.ascontiguousarray(EDGES.T)
    for batch in open_batches(columns, batch=50):
        assert np.shares_memory(batch.sources, columns)


def test_an_iterator_may_fill_the_same_arrays_again():
    def items():
        u, v = np.empty((2, 10), np.int32)
        for begin in range(0, 130, 10):
            u[:], v[:] = EDGES[begin : begin + 10].T
            yield u, v

    assert joined(open_batches(items(), batch=64)).sources.tolist() == EDGES[:130, 0].tolist()


def test_weights_of_their_own(tmp_path, sources):
    np.save(tmp_path / "w.npy", WEIGHTS / 2)
    rows = sources["rows.npy"].make()
    for weight in (tmp_path / "w.npy", WEIGHTS / 2):
        for source in (rows, EDGES):
            edges = joined(open_batches(source, batch=9, weight=weight))
            assert edges.weights.tolist() == (WEIGHTS / 2).tolist()
    for name in ("weights.csv", "set.sources.npy", "iterator of 10"):
        assert joined(open_batches(sources[name].make(), weight=False)).weights is None
    with pytest.raises(
        (GraphError, GraphFileError), match=r"weights has shape \(3,\); expected \(137,\)"
    ):
        open_batches(rows, weight=np.ones(3))
    with pytest.raises(BAD, match="weight= takes no array for edge-list"):
        open_batches(sources["edges.txt"].make(), weight=WEIGHTS)
    with pytest.raises(BAD, match="weight is neither"):
        open_batches(rows, weight=3)


def test_weights_become_real_numbers_with_the_block_of_the_first(tmp_path):
    path = tmp_path / "w.el"
    lines = [f"{i} {i + 1} {i}\n" for i in range(20_000)]
    lines[15_000] = "15000 15001 0.5\n"
    path.write_text("".join(lines))
    with open_batches(path, batch=100) as batches:
        parts = [*zip(batches, iter(lambda: batches.position, None), strict=False)]
    kinds = [part.weights.dtype.kind for part, _ in parts]
    assert "".join(kinds).count("if") == 1
    assert joined(part for part, _ in parts).weights[15_000] == 0.5
    position = parts[180][1]
    for part in open_batches(path, batch=100, position=position):
        assert part.weights.dtype == np.float64


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n1 2", "\ufeff0 1\n", "0 1\n\n   \n1 2\n", "# a\n0 1\n% b\n1 2 # c\n",
        "0 1 {}\n1 2 {}\n",
        "0\t1\t5\t77\n", "source target\n0 1\n", "+1 2\n", "0, 1\n3, 4\n",
        "% asym positive\n% 2 5 5\n1 2 3\n4 5 6\n", "% bip unweighted\n% 2 3 4\n1 1\n3 4\n",
        "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n4 4 2\n2 1\n4 3\n",
        "%%MatrixMarket matrix coordinate real general\n4 4 2\n2 1 0.5\n4 3 1\n",
        "p edge 4 2\ne 1 2\ne 3 4\n", "# Nodes: 9 Edges: 1\n0 1\n", "# Nodes: 2 Edges: 1\n0 5\n",
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore::clconn.errors.GraphWarning")
def test_texts_are_read_as_clconn_read_reads_them(tmp_path, text):
    path = tmp_path / "edges.el"
    path.write_text(text)
    graph = clconn.read(path)
    edges = joined(open_batches(path, batch=1))
    expected = [end.tolist() for end in graph.edges()]
    assert [edges.sources.tolist(), edges.targets.tolist()] == expected
    if graph.weights is not None:
        assert edges.weights.tolist() == graph.weights.tolist()
    streamed = clconn.streams.stream_components(path, batch=1, backend="reference")
    assert streamed.n == graph.n


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n1 x\n", "0 1\n1\n", "0 1\n-1 2\n", "0 1\n1 2 3\n", "0 1\n0 99999999999\n",
        "a b\nc d\n",
        "source target\n", "0 1\n1 2.5\n", "0 1 1\n1 2 nan\n", "0 1 {'color': 'red'}\n",
        "%%MatrixMarket matrix coordinate pattern general\n4 4 3\n2 1\n4 3\n",
        "%%MatrixMarket matrix coordinate pattern general\n4 4 1\n5 1\n",
        "%%MatrixMarket matrix coordinate pattern general\n4 5 1\n4 1\n",
        "%%MatrixMarket matrix array real general\n1 1\n1\n",
        "p edge 4 1\ne 1 9\n", "p edge 4 2\ne 1 2\n", "p odd 4 2\n",
    ],
)  # fmt: skip
def test_wrong_lines_are_named_as_clconn_read_names_them(tmp_path, text):
    path = tmp_path / "edges.el"
    path.write_text(text)
    kind = {"%%": "matrix-market", "p ": "dimacs"}.get(text[:2], "edge-list")
    with pytest.raises(GraphFileError) as expected:
        clconn.read(path, format=kind)
    with pytest.raises(GraphFileError) as error:
        joined(open_batches(path, batch=1, format=kind))
    # clconn.read may add advice on first lines that count vertices and edges.
    assert str(expected.value).startswith(str(error.value))
    assert error.value.line == expected.value.line


def test_a_wrong_line_far_down_after_going_on(tmp_path):
    path = tmp_path / "edges.txt"
    lines = [f"{i} {i + 1}\n" for i in range(30_000)]
    lines[25_000] = "1 2 3\n"
    path.write_text("".join(lines))
    with open_batches(path, batch=4000) as batches:
        for _ in range(3):
            next(batches)
        position = batches.position
        assert position["offset"]
        with pytest.raises(GraphFileError, match="line 25001: expected 'u v', 2 columns, not 3"):
            joined(batches)
    # The first line of what is left has the wrong width; it is no norm for the rest.
    position = {**position, "edges": 25_000, "offset": len("".join(lines[:25_000])),
                "line": 25_001, "skip": 0}  # fmt: skip
    with pytest.raises(GraphFileError, match="line 25001: expected 'u v', 2 columns, not 3"):
        joined(open_batches(path, position=position))


@pytest.mark.parametrize(
    ("data", "arguments", "message"),
    [
        (b"", {}, "is empty; expected edges"),
        (b"\0\1\2\3\xff", {}, "neither content nor suffix tells the format; name it with format="),
        (b"PK\3\4", {"format": "npz"}, "npz files do not stream; these formats do: edge-list"),
        (b"0 1\n", {"format": "edgelist"}, "did you mean 'edge-list'"),
        (b"123456789", {"format": "int32-pairs"}, "has 9 bytes, no multiple of the 8 of an edge"),
        (b"12345678", {"format": "int64-columns"}, "no multiple of the 16"),
        (b"\x93NUMPY\1\0", {}, "expected a NumPy array"),
        (b"\x1f\x8bxxxxxxxxxxx", {"format": "edge-list"}, "compressed data is damaged"),
        (b"\xff\xfe0\0", {"format": "edge-list"}, "UTF-16"),
        (b"0 1\n", {"batch": 0}, "batch is 0"),
        (b"0 1\n", {"batch": 1.5}, "batch is 1.5"),
        (b"0 1\n", {"n": -1}, "n is -1"),
        (b"0 1\n", {"position": {"edges": "x"}}, "is none that this source had"),
        (b"0 1\n", {"position": {"edges": 1}}, "is none that this source had"),
        (b"0 1\n", {"position": 7}, "is none that this source had"),
    ],
)
def test_bad_files_and_arguments(tmp_path, data, arguments, message):
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(BAD, match=message):
        joined(open_batches(path, **arguments))
    assert isinstance(STREAM_FORMATS, tuple)


def test_gzip_that_is_cut_off(tmp_path, sources):
    path = tmp_path / "cut.txt.gz"
    path.write_bytes(sources["edges.txt.gz"].make().read_bytes()[:-20])
    with pytest.raises(GraphFileError, match=r"cut.txt.gz: the compressed data is damaged"):
        joined(open_batches(path))


@pytest.mark.parametrize(
    ("source", "kind", "message"),
    [
        ("nowhere.txt", FileNotFoundError, "nowhere.txt: no such file"),
        ("nowhere.npy", FileNotFoundError, "nowhere.npy: no such file"),
        (".", IsADirectoryError, "is a directory"),
        ("/dev/zero", GraphFileError, "is a device"),
        (np.zeros((3, 3), int), GraphError, r"expected an array of shape \(m, 2\) or \(2, m\)"),
        (np.zeros((3, 2)), GraphError, "has dtype float64"),
        (7, GraphError, "int is no source of edges"),
        ([(1, 2, 3, 4)], GraphError, "item 0 of the iterable is tuple; expected arrays"),
        ([5], GraphError, "item 0 of the iterable is int"),
        ([([1, 2], [3])], GraphError, "item 0 of the iterable has 2 sources and 1 targets"),
        ([([0.5], [3])], GraphError, "u of item 0 of the iterable has dtype float64"),
        ([([[0], [1, 2]], [3, 4])], GraphError, "u of item 0 of the iterable is no array: "),
        ([([0], [1], [[2], [3, 4]])], GraphError, "w of item 0 of the iterable is no array: "),
        (scipy.sparse.eye_array(3), GraphError, r"dia_array is no source .*matrix.tocoo\(\)"),
        ([(["a"], ["b"])], GraphError, "strings, such as 'a'; number the names first"),
        ({"u": [0], "v": [1]}, GraphError, r"dict is no source of edges; .* such as \[\(table"),
        (
            [([0], [1]), ([0], [1], [2])],
            GraphError,
            "item 1 of the iterable has weights, and those before it have none",
        ),
        ([([0], [1], [2, 3])], GraphError, "weights of shape"),
        (io.StringIO("0 1\n"), GraphFileError, r"returned str; expected bytes"),
    ],
)
def test_what_is_no_source(source, kind, message):
    with pytest.raises(kind, match=message):
        joined(open_batches(source))


def test_formats_that_need_a_regular_file():
    with pytest.raises(GraphFileError, match="needs a regular file"):
        open_batches(io.BytesIO(b"12345678"), format="int32-columns")
    data = io.BytesIO()
    np.save(data, np.asfortranarray(EDGES))
    with pytest.raises(GraphFileError, match="in Fortran order; name a regular file"):
        open_batches(io.BytesIO(data.getvalue()))
    np.save(data := io.BytesIO(), EDGES)
    with pytest.raises(GraphFileError, match="ends early: 137 edges are announced"):
        joined(open_batches(io.BytesIO(data.getvalue()[:-9])))
    with pytest.raises(GraphFileError, match="ends within an edge of 8 bytes"):
        joined(open_batches(io.BytesIO(b"123456789"), format="int32-pairs"))


def test_other_graph_files_say_how_to_convert_them(tmp_path):
    graph = clconn.Graph.from_edges([0, 1], [1, 2])
    for suffix in (".npz", ".egr", ".metis"):
        clconn.write(graph, tmp_path / f"graph{suffix}")
        with pytest.raises(GraphFileError, match=r"`clconn convert` makes an \.npy file"):
            open_batches(tmp_path / f"graph{suffix}")


def test_a_position_of_another_source():
    with pytest.raises(
        (GraphError, GraphFileError), match="the position is after edge 500, but there are 137"
    ):
        open_batches(EDGES, position={"edges": 500})
    with pytest.raises(
        (GraphError, GraphFileError), match="the iterable ends 3 edges before the position"
    ):
        joined(open_batches([EDGES], position={"edges": 140}))


def test_identities_differ(tmp_path, sources):
    identities = set()
    for name in ("edges.txt", "edges.txt.gz", "rows.npy", "columns.npy", "matrix.mtx"):
        with open_batches(sources[name].make()) as batches:
            identities.add(json.dumps(batches.identity))
    longer = tmp_path / "edges.txt"
    longer.write_text(TEXTS["edges.txt"] + "1 2\n")
    with open_batches(longer) as batches:
        identities.add(json.dumps(batches.identity))
    assert len(identities) == 6


def test_an_iterator_has_the_same_identity_in_other_pieces(sources):
    by_cut = [open_batches(sources[f"iterator of {cut}"].make()) for cut in (1, 10, 500)]
    assert len({json.dumps(batches.identity) for batches in by_cut}) == 1


def test_open_files_stay_open(sources):
    with open(sources["edges.txt"].make(), "rb") as stream:
        with open_batches(stream) as batches:
            joined(batches)
        assert not stream.closed
    with open_batches(sources["edges.txt"].make()) as batches:
        next(batches)
    with pytest.raises(BAD, match="the stream cannot be read: "):
        open_batches(stream)


def test_a_pipe_that_comes_in_drops():
    read, write = os.pipe()

    def drip():
        with os.fdopen(write, "wb", 0) as out:
            for begin in range(0, len(text), 7):
                out.write(text[begin : begin + 7])

    text = TEXTS["edges.txt"].encode()
    thread = threading.Thread(target=drip)
    thread.start()
    with os.fdopen(read, "rb", 0) as stream:
        assert joined(open_batches(stream, batch=10)).sources.tolist() == EDGES[:, 0].tolist()
    thread.join()


def test_pending_edges():
    pending = Pending()
    pending.add(Batch(np.arange(5), np.arange(5), None), "a")
    pending.add(Batch(np.empty(0, int), np.empty(0, int), None), "nothing")
    pending.add(Batch(np.arange(5, 9), np.arange(5, 9), None), "b")
    assert pending.peek(7).sources.tolist() == list(range(7))
    assert pending.place == ("a", 0)
    assert pending.drop(3) == 3
    assert pending.place == ("a", 3)
    assert pending.take(4).sources.tolist() == [3, 4, 5, 6]
    assert pending.place == ("b", 2)
    assert pending.take(9).sources.tolist() == [7, 8]
    assert (pending.place, pending.size, pending.drop(4)) == (None, 0, 0)


MEASURE = """
import resource, sys
import numpy as np
from clconn.streams import open_batches
path, batch, limit = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
count = 0
with open_batches(path, batch=batch) as batches:
    next(batches)
    with open("/proc/self/statm") as statm:
        now = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + limit, now + limit))
    for each in batches:
        count += each.sources.size
print(count)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="address space limits of Linux")
@pytest.mark.parametrize("kind", ["text", "gzip", "npy by a pipe"])
def test_files_larger_than_the_memory_that_is_left(tmp_path, kind):
    block = "".join(f"{i} {i + 1}\n" for i in range(10**6, 10**6 + 62_500)).encode()
    count = 160 * 62_500
    limit = 1 << 26  # a block, what its parser needs, and a batch
    if kind == "text":
        path = tmp_path / "edges.txt"
        path.write_bytes(block * 160)
        assert path.stat().st_size > 2 * limit
    elif kind == "gzip":
        import gzip

        path = tmp_path / "edges.txt.gz"
        path.write_bytes(gzip.compress(block * 160, 1))
    else:
        path = tmp_path / "edges.npy"
        np.save(path, np.zeros((count, 2), np.int64))
        assert path.stat().st_size > 2 * limit
    words = [
        sys.executable,
        "-c",
        MEASURE,
        "-" if "pipe" in kind else str(path),
        "20000",
        str(limit),
    ]
    with open(path, "rb") as stream:
        result = subprocess.run(
            words, stdin=stream, capture_output=True, text=True, timeout=300, check=False
        )
    assert (result.stdout.strip(), result.stderr) == (str(count - 20_000), "")
    assert limit > BLOCK_BYTES
