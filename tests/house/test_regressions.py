"""The command that fails on regressions, on results that asv's own classes wrote."""

import shutil
import sys

import pytest

pytest.importorskip("asv")

from asv_benchmarks import regressions
from tests.helpers.made_history import MadeHistory

COMPUTE = "components.Compute.time_compute"
OTHER = "forests.Compute.time_compute"

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    """Four commits: the second is slower on one graph, the third has only forests."""
    graphs = {"graph": ["web", "road24"]}
    made = MadeHistory(tmp_path_factory.mktemp("history"), {COMPUTE: graphs, OTHER: graphs})
    first, second, third, _ = (made.commit(f"commit {i}") for i in range(4))
    made.record(first, COMPUTE, {("web",): 1.0, ("road24",): 4.0})
    made.record(second, COMPUTE, {("web",): 1.3, ("road24",): 3.0})
    made.record(third, OTHER, {("web",): 1.0, ("road24",): 4.0})
    made.hashes = [first, second, third]
    return made


@pytest.fixture
def compare(history, monkeypatch, capsys):
    """Run the command; return its exit code and what it prints."""

    def run(*words):
        command = ["regressions", "--config", str(history.config), *words]
        monkeypatch.setattr(sys, "argv", command)
        code = regressions.main()
        return code, capsys.readouterr()

    return run


def test_a_slower_benchmark_is_named_and_fails(history, compare):
    code, printed = compare(history.hashes[0], history.hashes[1])
    assert code == 1
    (slower,) = [line for line in printed.out.splitlines() if line.startswith("| +")]
    assert f"{COMPUTE}('web')" in slower
    assert "1.3" in slower
    (faster,) = [line for line in printed.out.splitlines() if line.startswith("| -")]
    assert f"{COMPUTE}('road24')" in faster
    assert printed.out.endswith("regressions: slower, by more than 1.1\n")


def test_below_the_threshold_nothing_fails(history, compare):
    code, printed = compare(history.hashes[0], history.hashes[1], "--threshold", "1.35")
    assert code == 0
    assert "| +" not in printed.out
    assert printed.out.endswith("regressions: none, by more than 1.35\n")


def test_the_same_way_back_is_faster_on_the_other_graph(history, compare):
    # Nothing was recorded before the first commit, so only the names of git decide the direction.
    code, printed = compare("HEAD", history.hashes[0])
    assert code == 1
    (slower,) = [line for line in printed.out.splitlines() if line.startswith("| +")]
    assert f"{COMPUTE}('road24')" in slower


def test_the_base_may_be_a_commit_that_was_not_recorded(history, compare):
    # The last commit has no results, but the second has.
    made = history.commit("slow again")
    history.record(made, COMPUTE, {("web",): 2.0, ("road24",): 3.0})
    code, printed = compare("HEAD~1", "HEAD")
    assert code == 1
    (slower,) = [line for line in printed.out.splitlines() if line.startswith("| +")]
    assert "1.30±" in slower
    assert "1 of 1 benchmarks" in printed.out


def test_a_difference_within_the_noise_is_no_regression(history, compare):
    made = history.commit("noisy")
    noise = (0.2, 0.6, 1.0, 1.4, 1.8)
    history.record(made, OTHER, {("web",): 1.2, ("road24",): 4.0}, noise=noise)
    code, _ = compare(history.hashes[2], "HEAD")
    assert code == 0


def test_a_benchmark_that_fails_now_is_a_regression(history, compare):
    made = history.commit("broken")
    history.record(made, OTHER, {("web",): None, ("road24",): 4.0})
    code, printed = compare(history.hashes[2], made)
    assert code == 1
    assert "| !" in printed.out


def test_nothing_to_compare_is_no_success(history, compare):
    first, second, third = history.hashes
    for words, message in (
        ((first, third), "no benchmark of"),
        ((second, first + "~1"), "has no commit"),
        (("nowhere", second), "has no commit 'nowhere'"),
        ((first, history.commit("without results")), "h100 has no results of"),
        ((first, second, "--machine", "h200"), "has no machine 'h200'; there are: h100"),
    ):
        code, printed = compare(*words)
        assert code == 2
        assert message in printed.err


@pytest.mark.parametrize("wrong", ["0.9", "much", "nan"])
def test_a_wrong_threshold(wrong, compare, capsys):
    with pytest.raises(SystemExit) as ended:
        compare("HEAD~1", "HEAD", "--threshold", wrong)
    assert ended.value.code == 2
    assert "--threshold" in capsys.readouterr().err
