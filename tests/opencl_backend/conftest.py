"""A context that the tests of a file share, so that each program is built once for all of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.queues import queue_on


@pytest.fixture(scope="module")
def programs(device: Any) -> Any:
    """A runtime that keeps what is built in its context, where tests have runtimes of their own."""
    from clconn.opencl_backend.device.runtime import Runtime

    return Runtime(queue_on(device))


@pytest.fixture
def contracts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Contract directed graphs after the first round of signatures."""
    from clconn.opencl_backend.strong_components import contraction

    monkeypatch.setattr(contraction, "SHALLOW_WORK", 0)
    monkeypatch.setattr(contraction, "FEWEST_ROUNDS", 1)
