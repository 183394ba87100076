"""``clconn explore``: what it prints, what it writes, and how it goes on."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
import termios

import pytest

import clconn as library
from clconn.errors import KernelBuildError
from clconn.exploration import Exploration
from clconn.opencl_backend.plan import run

PATTERNS = ("--variants", "csr/ecl/split", "*/async/halve", "--repeats", "2")
NAMES = [
    row.name
    for row in library.variants("components")
    if row.name == "csr/ecl/split" or (row.finish, row.compression) == ("async", "halve")
]

pytestmark = pytest.mark.usefixtures("device")


@pytest.fixture
def explored(clconn, graph_file, tmp_path):
    """A file of results of the graph."""
    path = tmp_path / "results.json"
    assert clconn("explore", graph_file, *PATTERNS, "-o", path).code == 0
    return path


@pytest.fixture
def broken(monkeypatch):
    """ECL's variants do not build, or all of them do not."""
    plan_variant = run.plan_variant

    def install(part):
        def plan(problem, graph, name, options=None):
            if part in name:
                raise KernelBuildError(f"{name} does not build:\n  a log\n" + 500 * "x")
            return plan_variant(problem, graph, name, options)

        monkeypatch.setattr(run, "plan_variant", plan)

    return install


def test_ranking_for_people(clconn, graph_file):
    outcome = clconn("explore", graph_file, *PATTERNS)
    assert (outcome.code, outcome.err) == (0, "")
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[0] == [str(graph_file)]
    assert ["vertices", "8"] in lines
    assert ["entries", "12"] in lines
    assert ["components", "4"] in lines
    assert ["variants", str(len(NAMES)), "verified,", "0", "failed"] in lines
    start = next(index for index, line in enumerate(lines) if line[:2] == ["rank", "variant"])
    ranked = lines[start + 1 :]
    assert [line[0] for line in ranked] == [str(rank) for rank in range(1, len(NAMES) + 1)]
    assert sorted(line[1] for line in ranked) == sorted(NAMES)
    slowdowns = [float(line[4]) for line in ranked]
    assert slowdowns[0] == 1
    assert slowdowns == sorted(slowdowns)


def test_top(clconn, graph_file):
    out = clconn("explore", graph_file, *PATTERNS, "--top", "1").out
    last = out.splitlines()[-1]
    for word in (f" {len(NAMES) - 1} more", "--top", "--json"):
        assert word in last
    assert "\n  2 " not in out


def test_json(clconn, graph_file, tmp_path):
    path = tmp_path / "results.json"
    summary = clconn("explore", graph_file, *PATTERNS, "--json", "-o", path, "--top", "1").json
    assert summary["count"] == 4
    assert (summary["vertices"], summary["entries"]) == (8, 12)
    assert summary["file"] == str(graph_file)
    assert summary["results"] == str(path)
    assert summary["failures"] == []
    assert sorted(row["variant"] for row in summary["ranking"]) == sorted(NAMES)
    assert summary["best"] == summary["ranking"][0]["variant"]
    for row in summary["ranking"]:
        assert row["runs"] == 2
        assert row["slowdown"] == row["milliseconds"] / summary["ranking"][0]["milliseconds"]
    found = Exploration.read(path)
    assert [row.variant for row in found.rows] == NAMES


def test_drawings(clconn, graph_file, tmp_path):
    pytest.importorskip("matplotlib")
    html, png = tmp_path / "page.html", tmp_path / "map.png"
    outcome = clconn("explore", graph_file, *PATTERNS, "--html", html, "--png", png)
    assert (outcome.code, outcome.err) == (0, "")
    assert f"in {html}" in outcome.out
    assert f"in {png}" in outcome.out
    text = html.read_text()
    assert f"on {graph_file.name}</h1>" in text
    assert all(name in text for name in NAMES)
    assert png.read_bytes().startswith(b"\x89PNG")
    assert sorted(tmp_path.iterdir()) == sorted([graph_file, html, png])


