"""How much work an algorithm on a device was, in rounds."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Work"]


@dataclass(frozen=True)
class Work:
    """The depth and the rounds of a run.

    Attributes
    ----------
    depth : int
        Iterations of the algorithm: the recursion depth of one that divides and conquers.
    rounds : int
        Rounds of searches and of propagation in all iterations together.
    """

    depth: int
    rounds: int
