"""Every block of code on a page runs, page by page, and gives what its comments say."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest

from clconn.command_line import main
from tests.documentation.pages import ROOT, blocks, name_of, pages
from tests.documentation.stated_values import Page, stated_value

PAGES = [page for page in pages() if any(block.text for block in blocks(page))]

# Outputs, drawings and the site's own directives are no code.
NO_CODE = re.compile(r"(text)?|\{[a-z-]+\}.*")
# What a shell does beside the words of one command.
SHELL = re.compile(r"[|<>;&$`]")

# Blocks that are not run. This number may only shrink.
NOT_RUN = 4
# Values that comments state, and that were compared. This number may only grow.
STATED = {
    "README.md": 10,
    "docs/cluster.md": 9,
    "docs/devices.md": 4,
    "docs/first-steps.md": 15,
    "docs/graphs.md": 13,
    "docs/incremental.md": 8,
    "docs/index.md": 2,
    "docs/results.md": 18,
}


@pytest.mark.usefixtures("any_device")
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_code_of_a_page_runs(page, scratch, capsys):
    python = Page()
    for block in blocks(page):
        if block.reason or NO_CODE.fullmatch(block.language):
            continue
        for module in block.needs:
            pytest.importorskip(module)
        if block.language == "python":
            python.run(block.text, str(page), block.line)
        else:
            assert block.language == "sh", f"{block}: no test runs {block.language}"
            _run_lines(block)
    capsys.readouterr()
    assert python.compared >= STATED.get(name_of(page), 0)


def _run_lines(block):
    for line in block.text.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        if words[0] == "clconn" and not SHELL.search(line.split(" #")[0]):
            code = main(words[1:])  # in this process, where the device is open
        else:
            code = subprocess.run(["bash", "-euo", "pipefail", "-c", line], check=False).returncode
        assert code == 0, f"{block}: {line.strip()}: exit code {code}"


def test_few_blocks_are_not_run():
    reasons = [block.reason for page in pages() for block in blocks(page) if block.reason]
    assert len(reasons) <= NOT_RUN


def test_reasons_stand_before_the_blocks_that_they_excuse():
    page = ROOT / "README.md"
    excused = [block.text for block in blocks(page) if block.reason]
    assert len(excused) == 2
    assert all("pip install" in text for text in excused)


@pytest.mark.parametrize(
    ("comment", "value"),
    [
        ("3 components now", 3),
        ("[0, 1, 2], the vertices of the largest", [0, 1, 2]),
        ("[3, 1, 2] and [3, 0, 7]", ([3, 1, 2], [3, 0, 7])),
        ("3, 1", (3, 1)),
        ("[False, True]: the components of one vertex", [False, True]),
        ("{'Oslo': 0, 'Rome': 1}", {"Oslo": 0, "Rome": 1}),
    ],
)
def test_what_a_comment_states(comment, value):
    assert stated_value(comment) == (value,)


def test_a_comment_of_words_states_nothing():
    assert stated_value("number of components") is None
    assert stated_value("") is None


def test_a_wrong_value_is_named():
    python = Page()
    python.run("two = 1 + 1\ntwo  # 2, as everywhere\n", "page.md", 10)
    assert python.compared == 1
    with pytest.raises(AssertionError, match=r"page\.md:11 states 3, and 2 comes out"):
        python.run("two  # 3\n", "page.md", 10)
