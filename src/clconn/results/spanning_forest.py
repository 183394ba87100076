"""Spanning forests: the edges of a tree for each component."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from clconn.results.result import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["ForestSource", "HostForest", "SpanningForest", "forest_weights"]


class ForestSource(Protocol):
    """Where the edges of a :class:`SpanningForest` come from: the host or a device."""

    def count(self) -> int: ...
    def edge_ids(self) -> NDArray[np.int64]: ...
    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...


def forest_weights(graph: Graph, edge_ids: NDArray[np.int64]) -> NDArray[Any]:
    """The weights of some edges; each is 1 in a graph without weights.

    Parameters
    ----------
    graph : Graph
    edge_ids : numpy.ndarray, shape (k,), int64
    """
    if graph.weights is None:
        return np.ones(edge_ids.size, dtype=np.int64)
    return graph.weights[edge_ids]


class HostForest:
    """A forest whose edge ids are in host memory already."""

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

    A graph has many; which one this is depends on the variant and the device, and
    may differ from run to run. The arrays are made when first asked for and kept;
    with the OpenCL backend they stay on the device until then.

    Attributes
    ----------
    n : int
        Number of vertices.
    count : int
        Number of trees, an isolated vertex being one: that of the components.
    variant : str
        The variant that ran, ``edges/finish/compression``.
    options : dict
        The value of each of its options.
    reason : str
        Why that one, in a sentence.
    backend : str
        ``"opencl"`` or ``"reference"``.
    device : str
        Name of the device that computed.
    timing : Timing
        What it cost, in seconds.
    """

    _parts: ClassVar[tuple[str, ...]] = ("count", "edge_ids", "edges")
    _source: ForestSource

    @property
    def edge_ids(self) -> NDArray[np.int64]:
        """The edges in the user's numbering, ascending, shape (n - count,), int64."""
        return self._keep("edge_ids")  # type: ignore[no-any-return]

    @property
    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Sources and targets of the edges, each of shape (n - count,), int32, as ``edge_ids``."""
        return self._keep("edges")  # type: ignore[no-any-return]

    @property
    def on_device(self) -> Any:
        """The edge ids as a pyopencl array, without a copy through the host.

        Returns
        -------
        object
            With the attribute ``edge_ids``, a ``pyopencl.array.Array`` of shape
            (n - count,): int32, or int64 from 2**31 edges on.

        Raises
        ------
        AttributeError
            If the reference computed the result: there is no device.
        """
        return self._on_device(".edge_ids")
