"""Minimum spanning forests: the edges, their weights, and exact sums of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from clconn.results.spanning_forest import ForestSource, SpanningForest

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MinimumForest", "MinimumForestSource"]


class MinimumForestSource(ForestSource, Protocol):
    """Where the edges of a :class:`MinimumForest` come from."""

    def weights(self) -> NDArray[Any]: ...


def _is_exact(weights: NDArray[Any]) -> bool:
    return weights.dtype.kind in "biu"


def _sum_of_weights(weights: NDArray[Any]) -> int | float:
    if _is_exact(weights):
        return int(sum(weights.tolist()))
    try:
        return math.fsum(weights.tolist())
    except (OverflowError, ValueError):
        # Beyond the largest float, or infinities of both signs: what a sum in any order makes
        # of them, unless it leaves the range in between and comes back.
        with np.errstate(over="ignore", invalid="ignore"):
            return float(weights.sum(dtype=np.longdouble))


class MinimumForest(SpanningForest):
    """The minimum spanning forest of a graph, or its maximum spanning forest.

    There is one: of edges that weigh the same, the first comes first.

    Attributes
    ----------
    maximum : bool
        Whether it is the heaviest forest.
    n, count, variant, options, reason, backend, device, timing
        As for :class:`SpanningForest`.
    """

    _parts = ("count", "edge_ids", "edges", "weights")
    _source: MinimumForestSource

    def __init__(self, n: int, source: Any, *, maximum: bool = False, **about: Any) -> None:
        super().__init__(n, source, **about)
        self.maximum = maximum

    @property
    def weights(self) -> NDArray[Any]:
        """The weights of the edges, shape (n - count,), of the graph's type, as ``edge_ids``.

        Ones, int64, if the graph has no weights.
        """
        return self._keep("weights")  # type: ignore[no-any-return]

    @property
    def total_weight(self) -> int | float:
        """The sum of the weights: an int, exact, or a float, rounded once.

        Integers do not overflow. Floats beyond the largest one are infinite; infinities of
        both signs are NaN together.
        """
        return _sum_of_weights(self.weights)

    def tree_sizes(self) -> NDArray[np.int64]:
        """Vertices in each tree.

        Returns
        -------
        numpy.ndarray, shape (count,), int64
            In the order of the trees' smallest vertices, as
            :meth:`Components.sizes`; a tree of k vertices has k - 1 edges.
        """
        return np.bincount(self._labels(), minlength=self.count).astype(np.int64)

    def tree_weights(self) -> NDArray[Any]:
        """The sum of the weights of each tree.

        Returns
        -------
        numpy.ndarray, shape (count,), object or float64
            In the order of the trees' smallest vertices, each as :attr:`total_weight`: Python
            integers, or floats.
        """
        trees = self._labels()[self.edges[0]]
        sums = np.zeros(self.count, dtype=object if _is_exact(self.weights) else np.float64)
        order = np.argsort(trees, kind="stable")
        with_edges, first = np.unique(trees[order], return_index=True)
        parts = np.split(self.weights[order], first[1:])
        for tree, part in zip(with_edges.tolist(), parts, strict=False):
            sums[tree] = _sum_of_weights(part)
        return sums

    def _labels(self) -> NDArray[np.int32]:
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        # scipy's labels come in the order of the smallest vertices.
        sources, targets = self.edges
        ones = np.ones(sources.size, dtype=np.int8)
        matrix = coo_array((ones, (sources, targets)), shape=(self.n, self.n))
        labels: NDArray[np.int32] = connected_components(matrix, directed=False)[1]
        return labels
