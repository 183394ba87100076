"""Everything that can be wrong with a file: exit code 2, and one line that names file and place."""

from __future__ import annotations

import gzip
import os

import numpy as np
import pytest
import scipy.sparse

from tests.command_line.samples import REFERENCE, TRIANGLES
from tests.helpers.problems import COMMANDS

HEADER = "%%MatrixMarket matrix coordinate pattern general\n"

BAD_TEXT = {
    # name: (suffix, content, what the line must say)
    "id 0 of 1..n": (".mtx", HEADER + "3 3 1\n0 1\n", "line 3"),
    "id beyond n": (".mtx", HEADER + "3 3 2\n1 2\n4 1\n", "line 4"),
    "id beyond int32": (".mtx", HEADER + f"3 3 1\n{2**31 + 5} 1\n", "line 3"),
    "id beyond int64": (".mtx", HEADER + f"3 3 1\n{2**70} 1\n", "line 3"),
    "float id": (".mtx", HEADER + "3 3 1\n1.5 2\n", "line 3"),
    "n beyond int32": (".mtx", HEADER + f"{2**31} {2**31} 0\n", "line 2"),
    "negative n": (".mtx", HEADER + "-3 -3 0\n", "line 2"),
    "not square": (".mtx", HEADER + "3 4 0\n", "line 2"),
    "truncated": (".mtx", TRIANGLES[:-8], "6"),
    "truncated in the header": (".mtx", HEADER, ""),
    "too many entries": (".mtx", HEADER + "3 3 1\n1 2\n2 3\n", "line 2"),
    "no number": (".mtx", HEADER + "3 3 1\n1 two\n", "line 3"),
    "NaN weight": (
        ".mtx",
        HEADER.replace("pattern", "real") + "3 3 2\n1 2 0.5\n2 3 nan\n",
        "nan",
    ),
    "negative id": (".txt", "0 1\n1 -2\n", "renumber=true (--renumber on the command line) makes"),
    "edge list, id beyond int32": (".txt", f"0 1\n1 {2**31}\n", "line 2"),
    "edge list, float id": (".txt", "0 1\n1 2\n1.5 3\n", "line 3"),
    "edge list, NaN id": (".txt", "0 1\nnan 2\n", "line 2"),
    "edge list, NaN weight": (".txt", "0 1 2.0\n1 2 NaN\n", "nan"),
    "edge list, one id": (".txt", "0 1\n2\n", "line 2"),
    "edge list, words": (".txt", "0 1\nfoo bar\n", "line 2"),
}


@pytest.mark.parametrize("name", BAD_TEXT)
@pytest.mark.parametrize("arguments", [("components", *REFERENCE), ("convert",)], ids="/".join)
def test_bad_text(clconn, tmp_path, name, arguments):
    suffix, content, expected = BAD_TEXT[name]
    path = tmp_path / f"bad{suffix}"
    path.write_text(content)
    output = tmp_path / "out.npz"
    words = [output] if arguments[0] == "convert" else ["-o", tmp_path / "out.npy"]
    line = clconn(*arguments, path, *words).failure()
    assert str(path) in line
    assert expected in line.lower()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "suffix", [".mtx", ".txt", ".npz", ".gr", ".graph", ".egr", ".mtx.gz", ".x"]
)
def test_empty_and_garbage(clconn, tmp_path, suffix):
    path = tmp_path / f"file{suffix}"
    path.write_bytes(b"")
    assert str(path) in clconn("components", path, *REFERENCE).failure()
    path.write_bytes(np.random.default_rng(5).bytes(4096))
    assert str(path) in clconn("components", path, *REFERENCE).failure()


