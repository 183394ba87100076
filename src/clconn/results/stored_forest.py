"""A forest that holds the ends and weights of its edges, because its graph is not in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["StoredForest"]


@dataclass(frozen=True)
class StoredForest:
    """The source of a :class:`SpanningForest` or a :class:`MinimumForest` of a stream of edges.

    Attributes
    ----------
    n : int
        Number of vertices.
    ids : numpy.ndarray, shape (k,), int64
        The forest's edges in the order of the stream, ascending.
    sources, targets : numpy.ndarray, shape (k,), int32
        Their ends.
    values : numpy.ndarray, shape (k,), or None
        Their weights, for a minimum spanning forest.
    """

    n: int
    ids: NDArray[np.int64]
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    values: NDArray[Any] | None = None

    def count(self) -> int:
        return self.n - int(self.ids.size)

    def edge_ids(self) -> NDArray[np.int64]:
        return self.ids

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        return self.sources, self.targets

    def weights(self) -> NDArray[Any]:
        assert self.values is not None
        return self.values
