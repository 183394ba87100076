"""The result of a verifier."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Verification"]


@dataclass(frozen=True)
class Verification:
    """The verdict on an answer; true in a condition if the answer is right.

    Attributes
    ----------
    ok : bool
        Whether the answer is right.
    message : str
        A summary of what was verified, or the first error and its place.

    Examples
    --------
    >>> bool(Verification(False, "edge 3 joins vertex 1 (label 0) and vertex 2 (label 1)"))
    False
    """

    ok: bool
    message: str

    def __bool__(self) -> bool:
        return self.ok
