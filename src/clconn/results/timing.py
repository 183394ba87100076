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
        Opening the device and compiling kernels; about zero if both are cached. For
        ``variant="measured"``, before anything was measured on a graph, also the runs on trial.
    compute : float
        Running the algorithm, up to the end of the last kernel.
    pieces : int
        Number of pieces in which the graph passed through the devices; 0 if it was on one as a
        whole. Kernels work on a piece while the next one is on its way: `transfer` is then the
        time until the last piece had left the host, and `compute` what came after that, so that
        both add up to the time on the clock. For minimum spanning forests, whose pieces are
        not overlapped, both are those of the device that took longest.
    """

    transfer: float = 0.0
    build: float = 0.0
    compute: float = 0.0
    pieces: int = 0

    @property
    def total(self) -> float:
        """Sum of the three times, in seconds."""
        return self.transfer + self.build + self.compute
