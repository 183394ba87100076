"""Open files: read from where they are, and written to."""

import gzip
import io
import tempfile

import numpy as np
import pytest

import clconn
from clconn import Graph
from clconn.errors import GraphError, GraphFileError, OutputError
from clconn.files import FORMATS, read, write

GRAPH = Graph.from_edges([0, 0, 0, 1, 4], [1, 2, 3, 2, 5], 6)


@pytest.mark.parametrize("name", FORMATS)
def test_round_trip_through_memory(name):
    stream = io.BytesIO()
    write(GRAPH, stream, format=name)
    stream.seek(0)
    graph = read(stream)
    assert (graph.n, graph.file_format) == (6, name)
    assert not stream.closed
    assert stream.read() == b""
    if FORMATS[name].compressible:
        assert read(io.BytesIO(gzip.compress(stream.getvalue()))).file_format == name


def test_files_of_all_kinds(tmp_path):
    path = tmp_path / "path.txt.gz"
    path.write_bytes(gzip.compress(b"0 1\n1 2\n"))
    for opening in (open, gzip.open):
        with opening(path, "rb") as stream:
            assert read(stream).edge_count == 2
            assert stream.read() == b""
    with gzip.open(path, "rt") as stream:
        assert read(stream).edge_count == 2
    assert read(io.StringIO("0 1\n1 2\n")).edge_count == 2
    with tempfile.TemporaryFile() as stream:
        stream.write(b"0 1\n")
        stream.seek(0)
        assert read(stream).edge_count == 1


def test_a_file_is_read_from_where_it_is(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_bytes(b"3 2\n0 1\n1 2\n")
    with open(path, "rb") as stream:
        assert stream.readline() == b"3 2\n"
        assert read(stream).edge_count == 2
    with open(path, "rb", buffering=0) as stream:
        stream.seek(4)
        assert read(stream).edge_count == 2


def test_the_name_of_a_file_tells_the_format_and_the_place(tmp_path):
    path = tmp_path / "triangle.graph"
    path.write_text("3 3\n2 3\n1 3\n1 2\n")
    with open(path, "rb") as stream:
        assert read(stream).file_format == "metis"
    with open(path) as stream:
        assert read(stream).file_format == "metis"
    path.write_text("3 3\n2 3\n1 3\n1 x\n")
    with open(path) as stream, pytest.raises(GraphFileError) as caught:
        read(stream)
    assert (caught.value.path, caught.value.line) == (str(path), 4)
    with pytest.raises(GraphFileError, match=r"^<BytesIO>, line 2: vertex id 'x'"):
        read(io.BytesIO(b"0 1\n1 x\n"), format="edge-list")


class _Numbers:
    def read(self, count):
        return 7


def test_what_cannot_be_read(tmp_path):
    closed = io.BytesIO(b"0 1\n")
    closed.close()
    binary = tmp_path / "graph.npz"
    write(GRAPH, binary)
    with open(binary, encoding="utf-8") as text, open(tmp_path / "new", "wb") as new:
        for stream, message in (
            (closed, "closed file"),
            (_Numbers(), "returned int"),
            (text, "'rb'"),
            (new, "'rb'"),
            (io.BytesIO(), "empty"),
        ):
            with pytest.raises((GraphError, GraphFileError), match=message):
                read(stream)


def test_what_cannot_be_written(tmp_path):
    with pytest.raises(GraphError, match="a file object tells no format"):
        write(GRAPH, io.BytesIO())
    for stream in (io.StringIO(), open(__file__, "rb")):  # noqa: SIM115
        with stream, pytest.raises(OutputError, match="'wb'"):
            write(GRAPH, stream, format="edge-list")
    weighted = Graph.from_edges([0], [1], weights=[0.5])
    with pytest.raises(OutputError, match="integer weights"):
        write(weighted, io.BytesIO(), format="metis")


def test_no_copy_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    np.testing.assert_array_equal(clconn.read(io.BytesIO(b"0 1\n")).edges(), [[0], [1]])
    with pytest.raises(GraphFileError):
        clconn.read(io.BytesIO(b"0 x\n"), format="edge-list")
    assert list(tmp_path.iterdir()) == []
