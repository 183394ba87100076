"""The counters that the kernels of one run share, in one small buffer (``counters.h``).

Their places are defined here alone and handed to every program as ``-D`` switches. An algorithm
with counters of its own takes places from :func:`own_counters` and hands them to its kernels.
"""

from __future__ import annotations

__all__ = ["CHANGED", "COUNTERS", "COUNTER_SWITCHES", "own_counters"]

_SHARED = (
    "CHANGED",  # whether a round of a loop changed anything
    "LOW_COUNT",  # gathered vertices of low degree, from the front of the worklist
    "MIDDLE_COUNT",  # vertices of middle degree, from the back of the worklist
    "HIGH_COUNT",  # pieces of the rows of high degree
    "MOST_FREQUENT",  # the most frequent label after sampling
    "GROUPS_DONE",  # work-groups that have flattened their vertices after sampling
)

COUNTERS = 16
"""Counters there is room for."""

COUNTER_SWITCHES: dict[str, int] = {
    **{name: place for place, name in enumerate(_SHARED)},
    "COUNTERS": COUNTERS,
}
"""The place of each shared counter, and how many a run's first kernel clears."""

CHANGED = COUNTER_SWITCHES["CHANGED"]
"""Place of the counter that a loop's kernels set when they change anything."""


def own_counters(*names: str) -> dict[str, int]:
    """The places of an algorithm's own counters, behind those that are shared.

    Parameters
    ----------
    *names : str
        As its kernels have them.
    """
    places = {name: len(_SHARED) + place for place, name in enumerate(names)}
    assert max(places.values()) < COUNTERS
    return places
