"""How many launches flatten long paths, where the host cannot know how long they are."""

from __future__ import annotations

__all__ = ["PATIENCE", "STRIDE", "rounds_of_long_paths"]

PATIENCE = 32
"""As in ``find.h``."""

STRIDE = 8
"""Entries of a path that a vertex goes up in a round."""


def rounds_of_long_paths(length: int, stride: int) -> int:
    """The rounds that flatten any path of which each vertex has taken PATIENCE steps before.

    In each round an entry that is so many steps up gets the one that is ``stride`` entries further,
    each of which is as many steps up at least, or is the root.
    """
    rounds, taken = 0, PATIENCE
    while taken < length:
        rounds, taken = rounds + 1, taken * (1 + stride)
    return rounds
