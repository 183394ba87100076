"""The page sorts and filters in a real browser, which may load nothing."""

import re

import pytest

from tests.exploration.samples import ROWS, measured, sample
from tests.helpers import browser

ORDER = ["kout/async/halve", "csr/ecl/halve", "csr/ecl/split", "csr/async/naive"]

# What a user does, and what is then to be seen.
ACTIONS = """
<script>
const table = document.getElementById("ranking");
const seen = () => [...table.tBodies[0].rows].filter(row => !row.hidden)
  .map(row => row.cells[1].textContent);
const click = name => [...table.querySelectorAll("button")]
  .find(button => button.textContent === name).click();
const type = text => {
  const input = document.querySelector("input");
  input.value = text;
  input.dispatchEvent(new Event("input"));
};
const say = (name, value) => {
  const line = document.createElement("pre");
  line.textContent = `RESULT ${name}: ${value}`;
  document.body.append(line);
};
say("start", seen());
click("variant"); say("by name", seen());
click("variant"); say("backwards", seen());
click("slowdown"); say("by slowdown", seen());
type("  HALVE kout "); say("filtered", seen());
say("count", document.querySelector("output").textContent);
type("nothing"); say("none", `[${seen()}]`);
type(""); say("all", seen());
document.querySelector('.map td[title^="csr/ecl"]').click(); say("cell", seen());
say("sorted", table.querySelector("[aria-sort]").getAttribute("aria-sort"));
const image = new Image();
image.onerror = () => say("image", "refused");
image.onload = () => say("image", "loaded");
image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
</script></body>
"""


@pytest.fixture
def dump(tmp_path):
    if browser.CHROMIUM is None:
        pytest.skip("no chromium (apt install chromium)")

    def run(text):
        path = tmp_path / "page.html"
        path.write_text(text, encoding="utf-8")
        shown, console = browser.opened(path.as_uri(), tmp_path / "profile")
        # The browser says so when a page is not allowed to load something.
        assert all("Content Security Policy" in line for line in console), console
        return shown

    return run


def test_a_user_sorts_and_filters(dump):
    rows = (*ROWS, measured("csr/async/split", 4200.0))
    text = sample(*rows).to_html("roads.mtx")
    shown = dump(text.replace("</body>", ACTIONS))
    results = dict(re.findall("RESULT ([^:]*): ([^<]*)</pre>", shown))
    order = [*ORDER, "csr/async/split"]
    assert results["start"].split(",") == order
    assert results["by name"].split(",") == sorted(order)
    assert results["backwards"].split(",") == sorted(order, reverse=True)
    # 2.1k is more than 250.
    assert results["by slowdown"].split(",") == order
    assert results["filtered"] == "kout/async/halve"
    assert results["count"] == "1 of 5"
    assert results["none"] == "[]"
    assert results["all"].split(",") == order
    assert results["cell"].split(",") == ["csr/ecl/halve", "csr/ecl/split"]
    assert results["sorted"] == "ascending"
    assert results["image"] == "refused"


def test_without_a_script_the_ranking_is_whole(dump):
    text = sample(*ROWS).to_html()
    shown = dump(re.sub("<script>.*</script>", "", text, flags=re.DOTALL))
    assert '<p class="controls" hidden' in shown
    assert re.findall(r"<td><code>([^<]*)</code>", shown)[:4] == ORDER
