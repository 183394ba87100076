"""CITATION.cff: valid by its schema, of this version, with the papers that the site explains."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.documentation.pages import DOCS, ROOT


@pytest.fixture(scope="module")
def citation():
    yaml = pytest.importorskip("yaml")
    return yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_it_is_that_of_this_project(citation):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == project["version"]
    assert citation["license"] == project["license"]
    assert [author["name"] for author in citation["authors"]] == [
        author["name"] for author in project["authors"]
    ]


def test_it_is_valid():
    cffconvert = pytest.importorskip("cffconvert")
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    cffconvert.Citation(text).validate()
    with pytest.raises(Exception, match="authors"):
        cffconvert.Citation(re.sub(r"(?m)^authors:\n.*\n", "", text)).validate()


def test_it_names_the_five_papers(citation):
    page = (DOCS / "papers.md").read_text(encoding="utf-8").casefold()
    papers = citation["references"]
    assert len(papers) == 5
    for paper in papers:
        assert f'"{paper["title"]}"'.casefold() in page
        assert str(paper["year"]) in page
        for author in paper["authors"]:
            assert author["family-names"].casefold() in page
