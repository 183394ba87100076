"""``--device`` and ``--memory-limit``: one device or several, and how much of their memory."""

from __future__ import annotations

import argparse

__all__ = ["add_device_arguments", "devices_of"]

_DEVICE = "OpenCL device: gpu, cpu, 0:1 or part of a name; `clconn devices` lists them"


def add_device_arguments(group: argparse._ArgumentGroup, *, several: bool) -> None:
    """Add ``--device``, and ``--memory-limit`` if a graph may be taken in pieces."""
    more = "; gpus, all or a list such as 0:0,0:1 for several that share out the graph"
    group.add_argument("--device", metavar="SELECTOR", help=_DEVICE + more * several)
    group.set_defaults(memory_limit=None)
    if several:
        group.add_argument(
            "--memory-limit",
            metavar="SIZE",
            help="bytes of each device to plan with, such as 500MB or 2GiB; a graph that needs "
            "more passes through in pieces (default: all of its memory)",
        )


def devices_of(text: str | None) -> str | list[str] | None:
    """Return the selector that was given, or a list of those that commas separate."""
    if text is None or "," not in text:
        return text
    return [selector.strip() for selector in text.split(",")]
