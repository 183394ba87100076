"""A plugin for other libraries' tests: it counts what clconn answers, and where.

Tests that pass although clconn was never asked would prove nothing. At the end it writes the
counts, as one JSON object, to the file that ``COUNTS`` names.
"""

from __future__ import annotations

import collections
import functools
import json
import os
from pathlib import Path
from typing import Any

import pytest

COUNTS: collections.Counter[str] = collections.Counter()


def counting(name: str, function: Any) -> Any:
    """The function, counted."""

    @functools.wraps(function)
    def counted(*args: Any, **kwargs: Any) -> Any:
        COUNTS[name] += 1
        return function(*args, **kwargs)

    return counted


def pytest_configure(config: pytest.Config) -> None:
    """Count the calls of the NetworkX backend, and what runs on a device."""
    from clconn.faces.networkx import backend
    from clconn.faces.networkx.backend_info import FUNCTIONS
    from clconn.opencl_backend.plan import run

    for name in FUNCTIONS:
        setattr(backend, name, counting(name, getattr(backend, name)))
    run.solve = counting("on a device", run.solve)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Give scipy's tests clconn's functions, under the names by which they know scipy's."""
    from clconn import csgraph

    for module in {item.module for item in items}:
        if module.__name__.startswith("scipy.sparse.csgraph"):
            if hasattr(module, "csgraph"):
                module.csgraph = csgraph
            for function in csgraph._OURS:
                if hasattr(module, function.__name__):
                    setattr(module, function.__name__, function)


def pytest_sessionfinish() -> None:
    """Write the counts."""
    Path(os.environ["COUNTS"]).write_text(json.dumps(COUNTS))
