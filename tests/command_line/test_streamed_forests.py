"""``--stream`` of ``clconn msf`` and ``clconn forest``."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import numpy as np
import pytest

import clconn as package
from tests.command_line.samples import REFERENCE

N, M = 120, 1500


@pytest.fixture(scope="module")
def edges():
    generator = np.random.default_rng(7)
    ends = generator.integers(0, N - 2, (2, M))  # the last vertices have no edges
    return ends, generator.integers(-20, 20, M)


@pytest.fixture
def text(edges, tmp_path):
    path = tmp_path / "edges.gr"
    ends, weights = edges
    lines = [f"a {u} {v} {w}" for u, v, w in zip(*(ends + 1), weights, strict=True)]
    path.write_text("\n".join([f"p sp {N} {M}", *lines]) + "\n")
    return path


@pytest.mark.parametrize("words", [(), ("--maximum",)])
@pytest.mark.parametrize("batch", [70, 10**6])
def test_msf_gives_what_it_gives_without(clconn, text, tmp_path, words, batch):
    files = {}
    for name, more in (("static", ()), ("streamed", ("--stream", "--batch", batch))):
        paths = [tmp_path / f"{name}-{part}" for part in ("ids.npy", "labels.txt", "parents.tsv")]
        outputs = [*("-o", paths[0], "--labels", paths[1], "--parents", paths[2], "--root", 5)]
        summary = clconn("msf", text, *words, *more, *outputs, "--json").json
        keys = ("count", "edges", "graph_edges", "vertices", "total_weight", "maximum", "format")
        files[name] = [path.read_bytes() for path in paths], [summary[key] for key in keys]
    assert files["static"] == files["streamed"]
    assert summary["batches"] == -(-M // batch)
    table = tmp_path / "edges.tsv"
    clconn("msf", text, *words, "--stream", "-o", table)
    streamed = table.read_text()
    clconn("msf", text, *words, "-o", table)
    assert table.read_text() == streamed


def test_forest(clconn, text, tmp_path):
    ids, table = tmp_path / "ids.npy", tmp_path / "edges.tsv"
    words = ("--stream", "--batch", 100, *REFERENCE)
    summary = clconn("forest", text, *words, "-o", ids, "--json").json
    right = clconn("components", text, "--json").json
    assert (summary["count"], summary["vertices"], summary["graph_edges"]) == (right["count"], N, M)
    assert "total_weight" not in summary
    assert clconn("verify", text, ids, "--forest").code == 0
    clconn("forest", text, *words, "-o", table)
    lines = table.read_text().splitlines()
    assert lines[0] == "source\ttarget"
    assert len(lines) == N - summary["count"] + 1


def test_variants_are_those_that_may_run(clconn, text):
    summary = clconn(
        "forest", text, "--stream", "--variant", "coo/hooks/split", *REFERENCE, "--json"
    ).json
    assert summary["variant"] == "coo/hooks/split"
    assert (
        "unknown variant"
        in clconn("forest", text, "--stream", "--variant", "csr/ecl/halve").failure()
    )
    words = ("--variant", "csr/boruvka/relabel", "--option", "int64_atomics=off", *REFERENCE)
    assert (
        clconn("msf", text, "--stream", *words, "--json").json["options"]["int64_atomics"] == "off"
    )
    assert (
        "unknown variant"
        in clconn("msf", text, "--stream", "--variant", "coo/hooks/split").failure()
    )


def test_summary_for_people(clconn, text, tmp_path):
    state = tmp_path / "state"
    words = ("--stream", "--time", "--explain", "--checkpoint", state)
    lines = [line.split() for line in clconn("msf", text, *words).out.splitlines()]
    assert ["edges", f"{M:,}"] in lines
    assert ["format", "dimacs"] in lines
    assert ["checkpoint", "in", str(state)] in lines
    assert ["time", "to", "read"] in [line[:3] for line in lines]
    assert ["chosen", "because"] in [line[:2] for line in lines]


def test_standard_input_and_output(text):
    with open(text, "rb") as stream:
        child = subprocess.run(
            [sys.executable, "-m", "clconn", "msf", "-", "--stream", "--batch", "50", "-o", "-"],
            stdin=stream, capture_output=True, check=True, timeout=120,
        )  # fmt: skip
    graph = package.read(text)
    right = package.minimum_spanning_forest(graph, backend="scipy")
    assert [int(line) for line in child.stdout.split()] == right.edge_ids.tolist()
    assert b"standard input" in child.stderr


def test_binary_files_with_weights_beside(clconn, edges, tmp_path):
    ends, weights = edges
    pairs, values = tmp_path / "pairs.npy", tmp_path / "weights.npy"
    np.save(pairs, ends.T.astype(np.int32))
    np.save(values, weights)
    summary = clconn("msf", pairs, "--stream", "--weight", values, "--json").json
    graph = package.Graph.from_edges(*ends, weights=weights)
    assert summary["total_weight"] == package.minimum_spanning_forest(graph).total_weight
    np.save(values, weights[1:])
    assert "weights" in clconn("msf", pairs, "--stream", "--weight", values).failure()


def test_resume(clconn, text, tmp_path):
    state = tmp_path / "state"
    words = ("msf", text, "--stream", "--batch", 200, "--checkpoint", state, "--json")
    first = clconn(*words, "--every", 3).json
    assert first["resumed_at"] == 0
    assert "--resume" in clconn(*words).failure()
    again = clconn(*words, "--resume").json
    assert again["resumed_at"] == M
    assert again["total_weight"] == first["total_weight"]


@pytest.mark.parametrize("command", ["msf", "forest"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--stream", "--verify"), "clconn verify"),
        (("--stream", "--renumber"), "a dimacs file numbers its vertices itself"),
        (("--stream", "--renumber", "--n", "7"), "leave one out"),
        (("--batch", "5"), "give --stream"),
        (("--checkpoint", "state"), "give --stream"),
        (("--resume",), "give --stream"),
        (("--stream", "--resume"), "--resume needs --checkpoint"),
        (("--stream", "--every", "2"), "--every needs --checkpoint"),
        (("--stream", "--batch", "0"), "1 or more"),
        (("--stream", "--n", "3"), "3"),
        (("--stream", "--format", "metis"), "do not stream"),
        (("--stream", "-o", "x.npy", "--checkpoint", "x.npy"), "also the name of a result"),
        (("--stream", "-o", "-", "--json"), "--json"),
    ],
)
def test_what_is_refused(clconn, text, tmp_path, monkeypatch, command, words, message):
    monkeypatch.chdir(tmp_path)
    assert message in clconn(command, text, *words).failure()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["edges.gr"]


@pytest.mark.parametrize("command", ["msf", "forest"])
def test_names(clconn, tmp_path, command):
    path = tmp_path / "follows.csv"
    path.write_text("bob,carol,3\ndave,eve,1\nalice,bob,2\ncarol,alice,1\n")
    files = {"-o": "edges.tsv", "--labels": "labels.tsv", "--parents": "parents.tsv"}
    words = [each for option, name in files.items() for each in (option, tmp_path / name)]
    words += ["--root", "carol", "--stream", "--batch", 1, "--renumber"]
    assert clconn(command, path, *words, *REFERENCE).code == 0
    labels = (tmp_path / "labels.tsv").read_text()
    assert labels.splitlines()[1:] == ["alice\t0", "bob\t0", "carol\t0", "dave\t1", "eve\t1"]
    edges = (tmp_path / "edges.tsv").read_text()
    assert "dave\teve" in edges
    if command == "msf":
        assert edges.splitlines()[1:] == ["dave\teve\t1", "alice\tbob\t2", "carol\talice\t1"]
    assert "carol\tcarol" in (tmp_path / "parents.tsv").read_text()


def test_weights_are_for_weighted_forests(clconn, text):
    assert "--weight" in clconn("forest", text, "--stream", "--weight", "w.npy").failure()
    assert "give --stream" in clconn("msf", text, "--weight", "w.npy").failure()


def test_bad_files(clconn, tmp_path):
    path = tmp_path / "bad.wel"
    for content, place in (
        ("0 1 2\n1 2 nan\n", "line 2"),
        ("0 1 2\n1 x 3\n", "line 2"),
        ("", "empty"),
    ):
        path.write_text(content)
        assert place in clconn("msf", path, "--stream").failure()
    np.save(tmp_path / "bad.npy", np.array([[0, 1], [-4, 2]]))
    for command in ("msf", "forest"):
        line = clconn(command, tmp_path / "bad.npy", "--stream", *REFERENCE).failure()
        assert "edge 1 joins -4 and 2" in line
        assert "bad.npy" in line
        assert "bad.npy" in clconn(command, tmp_path / "no" / "bad.npy", "--stream").failure()


LIMITED = """\
import resource, sys
import numpy as np
from clconn.command_line import main

