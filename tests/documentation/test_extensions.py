"""The site's own extensions: the help of every command, and scripts as notebooks."""

from __future__ import annotations

import importlib.util

import pytest

from clconn.command_line import build_parser
from clconn.generators import FAMILIES
from tests.documentation.pages import DOCS


def _extension(name):
    spec = importlib.util.spec_from_file_location(name, DOCS / "extensions" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_shows_the_help_of_every_command():
    pytest.importorskip("docutils")
    helps = dict(_extension("command_help")._helps("clconn", build_parser()))
    for name in ("clconn", "clconn msf", *(f"clconn generate {family}" for family in FAMILIES)):
        assert helps[name].startswith(f"usage: {name} ")
    assert "--maximum" in helps["clconn msf"]


def test_scripts_become_notebooks_and_those_without_go(tmp_path, monkeypatch):
    pytest.importorskip("jupytext")
    extension = _extension("notebooks")
    monkeypatch.setattr(extension, "SCRIPTS", tmp_path / "scripts")
    monkeypatch.setattr(extension, "NOTEBOOKS", tmp_path / "notebooks")
    extension.SCRIPTS.mkdir()
    extension.NOTEBOOKS.mkdir()
    (extension.NOTEBOOKS / "gone.ipynb").write_text("{}")
    (extension.SCRIPTS / "one.py").write_text("# %% [markdown]\n# # One\n# Text.\n\n# %%\n1 + 1\n")
    extension.make_notebooks(None)
    assert [path.name for path in extension.NOTEBOOKS.iterdir()] == ["one.ipynb"]
    source = [(extension.NOTEBOOKS / "one.ipynb").read_text()]
    extension.offer_files(None, "notebooks/one", source)
    assert "{download}`script <../../examples/notebooks/one.py>`" in source[0]
    assert "{download}" not in (extension.NOTEBOOKS / "one.ipynb").read_text()


def test_links_out_of_the_docs_become_links_within_the_site():
    source = ["[a](../CONTRIBUTING.md#tests) [b](../examples/notebooks/one.py) [c](../src/x.py)"]
    _extension("links_of_the_tree").use_pages(None, "page", source)
    assert source == ["[a](contributing.md#tests) [b](notebooks/one.ipynb) [c](../src/x.py)"]
