"""What every plan for strong components returns: the roots, and how much work it was."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import Slot

__all__ = ["COURSE", "DEPTH", "ROOTS", "ROUNDS", "WORK", "WORK_FIELDS", "WORK_SWITCHES", "course"]

ROOTS = Slot()
"""The slot of n int32: the smallest vertex of each vertex's component."""

WORK = Slot()
"""The slot of a few int32, which the first step of a plan clears (``work.cl``)."""

DEPTH, ROUNDS, COURSE = 0, 1, 2
"""The places in it: iterations of the algorithm, rounds of its searches in all, and what two-phase
variants have decided during the run, as the sum of the numbers below."""

WORK_FIELDS = 3

_ENDED, _PAUSED, _WENT_ON, _GAVE_UP = 1, 2, 4, 8

WORK_SWITCHES: dict[str, str | int | None] = {
    "WORK_DEPTH": DEPTH,
    "WORK_ROUNDS": ROUNDS,
    "WORK_COURSE": COURSE,
    "SEARCHES_ENDED": _ENDED,
    "SEARCHES_PAUSED": _PAUSED,
    "SEARCHES_WENT_ON": _WENT_ON,
    "SEARCHES_GAVE_UP": _GAVE_UP,
}
"""The places and the numbers, as ``-D`` switches."""


def course(number: int) -> str:
    """What a two-phase variant decided during a run, in words; empty for any other variant."""
    if number & _ENDED:
        return "two searches found the component of the likeliest vertex"
    if not number & _PAUSED:
        return ""
    words = ["two searches reached few vertices in their first rounds, so chains were cut"]
    if number & _WENT_ON:
        words.append("many vertices were left, so the searches went on")
    if number & _GAVE_UP:
        words.append("signatures took the place of a search that would have taken longer")
    return "; ".join(words)
