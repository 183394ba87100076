"""What a result cost."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Timing"]


@dataclass
class Timing:
    """Seconds that a result cost, apart from each other.

    Attributes
    ----------
    transfer : float
        Getting the graph there: its rows built and symmetrized on the host where they have to be,
        checked, and copied (or mapped); and results back.
    build : float
        Opening the device and compiling kernels; about zero when they were kept.
    compute : float
        The algorithm itself, to the last kernel's end.
    """

    transfer: float = 0.0
    build: float = 0.0
    compute: float = 0.0

    @property
    def total(self) -> float:
        """Sum of the three, in seconds."""
        return self.transfer + self.build + self.compute