directory, room = sys.argv[1], int(sys.argv[2])
# Once in small, so that all that does not depend on the edges is in memory.
np.save(f"{directory}/few.npy", np.array([[0, 1], [1, 2]]))
assert main(["msf", f"{directory}/few.npy", "--stream", "--backend", "scipy", "--json"]) == 0
with open("/proc/self/status") as lines:
    used = next(int(line.split()[1]) for line in lines if line.startswith("VmData")) * 1024
resource.setrlimit(resource.RLIMIT_DATA, (used + room, used + room))
sys.exit(main(["msf", f"{directory}/edges.npy", "--backend", "scipy", "--json", *sys.argv[3:]]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="there is no VmData to read")
def test_a_file_many_times_larger_than_the_memory(tmp_path):
    n, m = 20_000, 12_000_000
    generator = np.random.default_rng(5)
    pairs = generator.integers(0, n, (m, 2), dtype=np.int64)
    weights = generator.random(m)
    np.save(tmp_path / "edges.npy", pairs)
    np.save(tmp_path / "weights.npy", weights)
    room = 40 << 20
    assert pairs.nbytes + weights.nbytes > 6 * room

    def run(*words):
        script = [sys.executable, "-c", LIMITED, tmp_path, room]
        return subprocess.run(
            [*map(str, (*script, *words))], capture_output=True, timeout=500, text=True
        )

    ids = tmp_path / "ids.npy"
    words = ("--weight", tmp_path / "weights.npy", "-o", ids)
    done = run("--stream", "--batch", 100_000, *words)
    assert done.returncode == 0, done.stderr
    summary = json.load(io.StringIO(done.stdout.splitlines()[1]))
    graph = package.Graph.from_edges(*pairs.T, n, weights=weights)
    right = package.minimum_spanning_forest(graph)
    np.testing.assert_array_equal(np.load(ids), right.edge_ids)
    assert summary["total_weight"] == right.total_weight
    # A single batch of all edges does not fit, so the limit holds.
    failed = run("--stream", "--batch", m, *words)
    assert failed.returncode == 2
    assert "not enough memory" in failed.stderr
