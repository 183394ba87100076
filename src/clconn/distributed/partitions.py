"""The edges of a partition, in the one form that all functions of a cluster share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["EdgeBlock"]


@dataclass(frozen=True)
class EdgeBlock:
    """The edges of a partition, on the worker that has read them.

    Attributes
    ----------
    sources, targets : numpy.ndarray, shape (m,), int64
        Vertices 0..n-1, or any integers if they are names.
    weights : numpy.ndarray, shape (m,), or None
    first_id : int
        Number of edges in the partitions before this one.
    """

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]
    weights: NDArray[Any] | None = None
    first_id: int = 0

    def __len__(self) -> int:
        return int(self.sources.size)
