"""The times that a result took."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Timing"]


@dataclass
class Timing:
    """The times that a result took, in seconds, step by step.

    Attributes
    ----------
    transfer : float
        Building, symmetrizing and checking the rows where necessary, copying (or mapping) them to
        the device, and copying results back.
    build : float
        Opening the device and compiling kernels; about zero if both are cached.
    compute : float
        Running the algorithm, up to the end of the last kernel.
    """

    transfer: float = 0.0
    build: float = 0.0
    compute: float = 0.0

    @property
    def total(self) -> float:
        """Sum of the three times, in seconds."""
        return self.transfer + self.build + self.compute
