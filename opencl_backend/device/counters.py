"""The counters that the kernels of one run share, in one small buffer (``counters.h``).

Only this module defines their places; every program receives them as ``-D`` switches. An algorithm
with its own counters takes places from :func:`own_counters` and passes them to its kernels.
"""

from __future__ import annotations

__all__ = ["CHANGED", "COUNTERS", "COUNTER_SWITCHES", "own_counters"]

_SHARED = (
    "CHANGED",  # whether a round of a loop changed anything
    "LOW_COUNT",  # gathered vertices of low degree, from the front of the worklist
    "MIDDLE_COUNT",  # gathered vertices of middle degree, from the back of the worklist
    "HIGH_COUNT",  # pieces of the rows of high degree
    "MOST_FREQUENT",  # the most frequent label after sampling
    "GAVE_UP",  # whether an edge was left for later (given_up_edge.h)
)

COUNTERS = 16
"""The number of counters that the buffer has room for."""

COUNTER_SWITCHES: dict[str, int] = {
    **{name: place for place, name in enumerate(_SHARED)},
    "COUNTERS": COUNTERS,
}
"""The place of each shared counter, and the number of counters that a run's first kernel clears."""

CHANGED = COUNTER_SWITCHES["CHANGED"]
"""The place of the counter that a loop's kernels set when they change anything."""


def own_counters(*names: str) -> dict[str, int]:
    """The places of an algorithm's own counters, after the shared ones.

    Parameters
    ----------
    *names
        The names that its kernels use.
    """
    places = {name: len(_SHARED) + place for place, name in enumerate(names)}
    assert max(places.values()) < COUNTERS
    return places
