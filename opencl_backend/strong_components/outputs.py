"""What every plan for strong components returns: the roots, and how much work it was."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import Slot

__all__ = ["DEPTH", "ROOTS", "ROUNDS", "WORK", "WORK_FIELDS", "WORK_SWITCHES"]

ROOTS = Slot()
"""The slot of n int32: the smallest vertex of each vertex's component."""

WORK = Slot()
"""The slot of a few int32, which the first step of a plan clears (``work.cl``)."""

DEPTH, ROUNDS = 0, 1
"""The places in it: iterations of the algorithm, and rounds of its searches in all."""

WORK_FIELDS = 2

WORK_SWITCHES: dict[str, str | int | None] = {"WORK_DEPTH": DEPTH, "WORK_ROUNDS": ROUNDS}
"""The places, as ``-D`` switches."""
