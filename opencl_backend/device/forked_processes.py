"""Refuse to work in a forked child: OpenCL's threads do not survive a fork."""

from __future__ import annotations

import os

from clconn.errors import ForkedProcessError

__all__ = ["check_process"]


def check_process(name: str, process: int) -> None:
    """Raise a ForkedProcessError unless this is the process that opened a device.

    Parameters
    ----------
    name
        The device's name.
    process
        The id of the process that opened it.
    """
    if os.getpid() != process:
        raise ForkedProcessError(
            f"{name} was opened by process {process} and this is its forked child "
            f"{os.getpid()}, where OpenCL hangs; start children with "
            "multiprocessing.get_context('spawn'), or use clconn first in the child"
        )
