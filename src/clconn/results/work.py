"""How much work an algorithm on a device was, in rounds and kernel launches."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Work"]


@dataclass(frozen=True)
class Work:
    """The depth, the rounds and the kernel launches of a run.

    Attributes
    ----------
    depth : int
        Iterations of the algorithm: the recursion depth of one that divides and conquers. Zero
        for an algorithm without iterations.
    rounds : int
        Rounds of searches and of propagation in all iterations together.
    launches : int
        Kernels that the host launched.
    """

    depth: int
    rounds: int
    launches: int
