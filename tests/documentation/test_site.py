"""The site: every page is in a table of contents, every public name has its place."""

from __future__ import annotations

import ast
import itertools
import posixpath
import re

import pytest

import clconn
from tests.documentation.pages import DOCS, ROOT, blocks, name_of, pages
from tests.helpers.cases import for_each

LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"(#+) (.*)")
A_CITATION = re.compile(r"\b(19|20)\d\d\b")
# A page that a comment names, and the section, if it does.
NAMED = re.compile(r"\b(docs/[\w/-]+\.md)\b(?:, \"([^\"]+)\")?")
PAGES = [*pages(), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
CODE = ("src", "reference", "opencl_backend", "kernels_cl", "asv_benchmarks", "examples", "tests")


def _listed(page):
    """The pages that a page's tables of contents list, as paths in ``docs`` without suffix."""
    for block in blocks(page):
        if block.language == "{toctree}":
            entries = [line for line in block.text.splitlines() if line and line[0] != ":"]
            folder = page.parent.relative_to(DOCS).as_posix()
            yield from (posixpath.normpath(posixpath.join(folder, entry)) for entry in entries)


def test_every_page_is_in_one_table_of_contents():
    suffixes = ("*.md", "api/*.md", "api/*.rst", "performance/*.md")
    sources = [path for suffix in suffixes for path in DOCS.glob(suffix)]
    written = {path.relative_to(DOCS).with_suffix("").as_posix() for path in sources}
    listed = [entry for page in pages()[1:] for entry in _listed(page)]
    listed = [entry for entry in listed if not entry.startswith("notebooks/")]
    assert sorted(listed) == sorted(written - {"index"}), "docs/guide.md lists guides"


def _headings(page):
    """The level and the text of each heading; lines of code that begin like one are none."""
    in_code = False
    for line in page.read_text(encoding="utf-8").splitlines():
        in_code ^= line.lstrip().startswith("```")
        if not in_code and (heading := HEADING.fullmatch(line)):
            yield len(heading[1]), heading[2]


def _anchors(page):
    """The anchors that a code host and the site give the sections of a page.

    The site gives them to a few levels alone, so that a link to a deeper one would lead astray.
    """
    conf = (DOCS / "conf.py").read_text(encoding="utf-8")
    deepest = int(re.search(r"^myst_heading_anchors = (\d+)$", conf, re.MULTILINE)[1])
    words = [heading.lower() for level, heading in _headings(page) if level <= deepest]
    anchors = [re.sub(r"[^\w\- ]", "", each).replace(" ", "-") for each in words]
    before = [anchors[:place].count(each) for place, each in enumerate(anchors)]
    return [f"{each}-{n}" if n else each for each, n in zip(anchors, before, strict=True)]


def test_what_has_an_anchor(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A page\n## `One`, two\n```sh\n# no\n```\n### Low\n#### Lower\n### Low\n")
    assert _anchors(page) == ["a-page", "one-two", "low", "low-1"]


@for_each("page", PAGES)
def test_headings_go_down_by_one_level(page):
    """The site calls a section without one above it a mistake."""
    for (above, _), (level, heading) in itertools.pairwise([(0, ""), *_headings(page)]):
        assert level <= above + 1, heading


@for_each("page", PAGES)
def test_links_lead_somewhere(page):
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), f"there is no {target}"
        assert not anchor or anchor in _anchors(path), f"{target} has no section {anchor}"
        if anchor and page.parent == DOCS and path == ROOT / "README.md":
            assert anchor in _anchors(DOCS / "index.md"), f"no section {anchor} on the site"


def test_comments_name_pages_and_sections_that_exist():
    """As in ``docs/performance.md, "The first call"``, which may go on in the next line."""
    found = 0
    for folder, suffix in itertools.product(CODE, ("*.py", "*.cl", "*.h")):
        for path in (ROOT / folder).rglob(suffix):
            text = re.sub(r"\s+(?:#|//)?\s*", " ", path.read_text(encoding="utf-8"))
            for page, section in NAMED.findall(text):
                found += 1
                assert (ROOT / page).exists(), f"{name_of(path)} names {page}"
                titles = [re.sub(r"[`\"]", "", title) for _, title in _headings(ROOT / page)]
                assert not section or section in titles, f"{name_of(path)}: {page} has no {section}"
    assert found > 10


@pytest.mark.parametrize(
    "module", [clconn, clconn.verify, clconn.streams], ids=lambda m: m.__name__
)
def test_the_reference_has_every_public_name(module):
    """A new name in ``__all__`` gets a line in the page of ``docs/api`` where it belongs."""
    expected = {f"{module.__name__}.{name}" for name in module.__all__}
    found = set()
    for page in (DOCS / "api").glob("*.rst"):
        current = None
        for line in page.read_text(encoding="utf-8").splitlines():
            if line.startswith((".. currentmodule:: ", ".. automodule:: ")):
                current = line.split(":: ")[1]
                found.add(current)
            elif re.fullmatch(r"   \w+", line) and current:
                found.add(f"{current}.{line.strip()}")
    assert expected <= found


def test_the_papers_name_every_algorithm_that_cites_one():
    page = (DOCS / "papers.md").read_text(encoding="utf-8")
    named = {target for target, _ in LINK.findall(page) if target.startswith("../")}
    assert len(named) > 100
    for path in sorted((ROOT / "reference").rglob("*.py")):
        prose = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if A_CITATION.search(prose):
            assert f"../{path.relative_to(ROOT).as_posix()}" in named
    rooms = {target.split("/")[1] for target in named}
    assert rooms == {"reference", "opencl_backend", "kernels_cl"}


def test_the_variants_that_the_papers_name_exist():
    from clconn.design_space import variants
    from clconn.problems import DESIGN_SPACES

    table = [row for problem in DESIGN_SPACES for row in variants(problem)]
    words = {word for row in table for word in row.name.split("/")}
    words |= {row.name for row in table}
    words |= {option.name for row in table for option in row.options}
    page = (DOCS / "papers.md").read_text(encoding="utf-8")
    cells = [line.split("|")[2] for line in page.splitlines() if line.startswith("|")]
    stated = [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    assert len(stated) > 50
    for name in stated:
        start = name.removesuffix("*")
        exists = any(word.startswith(start) for word in words) if start != name else name in words
        assert exists, f"the papers name {name}"
