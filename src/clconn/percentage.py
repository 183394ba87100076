"""Percentages for people, which say "100 %" only if nothing is missing."""

from __future__ import annotations

__all__ = ["percentage"]


def percentage(share: float) -> str:
    """Format a share between 0 and 1 with three digits, or as many as tell it from 1.

    Examples
    --------
    >>> percentage(0.8736), percentage(0.9996), percentage(1.0)
    ('87.4 %', '99.96 %', '100 %')
    """
    if share >= 1:
        return "100 %"
    texts = (f"{100 * share:.{digits}g}" for digits in range(3, 17))
    return next((text for text in texts if float(text) < 100), "99.99") + " %"
