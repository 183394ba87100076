"""The problems, and of each what the tests of all of them need: the one list of them in tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import clconn
from clconn.errors import BackendUnavailableError


@dataclass(frozen=True)
class Problem:
    """A problem: its name in the table of variants, and where it is solved.

    Attributes
    ----------
    name, command : str
        The table's name, and the command line's.
    function, verify : callable
        The public function, and the verifier of its answers.
    module, on_device : str
        The module and the function that solve it on a device.
    edges : str
        The class in that module whose ``edge_ids`` are the answer; empty if edges are none.
    """

    name: str
    command: str
    function: Callable[..., Any]
    verify: Callable[..., Any]
    module: str
    on_device: str
    edges: str = ""

    def __str__(self) -> str:
        return self.name


PROBLEMS = {
    problem.name: problem
    for problem in (
        Problem(
            "components",
            "components",
            clconn.connected_components,
            clconn.verify.components,
            "clconn.opencl_backend.components.connected_components",
            "connected_components",
        ),
        Problem(
            "forest",
            "forest",
            clconn.spanning_forest,
            clconn.verify.forest,
            "clconn.opencl_backend.spanning_forest.spanning_forest",
            "spanning_forest",
            "DeviceForest",
        ),
        Problem(
            "minimum-forest",
            "msf",
            clconn.minimum_spanning_forest,
            clconn.verify.minimum_forest,
            "clconn.opencl_backend.minimum_forest.minimum_forest",
            "minimum_forest",
            "DeviceMinimumForest",
        ),
    )
}
"""Each problem by its name."""

COMMANDS = {problem.command: problem for problem in PROBLEMS.values()}
"""Each problem by its command."""


def take_devices_away(monkeypatch: Any, problem: str, why: str = "no device here") -> None:
    """Let a problem find no usable OpenCL device."""

    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise BackendUnavailableError(why)

    monkeypatch.setattr(f"{PROBLEMS[problem].module}.{PROBLEMS[problem].on_device}", refuse)
