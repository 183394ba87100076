"""The result of a spanning forest: the edges of a tree for each component."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from clconn.results.result import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["ForestSource", "HostForest", "SpanningForest", "forest_weights"]


class ForestSource(Protocol):
    """The source of the edges of a :class:`SpanningForest`: the host or a device."""

    def count(self) -> int: ...
    def edge_ids(self) -> NDArray[np.int64]: ...
    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...


def forest_weights(graph: Graph, edge_ids: NDArray[np.int64]) -> NDArray[Any]:
    """Return the weights of the given edges, or ones if the graph has no weights."""
    if graph.weights is None:
        return np.ones(edge_ids.size, dtype=np.int64)
    return graph.weights[edge_ids]


class HostForest:
    """A forest whose edge ids are in host memory."""

    def __init__(self, graph: Graph, edge_ids: NDArray[np.int64]) -> None:
        self._graph = graph
        self._edge_ids = edge_ids

    def count(self) -> int:
        return self._graph.n - int(self._edge_ids.size)

    def edge_ids(self) -> NDArray[np.int64]:
        return self._edge_ids

    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        sources, targets = self._graph.edges()
        return sources[self._edge_ids], targets[self._edge_ids]

    def weights(self) -> NDArray[Any]:
        return forest_weights(self._graph, self._edge_ids)


class SpanningForest(Result):
    """A spanning forest of a graph: one tree for each connected component.

    :func:`clconn.spanning_forest` returns it. A graph has many spanning forests; the
    variant, the device and the run decide which one this is. The arrays are cached as
    in :class:`Components`.

    Attributes
    ----------
    count : int
        Number of trees, which equals the number of components. An isolated vertex is a tree.
    n, variant, options, reason, backend, device, timing
        As for :class:`Components`.

    See Also
    --------
    clconn.verify.forest : Check a result.
    """

    _parts: ClassVar[tuple[str, ...]] = ("count", "edge_ids", "edges")
    _source: ForestSource

    @property
    def edge_ids(self) -> NDArray[np.int64]:
        """Ids of the edges in the user's numbering, ascending, shape (n - count,), int64."""
        return self._fetch("edge_ids")  # type: ignore[no-any-return]

    @property
    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Sources and targets of ``edge_ids``, each of shape (n - count,), int32."""
        return self._fetch("edges")  # type: ignore[no-any-return]

    @property
    def on_device(self) -> Any:
        """The edge ids as a pyopencl array, without a copy to the host.

        Returns
        -------
        object
            With the attribute ``edge_ids``, a ``pyopencl.array.Array`` of shape
            (n - count,): int32, or int64 from 2**31 edges on.

        Raises
        ------
        AttributeError
            If the result is on the host, because the reference or scipy computed it.
        """
        return self._on_device(".edge_ids")
