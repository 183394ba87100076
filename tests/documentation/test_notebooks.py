"""The example notebooks run as what they are: Python scripts, which draw figures."""

from __future__ import annotations

import re
import runpy

import pytest

from tests.documentation.pages import DOCS, ROOT

SCRIPTS = sorted((ROOT / "examples" / "notebooks").glob("*.py"))
CELL = re.compile(r"^# %%(?P<kind> \[markdown\])?$", re.MULTILINE)


@pytest.mark.usefixtures("any_device", "scratch")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_draws(script, monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    pytest.importorskip("networkx")
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    shown = []
    monkeypatch.setattr(plt, "show", lambda: shown.extend(plt.get_fignums()) or plt.close("all"))
    runpy.run_path(str(script), run_name="__main__")
    assert shown, "it shows no figure"
    assert capsys.readouterr().out


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_notebook_begins_with_a_title_and_tells_a_story(script):
    text = script.read_text(encoding="utf-8")
    cells = [match["kind"] is not None for match in CELL.finditer(text)]
    assert cells.count(True) >= 5
    assert cells.count(False) >= 5
    first = text.split("# %% [markdown]\n", 1)[1]
    assert first.startswith("# # ")


def test_every_notebook_is_a_page_of_the_site():
    shown = re.findall(r"^notebooks/(\w+)$", (DOCS / "examples.md").read_text(), re.MULTILINE)
    assert sorted(shown) == [path.stem for path in SCRIPTS]