@pytest.mark.parametrize("kept", [1, 20, 200, 500])
def test_truncated_binary(clconn, tmp_path, kept):
    whole = tmp_path / "whole.npz"
    dense = np.random.default_rng(1).random((50, 50))
    scipy.sparse.save_npz(whole, scipy.sparse.csr_matrix(dense * (dense < 0.1)))
    assert clconn("components", whole, *REFERENCE).code == 0
    path = tmp_path / "part.npz"
    path.write_bytes(whole.read_bytes()[:kept])
    assert str(path) in clconn("components", path, *REFERENCE).failure()


def test_truncated_gzip(clconn, tmp_path):
    content = gzip.compress(TRIANGLES.encode())
    path = tmp_path / "part.mtx.gz"
    path.write_bytes(content[:-12])
    assert str(path) in clconn("components", path, *REFERENCE).failure()


def test_missing_file(clconn, tmp_path):
    path = tmp_path / "missing.mtx"
    line = clconn("components", path, *REFERENCE).failure()
    assert str(path) in line


@pytest.mark.parametrize("name", ["", "folder.mtx"])
def test_directory(clconn, tmp_path, name):
    path = tmp_path / name
    path.mkdir(exist_ok=True)
    line = clconn("components", path, *REFERENCE).failure()
    assert str(path) in line
    assert "directory" in line


def test_a_guess_is_called_a_guess_and_the_option_by_its_name(clconn, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("Dear reader,\n")
    for command in COMMANDS:
        line = clconn(command, path, *REFERENCE).failure()
        for word in ("edge-list", "guessed", "suffix .txt", "--format"):
            assert word in line
        line = clconn(command, path, "--format", "metis", *REFERENCE).failure()
        assert "guessed from" not in line
    target = tmp_path / "out.mtx"
    assert clconn("convert", path, target).failure().endswith("--from)\n")
    unknown = path.rename(tmp_path / "words")
    assert "--from" in clconn("convert", unknown, target).failure()
    assert "--format" in clconn("components", unknown).failure()


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_unreadable_file(clconn, graph_file):
    graph_file.chmod(0)
    assert str(graph_file) in clconn("components", graph_file, *REFERENCE).failure()


def test_control_characters_in_a_name_stay_in_one_line(clconn, tmp_path):
    line = clconn("components", tmp_path / "a\nb\x1b[31m.mtx", *REFERENCE).failure()
    assert "\x1b" not in line


@pytest.mark.parametrize(
    ("content", "vertices"), [("0 0 0\n", 0), ("1 1 0\n", 1), ("1 1 1\n1 1\n", 1), ("5 5 0\n", 5)]
)
def test_small_graphs_are_no_bad_input(clconn, tmp_path, content, vertices):
    path = tmp_path / "small.mtx"
    path.write_text(HEADER + content)
    labels = tmp_path / "labels.npy"
    summary = clconn("components", path, *REFERENCE, "-o", labels, "--json", "--verify").json
    assert (summary["vertices"], summary["count"]) == (vertices, vertices)
    assert summary["largest"] == min(vertices, 1)
    assert np.load(labels).tolist() == list(range(vertices))
    assert clconn("components", path, *REFERENCE, "--sizes", "--time").code == 0


@pytest.mark.parametrize("n", ["2", "-1", str(2**31)])
def test_n_that_does_not_fit(clconn, tmp_path, n):
    path = tmp_path / "edges.txt"
    path.write_text("0 1\n1 2\n")
    assert str(path) in clconn("components", path, *REFERENCE, "--n", n).failure()


def test_n_adds_isolated_vertices(clconn, tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("0 1\n1 2\n")
    assert clconn("components", path, *REFERENCE, "--n", "7", "--json").json["count"] == 5


def test_an_empty_path(clconn):
    assert "'': is no path; name a file" in clconn("components", "").failure()


def test_ids_of_arrays_that_are_names(clconn, tmp_path):
    np.save(tmp_path / "edges.npy", [[0, 2**40]])
    line = clconn("components", tmp_path / "edges.npy").failure()
    assert "renumber=True (--renumber on the command line) makes vertices" in line
