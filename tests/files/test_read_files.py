"""What is common to all formats: recognition, and files that are no graphs at all."""

import bz2
import copy
import errno
import gzip
import lzma
import os
import pickle
import re
import sys
import tarfile

import numpy as np
import pytest
import tqdm.auto
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clconn
from clconn import Graph
from clconn.errors import GraphError, GraphFileError, GraphFileWarning
from clconn.files import FORMATS, detect_format, read, write
from tests.helpers.cases import case, for_each

# Ragged rows, so that METIS cannot be mistaken for an edge list.
GRAPH = Graph.from_edges([0, 0, 0, 1, 4], [1, 2, 3, 2, 5], 6)
WEIGHTED = Graph.from_edges([0, 0, 0, 1, 4], [1, 2, 3, 2, 5], 6, weights=[1, 2, 3, 4, 5])


@pytest.mark.parametrize("suffix", ["", ".dat", ".mtx", ".txt", ".npz", ".egr", ".gr", ".npy"])
@pytest.mark.parametrize("name", FORMATS)
def test_content_comes_before_suffix(tmp_path, name, suffix):
    path = tmp_path / f"graph{suffix}"
    write(GRAPH, path, format=name)
    assert detect_format(path) == name
    assert read(path).n == 6
    if FORMATS[name].compressible:
        path.write_bytes(gzip.compress(path.read_bytes()))
        assert detect_format(path) == name


def test_lines_alike_are_told_apart_by_suffix(tmp_path):
    text = "3 3\n2 3\n1 3\n1 2\n"
    for suffix, name in {".txt": "edge-list", ".graph": "metis", "": "edge-list"}.items():
        path = tmp_path / f"triangle{suffix}"
        path.write_text(text)
        assert detect_format(path) == name
    assert read(tmp_path / "triangle.graph").n == 3
    with pytest.warns(GraphFileWarning, match="'p tw 3 3'"):
        assert read(tmp_path / "triangle.txt").n == 4


def test_comment_of_snap_outweighs_the_suffix_of_metis(tmp_path):
    path = tmp_path / "snap.graph"
    path.write_text("# Nodes: 2 Edges: 1\n0 1\n")
    assert detect_format(path) == "edge-list"


@pytest.mark.parametrize("suffix", [".mtx", ".egr", ".npz", ".npy", ".gr", ".graph", ".txt"])
def test_suffix_decides_where_content_does_not(tmp_path, suffix):
    path = tmp_path / f"graph{suffix}"
    path.write_bytes(b"\xff\xfe nothing of the kind\n")
    expected = next(entry.name for entry in FORMATS.values() if suffix in entry.suffixes)
    assert detect_format(path) == expected
    with pytest.raises(GraphFileError):
        read(path)


