"""The result of a minimum spanning forest: edges, weights, and exact sums of weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from clconn.results.exact_sums import exact_sum
from clconn.results.spanning_forest import ForestSource, SpanningForest

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MinimumForest", "MinimumForestSource"]


class MinimumForestSource(ForestSource, Protocol):
    """The source of the edges of a :class:`MinimumForest`."""

    def weights(self) -> NDArray[Any]: ...


class MinimumForest(SpanningForest):
    """The minimum spanning forest of a graph, or its maximum spanning forest.

    :func:`clconn.minimum_spanning_forest` returns it. It is unique: the edge id decides
    between edges of equal weight.

    Attributes
    ----------
    maximum : bool
        Whether this is the maximum spanning forest.
    n, nodes, count, variant, options, reason, backend, device, timing
        As for :class:`SpanningForest`.

    See Also
    --------
    clconn.verify.minimum_forest : Check a result.
    """

    _parts = ("count", "edge_ids", "edges", "weights")
    _source: MinimumForestSource

    def __init__(self, n: int, source: Any, *, maximum: bool = False, **about: Any) -> None:
        super().__init__(n, source, **about)
        self.maximum = maximum

    @property
    def weights(self) -> NDArray[Any]:
        """Weights of ``edge_ids``, shape (n - count,), in the dtype of the graph's weights.

        A graph without weights gives ones, int64.
        """
        return self._fetch("weights")  # type: ignore[no-any-return]

    @property
    def total_weight(self) -> int | float:
        """Sum of the weights: an exact int if all are integers, or else a float rounded once.

        Integers do not overflow. A sum beyond the largest float is infinite; a sum of
        infinities of both signs is NaN. Without weights it is the number of edges of the forest.
        """
        return exact_sum(self.weights)

    def tree_weights(self) -> NDArray[Any]:
        """Return the sum of the weights of each tree.

        Returns
        -------
        numpy.ndarray, shape (count,), object or float64
            In the order of the trees' smallest vertices. Each sum is computed like
            :attr:`total_weight`: a Python integer or a float.
        """
        trees = self.labels[self.edges[0]]
        sums = np.zeros(self.count, np.float64 if self.weights.dtype.kind == "f" else object)
        order = np.argsort(trees, kind="stable")
        with_edges, first = np.unique(trees[order], return_index=True)
        parts = np.split(self.weights[order], first[1:])
        for tree, part in zip(with_edges.tolist(), parts, strict=False):
            sums[tree] = exact_sum(part)
        return sums

    def _columns(self) -> dict[str, Any]:
        return {**super()._columns(), "weight": self.weights}

    def _facts(self) -> list[tuple[str, object]]:
        return [*super()._facts(), ("maximum", "yes" if self.maximum else "")]

    def _edge_values(self) -> NDArray[Any]:
        # scipy has no matrices of 16-bit floats.
        return self.weights.astype(np.float32) if self.weights.dtype == np.float16 else self.weights
