"""The dashboard in Chromium, every outside host out of reach: no error, and graphs are drawn.

The first tests need Chromium alone. Those that click and look at pixels need selenium and
chromedriver, too; ``nox -s dashboard`` brings them.
"""

import re

import pytest

pytest.importorskip("asv")

from asv_benchmarks.benchmarks import graphs
from asv_benchmarks.dashboard.__main__ import build
from asv_benchmarks.dashboard.page import NAME, TITLE
from asv_benchmarks.dashboard.scripts import ScriptsError, scripts_of_asv
from tests.helpers import browser
from tests.helpers.made_history import FORESTS, SUBJECTS, history_with_a_step

pytestmark = pytest.mark.skipif(browser.CHROMIUM is None, reason="chromium is not installed")

PAINTED = """
  return Array.from(document.querySelectorAll("canvas")).filter(function (canvas) {
    var blank = document.createElement("canvas");
    blank.width = canvas.width;
    blank.height = canvas.height;
    return canvas.width && canvas.height && canvas.toDataURL() !== blank.toDataURL();
  }).length;
"""
"""The number of canvases with something on them."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The dashboard of a made-up history, with the scripts of the package."""
    try:
        scripts = scripts_of_asv(graphs.cache_folder())
    except ScriptsError as error:
        pytest.skip(str(error))
    history = history_with_a_step(tmp_path_factory.mktemp("history"))
    folder = tmp_path_factory.mktemp("site") / "html"
    build(folder, scripts, history.config)
    return folder


@pytest.fixture(scope="module", params=["from a server", "as a file"])
def address(request, site):
    """Where the pages are."""
    if request.param == "as a file":
        yield site.as_uri()
        return
    with browser.served(site) as place:
        yield place


def test_pages_open_without_a_network(address, tmp_path):
    drawn, console = browser.opened(f"{address}/{NAME}", tmp_path)
    assert console == []
    assert drawn.count("<svg ") == 3
    drawn, console = browser.opened(f"{address}/index.html", tmp_path)
    assert console == []
    # asv's scripts put the benchmarks there, with a canvas for each, and name the project.
    assert "airspeed velocity of an unladen made" in drawn
    assert drawn.count("<canvas ") >= 2


def test_an_error_on_a_page_is_seen(tmp_path):
    page = tmp_path / "page.html"
    page.write_text("<html><script>nothing.at.all;</script></html>")
    _, console = browser.opened(page.as_uri(), tmp_path / "profile")
    assert len(console) == 1
    assert "nothing is not defined" in console[0]


@pytest.fixture(scope="module")
def driver():
    """A browser to steer."""
    webdriver = pytest.importorskip("selenium.webdriver")
    if browser.DRIVER is None:
        pytest.skip("chromedriver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = browser.CHROMIUM
    for flag in browser.FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(browser.DRIVER))
    yield made
    made.quit()


def _wait(driver, condition):
    from selenium.webdriver.support.ui import WebDriverWait

    return WebDriverWait(driver, 20).until(condition)


def _all(driver, selector):
    return driver.find_elements("css selector", selector)


@pytest.fixture
def clean(driver):
    """What a test opens must leave no error in the console."""
    driver.get("about:blank")
    driver.get_log("browser")
    yield driver
    assert driver.get_log("browser") == []


def test_our_page_draws_each_line(clean, address):
    clean.get(f"{address}/{NAME}")
    boxes = [chart.rect for chart in _all(clean, "svg")]
    assert len(boxes) == 3
    assert all(box["width"] > 200 and box["height"] > 100 for box in boxes)
    lengths = clean.execute_script(
        "return Array.from(document.querySelectorAll('polyline')).map(x => x.getTotalLength())"
    )
    assert len(lengths) == 3
    assert all(length > 100 for length in lengths)
    hints = clean.execute_script(
        "return Array.from(document.querySelectorAll('circle > title')).map(x => x.textContent)"
    )
    assert sum(SUBJECTS[1] in hint for hint in hints) == 3
    assert sum("regression: " in hint for hint in hints) == 2
    # All that a chart shows lies within it.
    for circle in _all(clean, "circle"):
        box = circle.find_element("xpath", "ancestor::*[name()='svg']").rect
        assert box["x"] <= circle.rect["x"] <= box["x"] + box["width"]
        assert box["y"] <= circle.rect["y"] <= box["y"] + box["height"]


def test_links_of_our_page_lead_somewhere(clean, address):
    clean.get(f"{address}/{NAME}")
    within = [link.get_dom_attribute("href") for link in _all(clean, "a[href^='#']")]
    assert within
    for target in within:
        assert _all(clean, f"[id='{target[1:]}']"), target
    _all(clean, "nav a")[1].click()
    _wait(clean, lambda driver: driver.execute_script(PAINTED) > 0)
    # And back, by asv's menu, in which our page is the first.
    first = _all(clean, "#nav li a[href]:not([target])")[0]
    assert first.text == TITLE
    first.click()
    _wait(clean, lambda driver: _all(driver, "svg"))


def test_asvs_grid_list_and_graphs_are_drawn(clean, address):
    clean.get(f"{address}/index.html")
    _wait(clean, lambda driver: driver.execute_script(PAINTED) >= 2)
    clean.get(f"{address}/index.html#/summarylist")
    _wait(clean, lambda driver: _all(driver, "#summarylist-body tbody tr"))
    clean.get(f"{address}/index.html#{FORESTS}")
    _wait(clean, lambda driver: driver.execute_script(PAINTED) >= 2)
    clean.get("about:blank")
    clean.get(f"{address}/index.html#/regressions")
    # asv lays the table out twice.
    text = 'return document.getElementById("regressions-body").innerText'
    step = re.compile(r"forests\.Compute\.time_compute.*web.*1\.50x", re.DOTALL)
    _wait(clean, lambda driver: step.search(driver.execute_script(text)))