def test_unknown_content_and_suffix(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\1\2\3")
    for function in (read, detect_format):
        with pytest.raises(GraphFileError, match=r"format=, one of npz, scipy, .*metis") as caught:
            function(path)
        assert "\n" not in str(caught.value)


def test_archives_and_other_compressions_say_what_opens_them(tmp_path):
    inner = tmp_path / "graph.mtx"
    write(GRAPH, inner)
    text = inner.read_bytes()
    tar, packed_tar = tmp_path / "graph.tar", tmp_path / "graph.tar.gz"
    for path, mode in ((tar, "w"), (packed_tar, "w:gz")):
        with tarfile.open(path, mode) as archive:
            archive.add(inner, "graph.mtx")
    zstandard = bytes.fromhex("28b52ffd") + bytes(20)  # the beginning of one is enough
    others = (("bz2", bz2.compress(text)), ("xz", lzma.compress(text)), ("zst", zstandard))
    for suffix, data in others:
        (tmp_path / f"graph.mtx.{suffix}").write_bytes(data)
    (tmp_path / "graph.mtx.bz2.gz").write_bytes(gzip.compress(bz2.compress(text)))
    for path, words in (
        (tar, "is a tar archive; unpack it (tar xf) and"),
        (packed_tar, "is a gzip file of a tar archive; unpack it (tar xf) and"),
        (tmp_path / "graph.mtx.bz2", "is data in bzip2; decompress it first (bunzip2), or"),
        (tmp_path / "graph.mtx.xz", "is data in xz; decompress it first (unxz), or"),
        (tmp_path / "graph.mtx.zst", "is data in Zstandard; decompress it first (unzstd), or"),
        (
            tmp_path / "graph.mtx.bz2.gz",
            "is a gzip file of data in bzip2; decompress it first (gunzip, th",
        ),
    ):
        for function in (read, detect_format):
            with case(path=path.name), pytest.raises(GraphFileError, match=re.escape(words)):
                function(path)


@pytest.mark.parametrize(
    ("name", "text", "guess"),
    [
        ("words.txt", "Dear reader,\n", ("edge-list", "suffix .txt")),
        ("banner.mtx", "no banner\n", ("matrix-market", "suffix .mtx")),
        ("edges", "0 1\n-1 2\n", ("edge-list", "content")),
        ("ragged", "1 2 1 4\n1 2 3\n", ("metis", "content")),
        # The third number would be METIS's fmt, of digits 0 and 1.
        ("one_weight_less.txt", "0 1 5\n1 2\n2 3 7\n", ("edge-list", "content")),
        ("cities.gz", "camelot\n", ("dimacs", "content")),
    ],
)
def test_a_guess_that_fails_is_called_a_guess(tmp_path, name, text, guess):
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    with pytest.raises(GraphFileError) as caught:
        read(path)
    assert "\n" not in str(caught.value)
    assert caught.value.line is not None
    with pytest.raises(GraphFileError) as named:
        read(path, format=detect_format(path))
    said = str(caught.value)
    assert said.startswith(str(named.value))
    for word in (*guess, "guessed", "format="):
        assert word in said.removeprefix(str(named.value))
        assert "guessed" not in str(named.value)


@for_each("suffix", ["", ".txt"])
def test_a_first_edge_may_lack_its_weight(suffix, tmp_path):
    """Of three vertices METIS would have three lines."""
    path = tmp_path / f"edges{suffix}"
    path.write_text("3 4\n1 2 4\n2 0 2\n")
    assert detect_format(path) == "edge-list"
    told = r"2 columns, not 3.*if '3 4' in line 1 counts .*; if it is an edge, it lacks its weight"
    with pytest.raises(GraphFileError, match=told):
        read(path)


@for_each("end", ["", "\n", "\n\n", "\n  \n", "\n% end\n"])
def test_lines_behind_the_last_vertex_of_metis(end, tmp_path):
    """Of two and three numbers, and of one."""
    for text, n in (("4 6\n2 3 4\n1 3 4\n1 2 4\n1 2 3", 4), ("3 2\n2\n1 3\n2", 3)):
        path = tmp_path / "graph"
        path.write_text(text + end)
        with case(n=n):
            assert detect_format(path) == "metis"
            assert read(path).n == n


@for_each("text", ["--5 3\n1 2 3\n", "-1 2\n1 2 3\n", f"{'9' * 5000} 3\n1 2 3\n"])
def test_what_counts_no_vertices_is_no_header(text, tmp_path):
    path = tmp_path / "graph"
    path.write_text(text)
    with pytest.raises(GraphFileError):
        read(path)


@pytest.mark.parametrize("name", ["matrix-market", "npy", "scipy"])
def test_a_banner_is_no_guess(tmp_path, name):
    path = tmp_path / "graph"
    write(GRAPH, path, format=name)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(GraphFileError) as caught:
        read(path, format=name)
    with pytest.raises(GraphFileError) as without_name:
        read(path)
    if detect_format(path) == name:
        assert str(without_name.value) == str(caught.value)
    else:
        assert name == "scipy"  # an archive cut off tells nothing of its members


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", ["matrix-market", "dimacs", "edge-list", "metis"])
def test_a_byte_order_mark_is_skipped(tmp_path, name, packed):
    path = tmp_path / "graph"
    write(WEIGHTED, path, format=name)
    expected = read(path)
    content = b"\xef\xbb\xbf" + path.read_bytes()
    path.write_bytes(gzip.compress(content) if packed else content)
    assert detect_format(path) == name
    for chosen in (None, name):
        graph = read(path, format=chosen)
        assert graph.n == expected.n
        np.testing.assert_array_equal(graph.edges(), expected.edges())
        np.testing.assert_array_equal(graph.weights, expected.weights)


def test_a_byte_order_mark_does_not_move_lines(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_bytes(b"\xef\xbb\xbf0 1\n1 one\n")
    with pytest.raises(GraphFileError, match="line 2: vertex id 'one'"):
        read(path)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_named(tmp_path, encoding):
    path = tmp_path / "edges.txt"
    path.write_bytes("\ufeff0 1\n1 2\n".encode(encoding))
    with pytest.raises(GraphFileError, match="the text is UTF-16; expected ASCII or UTF-8"):
        read(path)


def test_every_format_has_one_name_and_its_first_suffix(tmp_path):
    for name, entry in FORMATS.items():
        assert entry.name == name
        assert entry.description
        assert all(suffix.startswith(".") for suffix in entry.suffixes)
        assert f"``{name}``" in clconn.files.__doc__
        for suffix in entry.suffixes:
            assert suffix in clconn.files.__doc__


def test_reachable_from_the_package(tmp_path):
    clconn.write(GRAPH, tmp_path / "graph.mtx")
    assert clconn.read(str(tmp_path / "graph.mtx")).n == 6


@pytest.mark.parametrize("function", [read, detect_format])
class TestNoGraphFile:
    def test_missing(self, tmp_path, function):
        for error in (GraphFileError, FileNotFoundError):
            with pytest.raises(error, match=r"gone\.mtx: no such file$") as caught:
                function(tmp_path / "gone.mtx")
        assert caught.value.errno == errno.ENOENT
        assert caught.value.filename == str(tmp_path / "gone.mtx")

    def test_directory(self, tmp_path, function):
        for error in (GraphFileError, IsADirectoryError):
            with pytest.raises(error, match=r"is a directory; name a file$") as caught:
                function(tmp_path)
        assert caught.value.errno == errno.EISDIR

    def test_path_through_a_file(self, tmp_path, function):
        (tmp_path / "file").write_text("0 1\n")
        for error in (GraphFileError, OSError):
            with pytest.raises(error, match=r"graph\.mtx: cannot be read: Not a directory$"):
                function(tmp_path / "file" / "graph.mtx")

    @pytest.mark.parametrize("data", [b"", gzip.compress(b"")], ids=["plain", "gzip"])
    @pytest.mark.parametrize("suffix", [".mtx", ".egr", ".unknown"])
    def test_empty(self, tmp_path, function, suffix, data):
        path = tmp_path / f"graph{suffix}"
        path.write_bytes(data)
        with pytest.raises(GraphFileError, match="empty"):
            function(path)

    @pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no devices")
    def test_device_without_an_end(self, function):
        with pytest.raises(GraphFileError, match="/dev/zero: is "):
            function("/dev/zero")

    def test_unreadable(self, tmp_path, function, monkeypatch):
        (tmp_path / "graph.mtx").write_text("x")

        def refuse(*arguments):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr("clconn.files.streams.open", refuse, raising=False)
        for error in (GraphFileError, PermissionError):
            with pytest.raises(error, match=r"no permission to read it$") as caught:
                function(tmp_path / "graph.mtx")
        assert caught.value.errno == errno.EACCES

    @pytest.mark.parametrize("path", [None, 3.5, ["graph.mtx"], "a\0b"])
    def test_no_path(self, function, path):
        with pytest.raises(GraphError, match="path"):
            function(path)


@pytest.mark.parametrize("twin", [copy.copy, lambda error: pickle.loads(pickle.dumps(error))])
def test_errors_reach_other_processes(tmp_path, twin):
    (tmp_path / "edges.txt").write_text("0 1\n1 x\n")
    for name, line in {"edges.txt": 2, "gone.txt": None, ".": None}.items():
        with pytest.raises(GraphFileError) as caught:
            read(tmp_path / name)
        again = twin(caught.value)
        assert type(again) is type(caught.value)
        assert str(again) == str(caught.value)
        assert (again.path, again.line) == (caught.value.path, line)


@pytest.mark.parametrize("n", [-1, 2**31, 2.0, "5"])
def test_bad_vertex_count(tmp_path, n):
    (tmp_path / "edges.txt").write_text("0 1\n")
    with pytest.raises(GraphError, match="n is"):
        read(tmp_path / "edges.txt", n=n)


def test_unknown_format(tmp_path):
    (tmp_path / "edges.txt").write_text("0 1\n")
    with pytest.raises(GraphError, match="did you mean 'metis'"):
        read(tmp_path / "edges.txt", format="meits")
    with pytest.raises(GraphError, match="known: npz"):
        write(GRAPH, tmp_path / "edges.txt", format="nonsense")


@pytest.mark.parametrize("name", [name for name in FORMATS if FORMATS[name].compressible])
def test_truncated_gzip(tmp_path, name):
    path = tmp_path / f"graph{FORMATS[name].suffixes[0]}.gz"
    random = np.random.default_rng(1)
    graph = Graph.from_edges(random.integers(0, 500, 9000), random.integers(0, 500, 9000))
    write(graph, path)
    whole = path.read_bytes()
    for length in [3, 11, len(whole) // 2, len(whole) - 4]:
        path.write_bytes(whole[:length])
        with pytest.raises(GraphFileError, match="damaged or cut off") as caught:
            read(path)
        assert "\n" not in str(caught.value)
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 0xFF
    path.write_bytes(damaged)
    with pytest.raises(GraphFileError):
        read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_the_format_of_a_pipe_cannot_be_seen_without_reading_it(tmp_path):
    os.mkfifo(tmp_path / "pipe.mtx")
    with pytest.raises(GraphFileError, match="no regular file"):
        detect_format(tmp_path / "pipe.mtx")


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_damaged_files_give_a_graph_or_one_error(tmp_path, name, data):
    path = tmp_path / f"graph{FORMATS[name].suffixes[0]}"
    write(GRAPH if name == "npy" else WEIGHTED, path, format=name)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        piece = data.draw(st.binary(max_size=4) | st.sampled_from([b"9", b"-", b" ", b"\n", b"."]))
        content[place : place + data.draw(st.integers(0, 4))] = piece
    path.write_bytes(content)
    for chosen in (None, name):
        try:
            graph = read(path, format=chosen)
        except GraphFileError as error:
            assert str(error).startswith(str(path))  # noqa: PT017
        else:
            sources, targets = graph.edges()
            assert sources.size == targets.size == graph.edge_count
            assert not sources.size or max(sources.max(), targets.max()) < graph.n


@pytest.mark.parametrize("name", FORMATS)
@given(content=st.binary(min_size=1, max_size=300))
@settings(
    deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_garbage_gives_one_error_at_most(tmp_path, name, content):
    path = tmp_path / "garbage"
    path.write_bytes(content)
    try:
        graph = read(path, format=name)
    except GraphFileError:
        return
    assert graph.n >= 0


class _Terminal:
    def __init__(self):
        self.text = ""

    def isatty(self):
        return True

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_progress_goes_to_a_terminal_only(tmp_path, monkeypatch, capsys):
    path = tmp_path / "roads.txt.gz"
    write(GRAPH, path)
    assert read(path, progress=True).n == 6
    assert capsys.readouterr() == ("", "")
    terminal = _Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert read(path).n == 6
    assert terminal.text == ""
    closed = []

    class Watched(tqdm.auto.tqdm):
        def close(self):
            closed.append((self.n, self.total))
            super().close()

    monkeypatch.setattr(tqdm.auto, "tqdm", Watched)
    assert read(path, progress=True).n == 6
    assert "roads.txt.gz" in terminal.text
    size = path.stat().st_size
    assert closed[0] == (size, size)


@pytest.mark.parametrize("name", ["directed", "renumber", "weighted"])
def test_flags_are_true_or_false(name, tmp_path):
    (tmp_path / "edges.txt").write_text("0 1\n")
    with pytest.raises(ValueError, match=f"{name} is 'no'; expected True or False"):
        clconn.read(tmp_path / "edges.txt", **{name: "no"})
