"""The problems, as the library's records have them, and what tests do with all of them."""

from __future__ import annotations

from typing import Any, NoReturn

from clconn.errors import BackendUnavailableError
from clconn.problems import PROBLEMS, Problem

__all__ = ["COMMANDS", "PROBLEMS", "Problem", "take_devices_away"]

COMMANDS = {problem.command: problem for problem in PROBLEMS.values()}
"""Each problem by its command."""


def take_devices_away(monkeypatch: Any, why: str = "no device here") -> None:
    """Let every problem find no usable OpenCL device, and need one for a graph of any size."""

    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise BackendUnavailableError(why)

    monkeypatch.setattr("clconn.opencl_backend.plan.run.solve", refuse)
    for limit in ("SMALL", "SMALL_ONCE"):
        monkeypatch.setattr(f"clconn.dispatch.{limit}", -1)
