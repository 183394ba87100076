"""``-`` as a path, pipes, named pipes and terminals, in processes of their own."""

import gzip
import json
import os
import pty
import subprocess
import sys
import threading

import numpy as np
import pytest

from tests.command_line.samples import LABELS, REFERENCE, TRIANGLES

pytestmark = pytest.mark.timeout(120)

CLCONN = [sys.executable, "-m", "clconn"]
LINES = "".join(f"{label}\n" for label in LABELS).encode()


def finished(*words, data=b""):
    return subprocess.run(
        [*CLCONN, *map(str, words)], input=data, capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("path", ["-", "/dev/stdin"])
def test_the_graph_comes_through_a_pipe(path, packed):
    data = TRIANGLES.encode()
    process = finished(
        "components", path, *REFERENCE, "--json", data=gzip.compress(data) if packed else data
    )
    assert (process.returncode, process.stderr) == (0, b"")
    summary = json.loads(process.stdout)
    assert (summary["file"], summary["format"], summary["count"]) == (path, "matrix-market", 4)


def test_the_graph_comes_through_a_named_pipe(tmp_path):
    path = tmp_path / "graph.mtx"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=[TRIANGLES])
    writer.start()
    process = finished("components", path, *REFERENCE, "--json")
    writer.join()
    assert json.loads(process.stdout)["count"] == 4


def test_labels_go_to_standard_output_alone(graph_file):
    process = finished("components", graph_file, *REFERENCE, "-o", "-", "--sizes")
    assert (process.returncode, process.stdout) == (0, LINES)
    for text in (b"components         4", b"components of that size"):
        assert text in process.stderr
    process = finished("forest", graph_file, *REFERENCE, "-o", "-")
    assert len(process.stdout.split()) == 4


def test_one_thing_at_a_time_on_standard_output(graph_file, tmp_path):
    both = finished("components", graph_file, *REFERENCE, "-o", "-", "--roots", "-")
    assert (both.returncode, both.stdout) == (2, b"")
    assert b"two results" in both.stderr
    for words in (
        ("components", graph_file, *REFERENCE, "-o", "-"),
        ("convert", graph_file, "-", "--to", "edge-list"),
        ("generate", "path", "--n", 3, "-o", "-", "--format", "edge-list"),
    ):
        process = finished(*words, "--json")
        assert (process.returncode, process.stdout) == (2, b"")
        assert b"--json" in process.stderr
    process = finished("explore", graph_file, "-o", "-")
    assert b"does not go to standard output" in process.stderr


def test_convert_from_pipe_to_pipe():
    words = ("convert", "-", "-", "--from", "edge-list")
    process = finished(*words, "--to", "matrix-market", data=b"0 1\n1 2\n")
    assert process.returncode == 0
    assert process.stdout.startswith(b"%%MatrixMarket")
    assert process.stdout.endswith(b"3 3 2\n2 1\n3 2\n")
    process = finished(*words, data=b"0 1\n1 2\n")
    assert (process.returncode, process.stdout) == (2, b"")
    assert b"name the format with --to" in process.stderr


@pytest.mark.parametrize("name", ["npz", "npy", "scipy", "ecl", "metis", "dimacs"])
def test_every_format_goes_through_pipes(graph_file, name, tmp_path):
    target = ["convert", graph_file, "-", "--to", name]
    if name == "npy":  # which has no place for the isolated last vertex
        (tmp_path / "edges.txt").write_text("0 1\n1 2\n")
        target[1] = tmp_path / "edges.txt"
    written = finished(*target)
    assert written.returncode == 0, written.stderr
    # Lines of two numbers each could be an edge list, and a pipe has no suffix.
    words = ["--format", name] if name == "metis" else []
    process = finished("components", "-", *REFERENCE, "--json", *words, data=written.stdout)
    summary = json.loads(process.stdout)
    assert summary["format"] == name
    assert summary["count"] == (1 if name == "npy" else 4)


@pytest.mark.parametrize("binary", [False, True])
def test_verify_takes_labels_from_standard_input(graph_file, tmp_path, binary):
    data = LINES
    if binary:
        np.save(tmp_path / "labels.npy", np.array(LABELS))
        data = (tmp_path / "labels.npy").read_bytes()
    assert finished("verify", graph_file, "-", data=data).returncode == 0
    process = finished("verify", graph_file, "-", data=b"0\nx\n")
    assert (process.returncode, process.stdout) == (2, b"")
    assert b"standard input, line 2" in process.stderr
    assert b"both standard input" in finished("verify", "-", "-").stderr


@pytest.mark.parametrize("name", ["edge-list", "matrix-market", "npz"])
def test_a_reader_that_leaves_ends_the_command_quietly(name):
    words = [*CLCONN, "generate", "path", "--n", "1000000", "-o", "-", "--format", name]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.read(2)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_faults_of_standard_input():
    words = ("components", "-", *REFERENCE, "--format", "edge-list")
    process = finished(*words, data=b"0 1\n1 x\n")
    assert process.stderr.startswith(b"clconn: error: standard input, line 2: vertex id 'x'")
    assert b"standard input: the file is empty" in finished("components", "-").stderr
    shell = f"{sys.executable} -m clconn components - <&-"
    process = subprocess.run(shell, shell=True, capture_output=True, timeout=60, check=False)
    assert (process.returncode, process.stdout) == (2, b"")
    assert process.stderr.startswith(b"clconn: error: standard input: ")


@pytest.mark.parametrize("path", ["-", "/dev/stdin"])
def test_a_terminal_is_told_that_the_command_waits(path):
    master, slave = pty.openpty()
    with subprocess.Popen(
        [*CLCONN, "components", path, *REFERENCE, "--json"],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert b"Ctrl-D ends it" in process.stderr.readline()
        os.write(master, b"0 1\n1 2\n\x04")
        assert json.loads(process.stdout.read())["count"] == 1
        assert process.wait(60) == 0
    os.close(slave)
    os.close(master)
