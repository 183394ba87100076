"""Python code in a process of its own, with a time limit: a hang is a failure, not a wait."""

from __future__ import annotations

import os
import subprocess
import sys


def run_in_child(
    code: str, device: object = None, *, seconds: float = 100, **environment: str | None
) -> str:
    """Run code and return what it printed; None takes a variable out of the environment.

    A device is named to the child as the default one.
    """
    variables = {**os.environ, **environment}
    if device is not None:
        from clconn.opencl_backend.device.devices import selector_of

        variables["PYOPENCL_CTX"] = selector_of(device)
    child = subprocess.run(
        [sys.executable, "-c", code],
        env={name: value for name, value in variables.items() if value is not None},
        capture_output=True, text=True, timeout=seconds, check=False,
    )  # fmt: skip
    assert child.returncode == 0, child.stderr
    return child.stdout