def test_png_without_matplotlib(clconn, graph_file, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    png = tmp_path / "map.png"
    line = clconn("explore", tmp_path / "missing.mtx", "--png", png).failure()
    assert "pip install 'clconn[plot]'" in line
    assert not png.exists()


# ------------------------------------------------------------------------------ resuming


def test_resume(clconn, graph_file, explored):
    before = Exploration.read(explored)
    words = ("explore", graph_file, "--repeats", "1", "--resume", explored)
    outcome = clconn(*words, "--variants", "csr/ecl/*", "csr/ecl/split")
    assert (outcome.code, outcome.err) == (0, "")
    after = Exploration.read(explored)
    assert after.rows[: len(before.rows)] == before.rows
    assert {row.variant for row in after.rows} == {
        *NAMES,
        *(row.name for row in library.variants() if row.name.startswith("csr/ecl/")),
    }
    assert f"in {explored}" in outcome.out


def test_resume_into_another_file(clconn, graph_file, explored, tmp_path):
    content, other = explored.read_bytes(), tmp_path / "other.json"
    words = ("--variants", "kout/ecl/split", "--resume", explored, "-o", other)
    assert clconn("explore", graph_file, *words).code == 0
    assert explored.read_bytes() == content
    assert len(Exploration.read(other).rows) == len(NAMES) + 1


def test_resume_when_all_is_there(clconn, graph_file, explored, monkeypatch):
    monkeypatch.setattr(run, "plan_variant", lambda *_: pytest.fail("measured again"))
    content = explored.read_bytes()
    summary = clconn("explore", graph_file, *PATTERNS, "--resume", explored, "--json").json
    assert (summary["count"], len(summary["ranking"])) == (4, len(NAMES))
    assert explored.read_bytes() == content


def test_resume_another_graph(clconn, explored, tmp_path):
    other = tmp_path / "other.mtx"
    other.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n8 8 1\n2 1\n")
    content = explored.read_bytes()
    line = clconn("explore", other, "--resume", explored).failure()
    assert f"{explored}: the previous results are of another graph" in line
    assert explored.read_bytes() == content


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"device": "Abacus"}, "of another device: Abacus"),
        ({"version": "0.0"}, "of another version of clconn: 0.0"),
        ({"rows": 3}, "rows is 3"),
        ({"color": 3}, "color is unknown"),
    ],
)
def test_resume_from_what_does_not_fit(clconn, graph_file, explored, change, expected):
    explored.write_text(json.dumps({**json.loads(explored.read_text()), **change}))
    content = explored.read_bytes()
    line = clconn("explore", graph_file, "--resume", explored).failure()
    assert str(explored) in line
    assert expected in line
    assert explored.read_bytes() == content


def test_resume_from_no_results(clconn, graph_file, tmp_path):
    missing = tmp_path / "missing.json"
    assert str(missing) in clconn("explore", graph_file, "--resume", missing).failure()
    assert not missing.exists()
    missing.write_bytes(graph_file.read_bytes())
    line = clconn("explore", graph_file, "--resume", missing).failure()
    assert "not the results of an exploration" in line


# ------------------------------------------------------------------------- what goes wrong


def test_a_build_that_fails_is_told_and_no_failure(clconn, graph_file, broken):
    broken("/ecl/")
    outcome = clconn("explore", graph_file, *PATTERNS)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert any(line.split()[:2] == ["failed", "what"] for line in lines)
    [line] = [line for line in lines if line.split()[:1] == ["csr/ecl/split"]]
    assert "KernelBuildError: csr/ecl/split does not build: a log xxx" in line
    assert line.endswith("...")
    summary = clconn("explore", graph_file, *PATTERNS, "--json").json
    assert [row["variant"] for row in summary["failures"]] == ["csr/ecl/split"]


def test_if_nothing_runs_that_is_a_failure(clconn, graph_file, tmp_path, broken):
    broken("/")
    path = tmp_path / "results.json"
    line = clconn("explore", graph_file, *PATTERNS, "-o", path).failure()
    assert f"none of {len(NAMES)} variants ran" in line
    assert "does not build" in line
    assert len(Exploration.read(path).rows) == len(NAMES)


def test_a_wrong_answer_is_exit_code_1(clconn, graph_file, monkeypatch):
    plan_variant = run.plan_variant

    class Wrong:
        def __init__(self, plan):
            self.plan = plan

        def run(self, *, wait):
            import numpy as np

            return {"roots": self.plan.runtime.upload_writable(np.zeros(8, dtype=np.int32))}

    def plan(problem, graph, name, options=None):
        choice, made = plan_variant(problem, graph, name, options)
        return choice, Wrong(made) if "/ecl/" in name else made

    monkeypatch.setattr(run, "plan_variant", plan)
    outcome = clconn("explore", graph_file, *PATTERNS)
    assert outcome.code == 1
    assert outcome.err.count("\n") == 1
    assert f"{graph_file}: csr/ecl/split: wrong answer: " in outcome.err
    assert f"{len(NAMES) - 1} verified, 1 failed" in outcome.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--variants", "csr/ecl/halv"), "did you mean 'csr/ecl/halve'"),
        (("--variants", "cs/*"), "matches 'cs/*'"),
        (("--variants",), "--variants"),
        (("--repeats", "0"), "repeats is 0"),
        (("--repeats", "2.5"), "--repeats"),
        (("--time-limit", "0"), "time_limit is 0"),
        (("--time-limit", "nan"), "time_limit is nan"),
        (("--time-limit", "soon"), "--time-limit"),
        (("--top", "0"), "'0' is no whole number"),
        (("--top", "-3"), "--top"),
        (("-o", "{folder}/none/a.json"), "there is no directory"),
        (("--html", "{folder}"), "is a directory"),
        (("--png", ""), "empty path"),
        (("-o", "{folder}/a", "--html", "{folder}/./a"), "two results"),
    ],
)
def test_bad_words_are_refused_before_the_graph_is_read(clconn, tmp_path, words, expected):
    words = [word.format(folder=tmp_path) for word in words]
    assert expected in clconn("explore", tmp_path / "missing.mtx", *words).failure()


