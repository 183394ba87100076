"""The third backend: scipy's own functions, whose answers are made canonical.

scipy is compiled and needs no device. So it answers where opening a device and launching kernels
would take longer than the work itself, and where there is no device. Each module solves one
problem, and takes and returns what the reference of the problem does, without a choice of variant.
"""

from __future__ import annotations

__all__ = ["MOST_ENTRIES", "can_answer"]

MOST_ENTRIES = 2**31 - 2
"""scipy's csgraph counts entries in int32."""


def can_answer(entries: int) -> bool:
    """Whether scipy can take a graph with this number of entries."""
    return entries <= MOST_ENTRIES
