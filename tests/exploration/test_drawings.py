"""The page and the picture: complete in themselves, readable, and of what was measured."""

import io
import re
import sys
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest

import clconn
from clconn.errors import MissingLibraryError
from clconn.exploration import Exploration, Measurement
from clconn.exploration.palette import (
    DARKEST,
    LEGEND,
    STOPS,
    color_of,
    ink_on,
    slowdown_text,
)
from tests.exploration.samples import BUILD_ERROR, ROWS, measured, sample

VOID = {"meta", "input"}


class Page(HTMLParser):
    """The elements and the text of a page; refuses what is not closed in order."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in {"style", "script"}:
            self.texts.append(data.strip())


# ------------------------------------------------------------------------------ colors


def _luminance(color):
    """Relative luminance of the Web Content Accessibility Guidelines 2."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in color)
    ]
    return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))


def test_slower_is_darker():
    luminances = [_luminance(color_of(value)) for value in np.geomspace(1, DARKEST, 200)]
    assert all(after < before for before, after in pairwise(luminances))
    assert color_of(1) == STOPS[0]
    assert color_of(DARKEST) == color_of(1e9) == STOPS[-1]


def test_numbers_can_be_read_on_every_color():
    for value in np.geomspace(1, DARKEST, 500):
        color = color_of(value)
        below, above = sorted((_luminance(color), _luminance(ink_on(color))))
        assert (above + 0.05) / (below + 0.05) >= 4.5, value


@pytest.mark.parametrize(
    ("slowdown", "text"),
    [
        (1, "1.00"), (9.994, "9.99"), (9.996, "10.0"), (42.25, "42.2"), (99.96, "100"),
        (640.4, "640"), (999.6, "1k"), (2100, "2.1k"), (999_499, "999k"), (3e6, "3.0e+06"),
    ],
)  # fmt: skip
def test_slowdowns_in_few_characters(slowdown, text):
    assert slowdown_text(slowdown) == text


# -------------------------------------------------------------------------------- page


def test_the_page_refers_to_nothing_outside():
    rows = [measured(row.name, 1.0 + index) for index, row in enumerate(clconn.variants())]
    for text in (sample(*ROWS).to_html("roads.mtx"), sample(*rows).to_html(), sample().to_html()):
        assert not re.search(r"https?:|//|url\(|@import|javascript:", text)
        for tag, attributes in Page(text).elements:
            assert tag not in {"link", "img", "iframe", "object", "embed", "base", "form"}
            assert not attributes.keys() & {"src", "href", "srcset", "data", "action"}


def test_the_page_says_what_was_measured():
    text = sample(*ROWS).to_html("roads.mtx")
    texts = Page(text).texts
    assert "The design space of components on roads.mtx" in texts
    assert "Some GPU (Some platform 1.2)" in texts
    assert "1,000 vertices, 4,000 entries" in texts
    assert "4 verified, 2 failed" in texts
    ranked = [entry for entry in texts if entry in {row.variant for row in ROWS}]
    assert ranked == [
        "kout/async/halve", "csr/ecl/halve", "csr/ecl/split", "csr/async/naive",
        "kout/ecl/split", "csr/async/halve",
    ]  # fmt: skip
    assert "2 of 5 runs, for the time limit of 10 s" in texts
    assert "wrong answer: vertex 7 has root 3" in texts


def test_the_map_of_the_page():
    cells = [
        attributes
        for tag, attributes in Page(sample(*ROWS).to_html()).elements
        if tag == "td" and "title" in attributes
    ]
    assert [cell["title"] for cell in cells] == [
        "csr/async/naive: 500 ms", "csr/ecl/halve: 3 ms", "kout/async/halve: 2 ms",
    ]  # fmt: skip
    for cell, slowdown in zip(cells, (250, 1.5, 1), strict=True):
        expected = "".join(f"{part:02x}" for part in color_of(slowdown))
        assert cell["style"].startswith(f"background:#{expected};")
    legend = sample(*ROWS).to_html().split('class="legend"')[1].split("</table>")[0]
    assert legend.count("<td style") == len(LEGEND)


def test_text_from_outside_is_escaped():
    evil = "<script>alert(1)</script>&\"'"
    name = "<script>&\"'"
    rows = (
        measured(f"csr/{name}/halve", 1.0, remark=evil),
        measured(f"{name}/ecl/{name}", 2.0),
        Measurement(f"{name}/async/{name}", error=evil + BUILD_ERROR),
    )
    text = sample(*rows, device=evil, driver=evil, version=evil).to_html(evil)
    page = Page(text)
    assert [tag for tag, _ in page.elements].count("script") == text.count("<script") == 1
    assert "alert" not in text.split("<script>")[1]
    assert any(evil in entry for entry in page.texts)


def test_a_page_without_results():
    text = sample(ROWS[3]).to_html()
    page = Page(text)
    assert "No variant has been verified." in page.texts
    assert any(entry.startswith("KernelBuildError") for entry in page.texts)
    assert not any(attributes.get("class") == "map" for _, attributes in page.elements)


# ----------------------------------------------------------------------------- picture


@pytest.fixture
def decoded():
    image = pytest.importorskip("matplotlib.image")

    def decode(found: Exploration, title: str = ""):
        content = found.to_png(title)
        assert content.startswith(b"\x89PNG\r\n\x1a\n")
        return np.rint(255 * image.imread(io.BytesIO(content))[:, :, :3]).astype(int)

    return decode


def _share(pixels, color):
    """The share of the pixels that have nearly this color: the map is drawn in 256 of them."""
    return float((np.abs(pixels - np.array(color)) <= 6).all(axis=2).mean())


def test_the_picture_shows_the_slowdowns(decoded):
    pixels = decoded(sample(*ROWS), "roads.mtx")
    assert pixels.shape[0] > 300
    assert pixels.shape[1] > 400
    for slowdown in (1, 1.5, 250):
        assert _share(pixels, color_of(slowdown)) > 0.03, slowdown
    assert _share(pixels, (0xF1, 0xF1, 0xF1)) > 0.03  # the pair without a verified row


def test_the_picture_grows_with_the_space(decoded):
    rows = [measured(f"{edges}/f{finish}/split", 1.0) for edges in "abcdef" for finish in range(13)]
    small, large = decoded(sample(*ROWS)), decoded(sample(*rows))
    assert large.shape[0] > small.shape[0]
    assert large.shape[1] > 2 * small.shape[1]


@pytest.mark.parametrize("rows", [(), ROWS[3:4]], ids=["none", "none verified"])
def test_a_picture_without_results(decoded, rows):
    assert decoded(sample(*rows)).size


@pytest.mark.filterwarnings("ignore:Glyph")
def test_names_are_no_formulas(decoded):
    assert decoded(sample(*ROWS, device="$\\frac{$"), "a$_b$\\ 道路.mtx").size


def test_without_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingLibraryError, match=r"pip install 'clconn\[plot\]'") as caught:
        sample(*ROWS).to_png()
    assert isinstance(caught.value, ImportError)
    assert sample(*ROWS).to_html()