def test_neither_the_graph_nor_the_results_are_overwritten(clconn, graph_file, explored):
    graph, results = graph_file.read_bytes(), explored.read_bytes()
    assert "input" in clconn("explore", graph_file, "-o", graph_file).failure()
    words = ("--resume", explored, "-o", explored.with_name("new.json"), "--html", explored)
    assert "input" in clconn("explore", graph_file, *words).failure()
    assert (graph_file.read_bytes(), explored.read_bytes()) == (graph, results)


def test_a_device_that_there_is_not(clconn, graph_file):
    assert "no-such" in clconn("explore", graph_file, "--device", "no-such-device").failure()


# ---------------------------------------------------------------- in a process of its own


def test_an_interrupt_keeps_the_rows_so_far(graph_file, tmp_path):
    """Ctrl-C when the second variant is about to be measured; a second command goes on."""
    path = tmp_path / "results.json"
    program = (
        "import os, signal, sys\n"
        "from clconn.exploration import Exploration\n"
        "write = Exploration.write\n"
        "def slowly(found, path):\n"
        "    write(found, path)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "Exploration.write = slowly\n"
        "from clconn.command_line import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    words = ["explore", str(graph_file), *PATTERNS, "-o", str(path)]
    python = [sys.executable, "-W", "ignore::UserWarning"]  # an unreliable device warns
    process = subprocess.run([*python, "-c", program, *words], capture_output=True, timeout=120)
    assert (process.returncode, process.stdout, process.stderr) == (128 + signal.SIGINT, b"", b"")
    [row] = Exploration.read(path).rows
    assert sorted(tmp_path.iterdir()) == sorted([graph_file, path])
    command = [*python, "-m", "clconn", *words, "--resume", str(path), "--json"]
    process = subprocess.run(command, capture_output=True, timeout=120)
    assert (process.returncode, process.stderr) == (0, b"")
    found = Exploration.read(path)
    assert [row.variant for row in found.rows] == NAMES
    assert found.rows[0] == row


def test_on_a_terminal_the_progress_bar_goes_away(graph_file):
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 100))
    process = subprocess.Popen(
        [sys.executable, "-m", "clconn", "explore", str(graph_file), *PATTERNS],
        stdout=subprocess.PIPE,
        stderr=slave,
    )
    os.close(slave)
    shown = ""
    # Linux says that the other end is closed by an error.
    with contextlib.suppress(OSError):
        while piece := os.read(master, 65536):
            shown += piece.decode()
    os.close(master)
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert f"0/{len(NAMES)}" in shown
    assert shown.endswith("\r")
    assert b"variant/s" not in out


def test_without_edges_it_says_so_and_is_done(clconn, tmp_path):
    path, results, page = (tmp_path / name for name in ("alone.txt", "results.json", "page.html"))
    path.write_text("3 3\n")
    words = ("explore", path, "-o", results, "--html", page)
    outcome = clconn(*words)
    assert outcome.code == 0
    assert outcome.err == (
        f"clconn: note: {path}: no edge joins two vertices, so no variant was measured; "
        "--variants names those to run all the same\n"
    )
    for line in (["entries", "0"], ["components", "4"], ["variants", "none", "was", "measured"]):
        assert line in [each.split() for each in outcome.out.splitlines()]
    assert "rank" not in outcome.out
    assert not Exploration.read(results).rows
    assert "0 verified" in page.read_text()
    summary = json.loads(clconn("explore", path, "--json").out)
    assert (summary["count"], summary["best"], summary["ranking"]) == (4, None, [])
    outcome = clconn("explore", path, "--variants", "csr/ecl/split", "--resume", results)
    assert (outcome.code, outcome.err) == (0, "")
    assert [row.variant for row in Exploration.read(results).rows] == ["csr/ecl/split"]


def test_another_problem(clconn, tmp_path):
    path = tmp_path / "roads.gr"
    path.write_text("p sp 4 4\na 1 2 5\na 2 3 1\na 3 1 2\na 1 2 4\n")
    words = ("explore", path, "--problem", "minimum-forest", "--variants", "csr/ecl-mst/*")
    summary = clconn(*words, "--repeats", "1", "--json").json
    assert (summary["problem"], summary["count"], summary["failures"]) == ("minimum-forest", 2, [])
    assert len(summary["ranking"]) == 9
    assert "unknown variant" in clconn(*words[:-1], "csr/ecl/split").failure()
    assert "--problem" in clconn("explore", path, "--problem", "colouring").failure()
