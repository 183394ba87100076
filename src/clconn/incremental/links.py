"""The links of an engine as what a :class:`SpanningForest` gets its arrays from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.incremental.engine import Links

__all__ = ["ForestOfLinks"]


class ForestOfLinks:
    """A spanning forest of n vertices in host memory."""

    def __init__(self, n: int, links: Links) -> None:
        self._n = n
        self._links = links

    def count(self) -> int:
        return self._n - int(self._links.edge_ids.size)

    def edge_ids(self) -> NDArray[np.int64]:
        return self._links.edge_ids

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        return self._links.sources, self._links.targets
