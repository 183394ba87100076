"""The dashboard, built from results that were made up, and from those that are recorded."""

import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("asv")

from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.dashboard import lines as lines_module
from asv_benchmarks.dashboard.__main__ import build
from asv_benchmarks.dashboard.lines import family_of, read_lines
from asv_benchmarks.dashboard.page import NAME, add_to_menu, page
from asv_benchmarks.dashboard.scripts import ScriptsError, localize
from clconn.generators.families import FAMILIES
from clconn.problems import FOREST
from tests.helpers.made_history import FORESTS, STEPS, SUBJECTS, history_with_a_step

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = dict.fromkeys(
    (
        "jquery-3.3.1.min.js",
        "jquery.flot-0.8.3.min.js",
        "jquery.flot-0.8.3.time.min.js",
        "jquery.flot-0.8.3.selection.min.js",
        "jquery.flot-0.8.3.categories.min.js",
        "jquery.flot.orderBars.js",
        "stupidtable.js",
        "md5.js",
        "bootstrap-3.1.0.min.js",
        "bootstrap-3.1.0.min.css",
    ),
    b"// made up",
)

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    """A history with a regression."""
    return history_with_a_step(tmp_path_factory.mktemp("history"))


@pytest.fixture(scope="module")
def site(history, tmp_path_factory):
    """The published dashboard, with scripts that do nothing."""
    folder = tmp_path_factory.mktemp("site") / "html"
    build(folder, SCRIPTS, history.config)
    return folder


@pytest.fixture(autouse=True)
def peers(monkeypatch, tmp_path):
    """Figures of other codes, which the dashboard reads beside its own folder."""
    figures = {"codes": ["slow", "quick"], "graphs": {"web": [4.0, 3.0]}, "measured": "2026-11-21"}
    (tmp_path / "peers.json").write_text(json.dumps({FOREST.name: figures}))
    monkeypatch.setattr(lines_module, "HERE", tmp_path)
    lines_module._peers.cache_clear()
    yield
    lines_module._peers.cache_clear()


def test_lines_have_each_value_with_its_commit(history, site):
    lines = {(line.machine, line.graph): line for line in read_lines(site, history.folder)}
    # A graph without any result has no line, and no other variant has one.
    assert set(lines) == {("h100", "web"), ("h100", "road24"), ("processor", "rmat16")}
    web = lines["h100", "web"]
    assert (web.problem, web.family, web.unit, web.benchmark) == ("forest", "rmat", "ms", FORESTS)
    assert [commit.hash for commit, _ in web.points] == history.hashes
    assert [commit.subject for commit, _ in web.points] == SUBJECTS
    assert [value for _, value in web.points] == pytest.approx(STEPS)
    assert web.peer == lines_module.Peer("quick", 3.0, "2026-11-21")
    assert web.ratio == pytest.approx(0.5)
    assert lines["h100", "road24"].peer is None
    assert lines["h100", "road24"].ratio is None
    assert lines["processor", "rmat16"].problem == "components"


def test_asv_marks_the_step_and_nothing_else(history, site):
    for line in read_lines(site, history.folder):
        if line.graph == "road24":
            assert line.regressions == ()
            continue
        (step,) = line.regressions
        assert (step.before.subject, step.after.subject) == (SUBJECTS[2], SUBJECTS[3])
        assert step.new == pytest.approx(1.5 * step.old)


def test_the_page_shows_lines_peers_and_regressions(history, site):
    lines = read_lines(site, history.folder)
    text = page(lines, {"h100": "a GPU", "processor": "a <processor>"})
    assert text.count("<svg ") == 3
    assert text.count('class="regression"') == 2
    assert text.count('class="peer"') == 1
    # web's five points, road24's, and those of the processor.
    assert len(re.findall(r'<circle cx="[\d.]+"', text)) == 15
    for name, subject in zip(history.hashes, SUBJECTS, strict=True):
        assert name[:8] in text
        assert subject.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") in text
    assert "<b>" not in text
    assert '<h2 id="processor">processor: a &lt;processor&gt;</h2>' in text
    assert "on the device already. asv calls it forests.Compute.time_compute." in text
    assert "The other codes were measured 2026-11-21." in text
    assert "1 to 1.5 ms between" in text


