"""The examples of docstrings: they run, and each public function has one."""

from __future__ import annotations

import doctest
import importlib
import inspect

import pytest

import clconn
from tests.documentation.pages import ROOT

PACKAGES = {
    "src/clconn": "clconn",
    "reference": "clconn.reference",
    "opencl_backend": "clconn.opencl_backend",
}


NEED_PYARROW = ("clconn.distributed.contracted_components",)
"""Modules whose examples make Dask data frames."""


def _modules_with_examples():
    for folder, package in PACKAGES.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            if ">>>" in path.read_text(encoding="utf-8"):
                parts = path.relative_to(ROOT / folder).with_suffix("").parts
                yield ".".join([package, *(part for part in parts if part != "__init__")])


@pytest.mark.usefixtures("any_device", "scratch")
@pytest.mark.parametrize("name", list(_modules_with_examples()))
def test_the_examples_of_a_module_run(name):
    if name in NEED_PYARROW:
        pytest.importorskip("pyarrow")
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried
    assert not failed, "see the captured output"


@pytest.mark.parametrize(
    "module", [clconn, clconn.verify, clconn.streams], ids=lambda m: m.__name__
)
def test_every_public_function_has_an_example(module):
    functions = [getattr(module, name) for name in module.__all__]
    functions = [function for function in functions if inspect.isfunction(function)]
    assert functions
    for function in functions:
        assert ">>>" in (function.__doc__ or ""), f"{function.__name__} has no Examples"
