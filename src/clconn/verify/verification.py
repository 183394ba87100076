"""What a verifier returns."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Verification"]


@dataclass(frozen=True)
class Verification:
    """Whether an answer is right; true or false in a condition.

    Attributes
    ----------
    ok : bool
        Whether it is.
    message : str
        What was verified, or the first thing that is wrong and where.

    Examples
    --------
    >>> bool(Verification(False, "edge 3 joins vertex 1 (label 0) and vertex 2 (label 1)"))
    False
    """

    ok: bool
    message: str

    def __bool__(self) -> bool:
        return self.ok
