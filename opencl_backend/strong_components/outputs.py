"""What every plan for strong components returns: the roots, and how much work it was."""

from __future__ import annotations

from collections.abc import Sequence

from clconn.opencl_backend.device.launches import Launch, Slot
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = [
    "CONTRACTED",
    "COURSE",
    "DEPTH",
    "ONE_CORE",
    "ROOTS",
    "ROUNDS",
    "SHORTCUT",
    "SHORTENED",
    "WORK",
    "WORK_FIELDS",
    "WORK_SWITCHES",
    "clear_work",
    "course",
    "note_course",
]

ROOTS = Slot()
"""The slot of n int32: the smallest vertex of each vertex's component."""

WORK = Slot()
"""The slot of a few int32, which the first step of a plan clears."""

DEPTH, ROUNDS, COURSE = 0, 1, 2
"""The places in it: iterations of the algorithm, rounds of its searches in all, and what a variant
has decided during the run, as the sum of the numbers below."""

WORK_FIELDS = 3

_ENDED, _PAUSED, _WENT_ON, _GAVE_UP, _CUT = 1, 2, 4, 8, 32
CONTRACTED, ONE_CORE, SHORTENED, SHORTCUT = 16, 64, 128, 256
"""Those that the host decides."""

WORK_SWITCHES: dict[str, str | int | None] = {
    "WORK_FIELDS": WORK_FIELDS,
    "WORK_DEPTH": DEPTH,
    "WORK_ROUNDS": ROUNDS,
    "WORK_COURSE": COURSE,
    "SEARCHES_ENDED": _ENDED,
    "SEARCHES_PAUSED": _PAUSED,
    "SEARCHES_WENT_ON": _WENT_ON,
    "SEARCHES_GAVE_UP": _GAVE_UP,
    "CHAINS_CUT": _CUT,
}
"""The places and the numbers that kernels note, as ``-D`` switches."""


def clear_work(builder: PlanBuilder) -> Launch:
    """What a plan begins with, unless its first kernel does it."""
    return builder.launch("work", "clear_work", WORK_FIELDS, WORK, **WORK_SWITCHES)


def note_course(builder: PlanBuilder, bits: int) -> Launch:
    """Note what the host has decided."""
    return builder.launch("work", "note_course", 1, WORK, bits, **WORK_SWITCHES)


def course(work: Sequence[int]) -> str:
    """What a variant decided during a run, in words; empty for one that decides nothing.

    Searches that begin anywhere go a round or more before they end. They begin nowhere in a graph
    without arcs, among others.
    """
    number = work[COURSE]
    ended = "two searches found the component of the likeliest vertex"
    if not work[ROUNDS]:
        ended = "no vertex has both a predecessor and a successor, so nothing was searched"
        if number & CONTRACTED:  # that is so of what was left
            number &= ~_ENDED
    words = {
        _ENDED: ended,
        _PAUSED: "two searches reached few vertices in their first rounds",
        _CUT: "chains were cut",
        _WENT_ON: "many vertices were left, so the searches went on",
        _GAVE_UP: "a search that would have taken longer was given up",
        SHORTENED: "non-branching paths were shortened",
        CONTRACTED: "what is connected nearby was contracted",
        SHORTCUT: "shortcuts were added",
        ONE_CORE: "one core of the host did the rest",
    }
    return "; ".join(words[bit] for bit in words if number & bit)
