"""Recording an earlier commit of a tiny project that has the names which clconn has."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("asv")

from tests.helpers.made_history import MACHINE, MadeHistory

ROOT = Path(__file__).resolve().parents[2]

PROJECT = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "clconn"
version = "{version}"
[tool.setuptools]
packages = ["clconn"]
package-dir = {{ clconn = "src/clconn" }}
"""
PACKAGE = """\
VERSION = {version}
class Graph:
    from_edges = staticmethod(lambda sources, targets: None)
def connected_components(graph, backend):
    assert backend == "opencl"
"""
BENCHMARKS = """\
import clconn
class EndToEnd:
    params = ["web", "road24"]
    def track_version(self, graph):
        assert clconn.VERSION == {version}
        return clconn.VERSION
class Other:
    def track_nothing(self):
        return 0
"""

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def history(tmp_path):
    """Two commits with a package and benchmarks that fit each other alone."""
    made = MadeHistory(tmp_path, {})
    benchmarks = tmp_path / "asv_benchmarks/benchmarks"
    package = tmp_path / "src/clconn"
    benchmarks.mkdir(parents=True)
    package.mkdir(parents=True)
    for version in (1, 2):
        (tmp_path / "pyproject.toml").write_text(PROJECT.format(version=version))
        (package / "__init__.py").write_text(PACKAGE.format(version=version))
        (benchmarks / "__init__.py").touch()
        (benchmarks / "components.py").write_text(BENCHMARKS.format(version=version))
        made.hashes.append(made.commit(f"version {version}"))
    return made


def _record(history, *words):
    command = [sys.executable, "-m", "asv_benchmarks.record_commits", "processor", *words]
    command += ["--repository", str(history.folder), "--results", str(history.folder / "recorded")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_commit_is_built_and_measured_with_its_own_benchmarks(history):
    folder = history.folder / "recorded/processor"
    folder.mkdir(parents=True)
    machine = {**MACHINE, "machine": "processor"}
    (folder / "machine.json").write_text(json.dumps(machine))
    done = _record(history, "--main", "HEAD~1")
    assert done.returncode == 0, done.stdout + done.stderr
    commit = history.hashes[0]
    recorded = json.loads((folder / f"{commit[:8]}-existing.json").read_text())
    assert recorded["commit_hash"] == commit
    assert recorded["params"]["machine"] == "processor"
    # --main leaves out the other benchmark.
    assert list(recorded["results"]) == ["components.EndToEnd.track_version"]
    assert recorded["results"]["components.EndToEnd.track_version"][0] == [1, 1]
    known = json.loads((history.folder / "recorded/benchmarks.json").read_text())
    assert "components.EndToEnd.track_version" in known


def test_a_commit_that_there_is_not(history):
    (history.folder / "recorded/processor").mkdir(parents=True)
    machine = {**MACHINE, "machine": "processor"}
    (history.folder / "recorded/processor/machine.json").write_text(json.dumps(machine))
    done = _record(history, "nowhere")
    assert done.returncode == 1
    assert "has no commit 'nowhere'" in done.stderr


def test_either_the_main_benchmarks_or_those_that_are_named(history):
    done = _record(history, "--main", "--bench", "EndToEnd", "HEAD")
    assert done.returncode == 2
    assert "not allowed with argument --main" in done.stderr
