"""Forests whose arrays stay on the workers, in chunks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from clconn.distributed.partial_forests import edge_ids_of_keys
from clconn.distributed.reports import Report
from clconn.distributed.results_on_cluster import ResultOnCluster, array_of_chunks
from clconn.distributed.weights import joined_weights
from clconn.errors import GraphError
from clconn.exact_weights import representative_weights
from clconn.results import MinimumForest, SpanningForest, Timing
from clconn.results.exact_sums import exact_terms, sum_of_numbers
from clconn.results.result import Result

if TYPE_CHECKING:
    from distributed import Client
    from numpy.typing import NDArray

    from clconn.distributed.contraction.forest_partition import ChosenEdges

__all__ = ["ForestArrays", "ForestOnCluster", "MinimumForestOnCluster", "arrays_on_cluster"]


@dataclass(frozen=True, repr=False)
class ForestOnCluster(ResultOnCluster):
    """A spanning forest whose arrays are Dask arrays, in chunks on the workers.

    Attributes
    ----------
    n, count : int
        Number of vertices and of trees.
    edge_ids : dask.array.Array, shape (n - count,), int64
        As in :class:`clconn.SpanningForest`, ascending.
    edges : tuple of two dask.array.Array, shape (n - count,), int64
        Sources and targets of ``edge_ids``: numbers of vertices, or their names if they have any.
    report : Report
        What the call took.
    variant, options, reason, backend, device, timing
        As in :class:`clconn.SpanningForest`.
    is_on_cluster : bool
        True, where :class:`clconn.SpanningForest` has False.
    """

    nodes: ClassVar[None] = None
    _on_host: ClassVar[type[Result]] = SpanningForest
    _arrays: ClassVar[str] = "edge_ids, edges"

    n: int
    count: int
    edge_ids: Any
    edges: tuple[Any, Any]
    report: Report
    variant: str
    options: Mapping[str, Any]
    reason: str
    backend: str
    device: str
    timing: Timing

    def to_frame(self) -> Any:
        """Return a Dask data frame with a row for each edge, in the columns of the arrays.

        Returns
        -------
        dask.dataframe.DataFrame
            With ``source`` and ``target``; of a minimum forest also ``weight``.
        """
        import dask.dataframe

        columns = [
            dask.dataframe.from_dask_array(column, columns=name)
            for name, column in self._columns().items()
        ]
        return dask.dataframe.concat(columns, axis=1)

    def _columns(self) -> dict[str, Any]:
        return dict(zip(("source", "target"), self.edges, strict=True))


@dataclass(frozen=True, repr=False)
class MinimumForestOnCluster(ForestOnCluster):
    """A minimum spanning forest whose arrays are Dask arrays, in chunks on the workers.

    Attributes
    ----------
    weights : dask.array.Array, shape (n - count,)
        Weights of ``edge_ids``, each exactly; ones, int64, if the edges have none.
    maximum : bool
        Whether this is the maximum spanning forest.
    n, count, edge_ids, edges, report, variant, options, reason, backend, device, timing
        As in :class:`ForestOnCluster`.
    """

    _on_host: ClassVar[type[Result]] = MinimumForest
    _arrays: ClassVar[str] = "edge_ids, edges, weights"

    weights: Any
    maximum: bool

    @property
    def total_weight(self) -> int | float:
        """Sum of the weights, as exact as that of :class:`clconn.MinimumForest`."""
        import dask

        terms = [dask.delayed(exact_terms)(chunk) for chunk in self.weights.to_delayed()]
        return sum_of_numbers([term for part in dask.compute(*terms) for term in part])

    def _columns(self) -> dict[str, Any]:
        return {**super()._columns(), "weight": self.weights}


@dataclass(frozen=True)
class ForestArrays:
    """The arrays of a forest that stays on the workers, with what results call them."""

    n: int
    edge_ids: Any
    edges: tuple[Any, Any]
    weights: Any

    def spanning_forest(self, report: Report, facts: Mapping[str, Any]) -> ForestOnCluster:
        """Return the result of a spanning forest."""
        return ForestOnCluster(*self._own(), report, **facts)

    def minimum_forest(
        self, report: Report, facts: Mapping[str, Any], maximum: bool
    ) -> MinimumForestOnCluster:
        """Return the result of a minimum forest."""
        facts = {**facts, "weights": self.weights, "maximum": maximum}
        return MinimumForestOnCluster(*self._own(), report, **facts)

    def _own(self) -> tuple[int, int, Any, tuple[Any, Any]]:
        return self.n, self.n - self.edge_ids.shape[0], self.edge_ids, self.edges


def arrays_on_cluster(
    client: Client,
    n: int,
    edges: Sequence[Any],
    sizes: Sequence[int],
    counts: Sequence[int],
    filled: Sequence[int],
) -> ForestArrays:
    """Return Dask arrays of what was chosen of each partition.

    Parameters
    ----------
    edges : futures of ChosenEdges
    sizes, counts : sequence of int
        How many edges were chosen of each partition, and how many it has.
    filled : sequence of int
        The partitions whose weights have a say in the type of all.
    """

    def array(dtype: Any, function: Any, *more: Any) -> Any:
        chunks = [client.submit(function, each, *more, pure=False) for each in edges]
        return array_of_chunks(chunks, sizes, dtype)

    few = client.gather([client.submit(_few_weights, edges[place], pure=False) for place in filled])
    dtype = _common_type(few)
    return ForestArrays(
        n,
        array(np.int64, _edge_ids, list(counts)),
        (array(np.int64, attrgetter("sources")), array(np.int64, attrgetter("targets"))),
        array(dtype, _weights, dtype),
    )


def _few_weights(edges: ChosenEdges) -> NDArray[Any] | None:
    return None if edges.weights is None else representative_weights(edges.weights)


def _common_type(weights: Sequence[NDArray[Any] | None]) -> Any:
    """Return the type that these weights have as one array on the client, or else objects."""
    try:
        joined = joined_weights(weights)
    except GraphError:  # integers beside long doubles that would round them
        return np.dtype(object)
    return np.dtype(np.int64) if joined is None else joined.dtype


def _edge_ids(edges: ChosenEdges, counts: Sequence[int]) -> NDArray[np.int64]:
    return edge_ids_of_keys(edges.keys, counts)


def _weights(edges: ChosenEdges, dtype: Any) -> NDArray[Any]:
    if edges.weights is None:
        return np.ones(len(edges), dtype)
    return edges.weights.astype(dtype)
