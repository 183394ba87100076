"""Written files appear whole or not at all."""

import gzip
import os
import stat

import pytest

from clconn import Graph
from clconn.errors import GraphError, OutputError
from clconn.files import FORMATS, atomic_output, read, target_format, write

GRAPH = Graph.from_edges([0, 1], [1, 2], 5)


def write_half(path, error):
    with atomic_output(path) as out:
        out.write(b"half of")
        raise error


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError, OutputError("full")])
@pytest.mark.parametrize("old", [None, b"old"])
def test_interrupted_writing_leaves_nothing_behind(tmp_path, error, old):
    path = tmp_path / "graph.mtx"
    if old is not None:
        path.write_bytes(old)
    with pytest.raises(error if isinstance(error, type) else OutputError):
        write_half(path, error)
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == ([] if old is None else [old])


def test_interrupted_format(tmp_path, monkeypatch):
    def interrupt(*arguments, **options):
        arguments[0].write(b"half of")
        raise KeyboardInterrupt

    monkeypatch.setattr("clconn.files.edge_list.write_columns", interrupt)
    for name in ("edges.txt", "edges.txt.gz"):
        with pytest.raises(KeyboardInterrupt):
            write(GRAPH, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_failing_disk(tmp_path):
    with pytest.raises(OutputError, match=r"graph\.mtx: cannot be written: No space left"):
        write_half(tmp_path / "graph.mtx", OSError(28, "No space left on device"))
    assert not list(tmp_path.iterdir())


def test_old_file_is_replaced_and_keeps_its_mode(tmp_path):
    path = tmp_path / "graph.txt"
    path.write_text("old and much longer than what comes\n" * 100)
    path.chmod(0o640)
    write(GRAPH, path)
    assert read(path).n == 5
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["graph.txt"]


def test_new_file_has_the_usual_mode(tmp_path):
    write(GRAPH, tmp_path / "graph.txt")
    (tmp_path / "plain").write_text("")
    assert (tmp_path / "graph.txt").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_file_can_be_converted_onto_itself(tmp_path):
    path = tmp_path / "graph.dat"
    write(GRAPH, path, format="npz")
    write(read(path), path, format="metis")
    assert read(path, format="metis").n == 5


def test_symbolic_link_is_followed(tmp_path):
    (tmp_path / "target").mkdir()
    target = tmp_path / "target" / "graph.txt"
    link = tmp_path / "link.txt"
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("no symbolic links here")
    write(GRAPH, link)
    assert link.is_symlink()
    assert read(target).n == 5


def test_directory(tmp_path):
    with pytest.raises(OutputError, match="is a directory"):
        write(GRAPH, tmp_path, format="npz")


def test_missing_parent(tmp_path):
    with pytest.raises(OutputError, match=r"there is no directory .*nowhere; make it first"):
        write(GRAPH, tmp_path / "nowhere" / "graph.npz")
    assert not list(tmp_path.iterdir())


def test_no_permission_for_the_directory(tmp_path, monkeypatch):
    def refuse(*arguments):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("clconn.files.atomic.open", refuse, raising=False)
    with pytest.raises(OutputError, match="no permission to write in"):
        write(GRAPH, tmp_path / "graph.npz")


def test_write_protected_file(tmp_path, monkeypatch):
    path = tmp_path / "graph.npz"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *arguments: False)
    with pytest.raises(OutputError, match="write-protected"):
        write(GRAPH, path)
    assert path.read_bytes() == b"old"


@pytest.mark.skipif(not os.path.exists("/dev/null"), reason="no devices")
def test_device_is_not_replaced():
    with pytest.raises(OutputError, match="no regular file"):
        write(GRAPH, "/dev/null", format="edge-list")


def test_unknown_suffix(tmp_path):
    with pytest.raises(OutputError, match=r"the suffix tells no format; .*one of npz"):
        write(GRAPH, tmp_path / "graph.png")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("path", "format", "expected"),
    [
        *((f"a{suffix}", None, name) for name in FORMATS for suffix in FORMATS[name].suffixes[:1]),
        ("A.MTX.GZ", None, "matrix-market"),
        (b"a.gr", None, "dimacs"),
        ("a.npz", "scipy", "scipy"),
        ("a.npz.gz", "edge-list", "edge-list"),
        ("a", "npy", "npy"),
    ],
)
def test_target_format(path, format, expected):
    if expected == "scipy" and format is None:
        expected = "npz"  # both have the suffix, and this one comes first
    assert target_format(path, format) is FORMATS[expected]


@pytest.mark.parametrize(
    ("path", "format", "error", "message"),
    [
        ("a.png", None, OutputError, "a.png: the suffix tells no format; name it with --to, one"),
        (".npz", None, OutputError, "tells no format"),
        ("", None, OutputError, "'': the suffix tells no format"),
        ("a.npz.gz", None, OutputError, "npz format is not written through gzip; leave .gz out"),
        ("a.NPY.GZ", None, OutputError, "npy format is not written through gzip"),
        ("a.gz", "scipy", OutputError, "scipy format is not written through gzip"),
        ("a.npz", "nzp", GraphError, "unknown file format 'nzp'; did you mean 'npz'"),
        (5, None, GraphError, "expected a path, got int"),
        ("a\0.npz", None, GraphError, "null character"),
    ],
)
def test_no_target_format(path, format, error, message):
    with pytest.raises(error, match=message):
        target_format(path, format, option="--to")


def test_no_graph(tmp_path):
    with pytest.raises(GraphError, match=r"expected a graph, got list: .*make Graph\.from_edges"):
        write([[0, 1]], tmp_path / "graph.npz")


def test_equal_graphs_make_equal_files(tmp_path):
    for name in ("a.txt.gz", "b.txt.gz"):
        write(GRAPH, tmp_path / name)
    assert (tmp_path / "a.txt.gz").read_bytes() == (tmp_path / "b.txt.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.txt.gz").read_bytes()).startswith(
        b"# Undirected graph\n# Nodes: 5 Edges: 2\n"
    )
