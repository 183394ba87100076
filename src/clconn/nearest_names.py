"""The known names that are nearest to an unknown one, for messages.

The parts of a name between slashes are compared one by one, too, since a variant is often named by
one of them alone. What is like no known name gets no proposal: a wrong one costs more than none.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import combinations

__all__ = ["did_you_mean", "nearest_names"]

LEAST_LIKENESS = 0.6
"""The ratio of :mod:`difflib` from which on two names are like each other, as in its functions."""

AS_NEAR = 0.02
"""Names whose likeness is below the greatest by this much are as good."""

MOST_NAMES = 3
LONGEST_NAME = 100
"""Characters of a name that are compared, so that no text takes long."""


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """Return a question and a blank, or nothing if no known name is near."""
    *others, last = [repr(each) for each in nearest_names(str(name), known)] or [""]
    if not last:
        return ""
    return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}? "


def nearest_names(name: str, known: Iterable[str]) -> list[str]:
    """Return the names that are most like another one, at most three, in their own order."""
    likeness = {each: _likeness(name[:LONGEST_NAME].lower(), each.lower()) for each in known}
    best = max(likeness.values(), default=0.0)
    if best < LEAST_LIKENESS:
        return []
    return [each for each, value in likeness.items() if value >= best - AS_NEAR][:MOST_NAMES]


def _likeness(name: str, known: str) -> float:
    """Return how like two names are, as a whole or in those parts that the first one has."""
    greatest = _ratio(name, known)
    parts, known_parts = name.split("/"), known.split("/")
    if len(parts) < len(known_parts):
        for chosen in combinations(known_parts, len(parts)):
            ratios = [_ratio(*pair) for pair in zip(parts, chosen, strict=True)]
            if min(ratios) >= LEAST_LIKENESS:
                greatest = max(greatest, sum(ratios) / len(ratios))
    return greatest


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
