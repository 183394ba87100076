"""Optional libraries: a test without one is skipped, unless a session says that it has it."""

import importlib
import os

import pytest

REQUIRED = os.environ.get("CLCONN_TEST_LIBRARIES", "").split(",")
"""Their tests must not be skipped; `nox -s frames` names all."""


def library(name):
    """Return a library's module, or skip the test."""
    if name in REQUIRED:
        return importlib.import_module(name)
    return pytest.importorskip(name)
