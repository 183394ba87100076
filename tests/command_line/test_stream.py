"""``clconn stream``."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
import termios
import time

import numpy as np
import pytest

import clconn as library
from clconn.streams import STREAM_FORMATS
from tests.command_line.samples import LABELS, REFERENCE, ROOTS

CLCONN = [sys.executable, "-m", "clconn"]


@pytest.fixture
def edge_file(tmp_path):
    path = tmp_path / "edges.txt"
    path.write_text("# Nodes: 8 Edges: 6\n1 0\n2 0\n2 1\n5 4\n6 4\n6 5\n")
    return path


def test_summary_for_people(clconn, edge_file):
    outcome = clconn("stream", edge_file, *REFERENCE, "--batch", 4)
    assert (outcome.code, outcome.err) == (0, "")
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[0] == [str(edge_file)]
    for line in (["vertices", "8"], ["edges", "6"], ["components", "4"], ["batches", "2"]):
        assert line in lines
    assert any(line[:3] == ["edges", "per", "second"] for line in lines)
    assert "time to" not in outcome.out
    assert "resumed" not in outcome.out


def test_json(clconn, edge_file):
    summary = clconn("stream", edge_file, *REFERENCE, "--json", "--explain").json
    assert summary["count"] == 4
    assert (summary["vertices"], summary["edges"], summary["batches"]) == (8, 6, 1)
    assert (summary["largest"], summary["format"], summary["file"]) == (
        3, "edge-list", str(edge_file),
    )  # fmt: skip
    assert (summary["backend"], summary["variant"]) == ("reference", "coo/async/split")
    assert summary["edges_per_second"] > 0
    assert summary["resumed_at"] == 0
    assert set(summary["timing"]) == {"open", "read", "insert", "checkpoint"}
    assert "reference" in summary["reason"]


def test_times(clconn, edge_file):
    out = clconn("stream", edge_file, *REFERENCE, "--time").out
    for step in ("open", "read", "insert", "checkpoint"):
        assert f"time to {step}" in out


def test_on_a_device(clconn, graph_file, device):
    summary = clconn("stream", graph_file, "--backend", "opencl", "--batch", 2, "--json").json
    assert (summary["backend"], summary["count"], summary["batches"]) == ("opencl", 4, 3)


@pytest.mark.parametrize("suffix", ["npy", "txt"])
def test_labels_and_roots(clconn, graph_file, tmp_path, suffix):
    paths = tmp_path / f"labels.{suffix}", tmp_path / f"roots.{suffix}"
    outcome = clconn("stream", graph_file, *REFERENCE, "-o", paths[0], "--roots", paths[1])
    assert outcome.code == 0
    load = np.load if suffix == "npy" else np.loadtxt
    assert [load(path).tolist() for path in paths] == [LABELS, ROOTS]
    assert clconn("verify", graph_file, paths[0], *REFERENCE[:0]).code == 0


def test_labels_to_standard_output(clconn, graph_file):
    outcome = clconn("stream", graph_file, *REFERENCE, "-o", "-")
    assert outcome.out.split() == [*map(str, LABELS)]
    assert "components" in outcome.err


def test_variants_and_options(clconn, graph_file):
    words = ("stream", graph_file, *REFERENCE, "--json")
    summary = clconn(*words, "--variant", "coo/async/halve", "--option", "vertices=lazy").json
    assert (summary["variant"], summary["options"]) == ("coo/async/halve", {"vertices": "lazy"})
    assert "halve" in clconn(*words, "--variant", "coo/async/halv").failure()
    assert "has no option 'k'" in clconn(*words, "--option", "k=2").failure()
    assert "scipy" in clconn("stream", graph_file, "--backend", "scipy").failure()


def test_names(clconn, tmp_path):
    """The files are those of `clconn components`, whatever the size of the batches."""
    path = tmp_path / "follows.csv"
    path.write_text("bob,carol\ndave,eve\nalice,bob\n")
    results = {"-o": "labels.tsv", "--roots": "roots.tsv", "--nodes": "nodes.txt"}
    for command, folder, more in (
        ("components", tmp_path / "whole", ()),
        ("stream", tmp_path / "stream", ("--batch", 1)),
    ):
        folder.mkdir()
        words = [each for option, name in results.items() for each in (option, folder / name)]
        outcome = clconn(command, path, "--renumber", *REFERENCE, *more, *words)
        assert (outcome.code, outcome.err) == (0, "")
        assert f"  nodes              in {folder / 'nodes.txt'}" in outcome.out
    for name in results.values():
        whole, streamed = (tmp_path / folder / name for folder in ("whole", "stream"))
        assert streamed.read_bytes() == whole.read_bytes()
    assert clconn("verify", path, tmp_path / "stream" / "labels.tsv", "--renumber").code == 0
    nodes = tmp_path / "nodes.npy"
    summary = clconn("stream", path, "--renumber", *REFERENCE, "--nodes", nodes, "--json").json
    assert (summary["vertices"], summary["count"], summary["nodes"]) == (5, 2, str(nodes))
    assert np.load(nodes).tolist() == ["alice", "bob", "carol", "dave", "eve"]


def test_sparse_ids(clconn, tmp_path):
    path, labels, nodes = (tmp_path / name for name in ("edges.npy", "labels.npy", "nodes.npy"))
    np.save(path, np.array([[10**15, -4], [7, 8], [8, 10**15]]))
    words = ("stream", path, "--renumber", *REFERENCE, "-o", labels, "--nodes", nodes)
    assert clconn(*words, "--batch", 1).code == 0
    assert np.load(labels).tolist() == [0, 0, 0, 0]
    assert np.load(nodes).tolist() == [-4, 7, 8, 10**15]


def test_names_by_a_pipe_and_from_a_checkpoint(tmp_path):
    state = tmp_path / "state"
    words = [*CLCONN, "stream", "-", "--renumber", *REFERENCE, "--checkpoint", state, "--json"]
    for resumed in (0, 2):
        process = subprocess.run(
            [*map(str, words), "--resume"], input=b"bob alice\ncarol bob\n", capture_output=True,
            timeout=100, check=True,
        )  # fmt: skip
        summary = json.loads(process.stdout)
        assert (summary["vertices"], summary["count"], summary["resumed_at"]) == (3, 1, resumed)
    words.remove("--renumber")
    process = subprocess.run(
        [*map(str, words), "--resume"], input=b"bob alice\ncarol bob\n", capture_output=True,
        timeout=100,
    )  # fmt: skip
    assert process.returncode == 2


def test_tables_of_numbers(clconn, edge_file, tmp_path):
    labels = tmp_path / "labels.tsv"
    assert clconn("stream", edge_file, *REFERENCE, "-o", labels).code == 0
    assert labels.read_text().startswith("vertex\tlabel\n0\t0\n1\t0\n")
    assert clconn("verify", edge_file, labels).code == 0


def test_raw_files(clconn, tmp_path):
    path = tmp_path / "edges.bin"
    path.write_bytes(np.array([[0, 1], [3, 4]], "<i4").tobytes())
    words = ("stream", path, *REFERENCE, "--json")
    assert clconn(*words, "--format", "int32-pairs").json["count"] == 3
    assert clconn(*words, "--format", "int32-columns", "--n", 7).json["count"] == 5
    assert "--format" in clconn(*words).failure()


def test_help_lists_the_formats(clconn):
    out = clconn("stream", "--help").out
    for name in STREAM_FORMATS:
        assert name in out


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        ("0 1\n1 x\n", (), "edges.txt, line 2: vertex id 'x' is not an integer"),
        ("0 1\n1 -2\n", (), "edges.txt, line 2: vertex id -2 is below 0"),
        ("0 1\n1 9\n", ("--n", "5"), "5 vertices: n (--n) has to be 10 or more, or left out"),
        ("", (), "edges.txt: is empty; expected edges"),
        ("0 1\n", ("--batch", "0"), "batch is 0"),
        ("0 1\n", ("--n", "-3"), "n is -3"),
        ("0 1\n", ("--every", "3"), "--every needs --checkpoint"),
        ("0 1\n", ("--resume",), "--resume needs --checkpoint"),
        ("0 1\n", ("--checkpoint", "{folder}/c", "--every", "0"), "every is 0"),
        ("0 1\n", ("--checkpoint", "{file}"), "is the input, which would be lost"),
        ("0 1\n", ("--checkpoint", "{folder}/no/c"), "there is no directory"),
        ("0 1\n", ("--checkpoint", "{folder}/a.npy", "-o", "{folder}/a.npy"), "also the name"),
        ("0 1\n", ("--format", "npz"), "npz files do not stream"),
        ("0 1\n", ("-o", "{folder}/x.csv"), "nor .tsv (a table"),
        ("0 1\n", ("--nodes", "{folder}/x.tsv", "--renumber"), "ends in neither .npy"),
        ("0 1\n", ("--nodes", "{folder}/x.npy"), "--nodes: the vertices have no names"),
        ("0 1\n", ("--renumber", "--n", "5"), "n is 5 with renumber=True"),
        ("p edge 2 1\ne 1 2\n", ("--renumber",), "a dimacs file numbers its vertices itself"),
        ("a b\nc d\n", (), "vertex id 'c' is not an integer; renumber=True (--renumber"),
        ("0 99999999999\n", (), "renumber=True (--renumber on the command line) makes"),
        ("0 1\n", ("-o", "-", "--roots", "-"), "two results would go to standard output"),
        ("0 1\n", ("-o", "-", "--json"), "--json and the output -"),
        ("0 1\n", ("--variant", "nothing"), "nothing"),
    ],
)
def test_bad_input_and_usage(clconn, tmp_path, text, words, message):
    path = tmp_path / "edges.txt"
    path.write_text(text)
    words = [word.format(folder=tmp_path, file=path) for word in words]
    assert message in clconn("stream", path, *REFERENCE, *words).failure()
    assert os.listdir(tmp_path) == ["edges.txt"]


def test_no_such_file(clconn, tmp_path):
    assert "no such file" in clconn("stream", tmp_path / "x.txt", *REFERENCE).failure()


def test_checkpoint_and_resume(clconn, edge_file, tmp_path):
    state = tmp_path / "state"
    words = ("stream", edge_file, *REFERENCE, "--batch", 2, "--checkpoint", state)
    outcome = clconn(*words, "--resume", "--every", 1)
    assert outcome.code == 0
    assert outcome.err == (
        f"clconn: note: {state}: is not there yet; beginning with the first edge\n"
    )
    assert "--resume" in clconn(*words).failure()
    summary = clconn(*words, "--resume", "--json").json
    assert (summary["resumed_at"], summary["edges"], summary["count"]) == (6, 6, 4)
    assert summary["checkpoint"] == str(state)
    assert "resumed after edge" in clconn(*words, "--resume").out
    edge_file.write_text("0 1\n")
    assert "is the checkpoint of another source" in clconn(*words, "--resume").failure()
    state.write_bytes(state.read_bytes()[:100])
    assert "cut off, damaged or something else" in clconn(*words, "--resume").failure()


def test_a_pipe(edge_file, tmp_path):
    state = tmp_path / "state"
    words = [*CLCONN, "stream", "-", *REFERENCE, "--batch", "2", "--json", "--checkpoint", state]
    for resumed in (0, 6):
        process = subprocess.run(
            [*map(str, words), "--resume"], input=edge_file.read_bytes(), capture_output=True,
            timeout=100, check=True,
        )  # fmt: skip
        summary = json.loads(process.stdout)
        assert (summary["file"], summary["count"], summary["edges"]) == ("-", 4, 6)
        assert summary["resumed_at"] == resumed


def test_a_binary_pipe(tmp_path):
    data = io.BytesIO()
    np.save(data, np.array([[0, 1], [3, 4]], np.int32))
    for text, more in ((data.getvalue(), ()), (data.getvalue()[-16:], ("--format", "int32-pairs"))):
        process = subprocess.run(
            [*CLCONN, "stream", "-", *REFERENCE, "--json", *more], input=text,
            capture_output=True, timeout=100, check=True,
        )  # fmt: skip
        assert json.loads(process.stdout)["count"] == 3


@pytest.mark.parametrize("data", [b"", b"0 1\nx y\n"])
def test_a_bad_pipe(data):
    process = subprocess.run(
        [*CLCONN, "stream", "-", *REFERENCE], input=data, capture_output=True, timeout=100
    )
    assert process.returncode == 2
    assert process.stderr.startswith(b"clconn: error: standard input")
    assert process.stderr.count(b"\n") == 1


def test_no_standard_input():
    process = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m clconn stream - <&-"], capture_output=True, timeout=100
    )
    assert process.returncode == 2
    assert b"clconn: error: standard input: is closed" in process.stderr


@pytest.mark.timeout(120)
def test_interrupt_of_a_silent_pipe_says_how_to_go_on(tmp_path):
    state = tmp_path / "state"
    words = ["stream", "-", *REFERENCE, "--batch", "5000", "--every", "1", "--checkpoint", state]
    with subprocess.Popen(
        [*CLCONN, *map(str, words)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        process.stdin.write(b"".join(b"%d %d\n" % (i, i + 1) for i in range(30_000)))
        process.stdin.flush()
        while not state.exists():
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert err.decode() == f"clconn: interrupted: --resume goes on from {state}\n"


@pytest.mark.timeout(120)
def test_a_bar_with_the_number_of_components(tmp_path):
    path = tmp_path / "edges.npy"
    np.save(path, np.zeros((20_000, 2), np.int32))
    for more, shows in (((), True), (("--quiet",), False)):
        controller, terminal = pty.openpty()
        termios.tcsetwinsize(terminal, (24, 100))
        with subprocess.Popen(
            [*CLCONN, "stream", str(path), *REFERENCE, "--batch", "1000", "--n", "12", *more],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=terminal,
        ) as process:  # fmt: skip
            os.close(terminal)
            seen = b""
            while True:
                try:
                    piece = os.read(controller, 4096)
                except OSError:
                    break
                if not piece:
                    break
                seen += piece
            assert b"components" in process.communicate(timeout=60)[0]
        os.close(controller)
        assert (b"12 components" in seen and b"edges/s" in seen) == shows


def test_the_answer_is_that_of_components(clconn, tmp_path):
    rng = np.random.default_rng(4)
    edges = rng.integers(0, 400, (300, 2))
    path = tmp_path / "edges.txt"
    np.savetxt(path, edges, fmt="%d")
    labels = tmp_path / "a.npy", tmp_path / "b.npy"
    assert clconn("components", path, "-o", labels[0]).code == 0
    assert clconn("stream", path, *REFERENCE, "--batch", 17, "-o", labels[1]).code == 0
    assert labels[0].read_bytes() == labels[1].read_bytes()
    assert library.__version__
