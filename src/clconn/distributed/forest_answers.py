"""The forest of a whole graph, as it comes to the client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.partial_forests import PartialForest, edge_ids_of_keys
from clconn.distributed.reports import Report

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["GatheredForest", "whole_forest"]


def whole_forest(forest: PartialForest) -> PartialForest:
    """Return the last forest, which is the answer."""
    return forest


class GatheredForest:
    """A forest in host memory, with its ends and weights, but without the graph.

    Parameters
    ----------
    forest : PartialForest
    report : Report
        Which tells how many edges each partition has.
    """

    def __init__(self, forest: PartialForest, report: Report) -> None:
        counts = [task.edges for task in report.tasks if task.level == 0]
        assert forest.keys is not None
        self._n = forest.n
        self._edge_ids = edge_ids_of_keys(forest.keys, counts)
        self._ends = forest.sources, forest.targets
        self._weights = forest.weights
        report.answer_bytes = forest.nbytes

    def count(self) -> int:
        return self._n - int(self._edge_ids.size)

    def edge_ids(self) -> NDArray[np.int64]:
        return self._edge_ids

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        return self._ends

    def weights(self) -> NDArray[Any]:
        if self._weights is None:
            return np.ones(self._edge_ids.size, dtype=np.int64)
        return self._weights