def test_a_page_of_nothing_says_so():
    assert "No results have been recorded" in page([], {})


class _Loads(HTMLParser):
    """What a page loads, and the links in its menu."""

    def __init__(self, text):
        super().__init__()
        self.loaded, self.links = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag in ("script", "link", "img", "iframe"):
            self.loaded += [values[name] for name in ("src", "href") if name in values]
            assert "integrity" not in values
        elif tag == "a":
            self.links.append(values.get("href"))


def test_pages_load_only_what_lies_beside_them(site):
    for name in (NAME, "index.html"):
        found = _Loads((site / name).read_text())
        assert found.loaded
        for path in found.loaded:
            assert (site / path).is_file(), f"{name} loads {path}"
    # Our page is the first one of the menu.
    within = [link for link in found.links if link and not link.startswith("http")]
    assert within[:3] == ["#", NAME, "#/"]


def test_the_data_lies_in_a_script(site):
    script = (site / "scripts/published.js").read_text()
    data = json.loads(script.splitlines()[0].removeprefix("var PUBLISHED = ").removesuffix(";"))
    files = {path.relative_to(site).as_posix() for path in site.rglob("*.json")}
    assert set(data) == files
    assert data["index.json"] == json.loads((site / "index.json").read_text())


def test_a_script_that_the_package_lacks_is_named(tmp_path):
    tag = '<script src="https://example.org/lib/vue-3.1.js" integrity="sha256-x"></script>'
    (tmp_path / "index.html").write_text(f"<html>{tag}</html>")
    with pytest.raises(ScriptsError, match=r"https://example.org/lib/vue-3.1.js"):
        localize(tmp_path, SCRIPTS)
    (tmp_path / "index.html").write_text("<html></html>")
    with pytest.raises(ScriptsError, match="no jQuery"):
        localize(tmp_path, SCRIPTS)
    with pytest.raises(ValueError, match="no menu"):
        add_to_menu(tmp_path / "index.html")


def test_without_a_package_index_the_command_says_what_it_needs(tmp_path):
    environment = {**os.environ, "CLCONN_BENCHMARK_CACHE": str(tmp_path), "PIP_NO_INDEX": "1"}
    environment["PIP_FIND_LINKS"] = ""
    command = [sys.executable, "-m", "asv_benchmarks.dashboard", "--html-dir", str(tmp_path / "x")]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "dashboard: pip could not download asv==0.5.1" in done.stderr
    assert not (tmp_path / "x").exists()


def test_every_graph_of_the_benchmarks_has_a_family():
    for name in (*graphs.NAMES, *graphs.DIRECTED_NAMES):
        assert family_of(name) in FAMILIES


def test_the_recorded_results_make_a_dashboard(tmp_path, monkeypatch):
    _skip_without_history()
    monkeypatch.setattr(lines_module, "HERE", ROOT / "asv_benchmarks")
    build(tmp_path / "html", SCRIPTS)
    lines = read_lines(tmp_path / "html", ROOT)
    of_h100 = [line for line in lines if line.machine == "h100"]
    assert {line.graph for line in of_h100} >= set(graphs.NAMES)
    assert all(value > 0 for line in lines for _, value in line.points)
    assert sum(line.peer is not None for line in of_h100) >= 30


def test_every_recorded_commit_is_in_the_history_of_main():
    _skip_without_history()
    configured = (ROOT / "asv.conf.json").read_text()
    assert re.findall(r'"branches": \[(.*)\]', configured) == ['"main"']
    paths = sorted((ROOT / "asv_benchmarks/results").glob("*/*-existing.json"))
    assert paths
    command = ["git", "-C", str(ROOT), "rev-list", "main"]
    reachable = set(subprocess.run(command, capture_output=True, text=True).stdout.split())
    for path in paths:
        commit = json.loads(path.read_text())["commit_hash"]
        assert commit in reachable, f"{path.name}: {commit} is not in the history of main"
        assert path.name.startswith(commit[:8])


def _skip_without_history():
    """Skip in a copy of the tree, and in a clone that has not all of the branch main."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--is-shallow-repository", "--verify", "main"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout.startswith("false"):
        pytest.skip("no repository with the history of main")
