"""NetworkX with clconn as a backend, whether or not the installation has entry points."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from tests.faces.entry_points import entry_points_of_the_project


@pytest.fixture
def networkx(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """NetworkX, in which ``backend="clconn"`` works and no warning about its cache comes."""
    networkx = pytest.importorskip("networkx", minversion="3.5")
    backends = networkx.utils.backends
    values = entry_points_of_the_project()
    group = "networkx.backend_info"
    info = EntryPoint("clconn", values[group]["clconn"], group).load()()
    group = "networkx.backends"
    monkeypatch.setitem(
        backends.backends, "clconn", EntryPoint("clconn", values[group]["clconn"], group)
    )
    monkeypatch.setitem(backends.backend_info, "clconn", info)
    configuration = networkx.utils.Config
    own = configuration(**info["default_config"])
    others = {**networkx.config.backends, "clconn": own}
    monkeypatch.setattr(
        backends._dispatchable,
        "__call__",
        backends._dispatchable._call_if_any_backends_installed,
    )
    with networkx.config(backends=configuration(**others), warnings_to_ignore={"cache"}):
        yield networkx
