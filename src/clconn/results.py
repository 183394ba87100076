"""What the algorithms return.

Components are canonical: ``roots[v]`` is the smallest vertex of the component of
``v``, and ``labels`` number the components 0, 1, 2, ... in the order of their
smallest vertices. They are therefore the same, bit for bit, on every device, for
every variant and on every run. A spanning forest is one of many, and not the same:
:func:`clconn.verify.forest` says whether it is one. The minimum spanning forest is
the same again, since edges that weigh the same have an order too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = [
    "ASKED_FOR",
    "Components",
    "ComponentsSource",
    "ForestSource",
    "HostComponents",
    "HostForest",
    "MinimumForest",
    "MinimumForestSource",
    "SpanningForest",
    "Timing",
    "forest_weights",
    "labels_from_roots",
]

ASKED_FOR = "it was asked for by name"
"""The reason for a variant that ``"auto"`` did not choose."""


@dataclass
class Timing:
    """Seconds that a result cost, apart from each other.

    Attributes
    ----------
    transfer : float
        Getting the graph there: its rows built and symmetrized on the host where they have to be,
        checked, and copied (or mapped); and results back.
    build : float
        Opening the device and compiling kernels; about zero when they were kept.
    compute : float
        The algorithm itself, to the last kernel's end.
    """

    transfer: float = 0.0
    build: float = 0.0
    compute: float = 0.0

    @property
    def total(self) -> float:
        """Sum of the three, in seconds."""
        return self.transfer + self.build + self.compute


class ComponentsSource(Protocol):
    """Where the arrays of a :class:`Components` come from: the host or a device."""

    def count(self) -> int: ...
    def roots(self) -> NDArray[np.int32]: ...
    def labels(self) -> NDArray[np.int32]: ...


def labels_from_roots(roots: NDArray[np.int32]) -> np.ndarray[Any, Any]:
    """Number the components in the order of their smallest vertices.

    Parameters
    ----------
    roots : numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        ``labels[v]`` in 0..k-1.
    """
    is_root = roots == np.arange(roots.size, dtype=roots.dtype)
    rank = np.cumsum(is_root, dtype=np.int32)
    rank -= 1
    return rank[roots]


class HostComponents:
    """Components whose roots are in host memory already."""

    def __init__(self, roots: NDArray[np.int32]) -> None:
        self._roots = roots

    def count(self) -> int:
        own = np.arange(self._roots.size, dtype=self._roots.dtype)
        return int(np.count_nonzero(self._roots == own))

    def roots(self) -> NDArray[np.int32]:
        return self._roots

    def labels(self) -> NDArray[np.int32]:
        return labels_from_roots(self._roots)


class _Result:
    """What every result tells about itself, and the keeping of its arrays."""

    _parts: ClassVar[tuple[str, ...]] = ("count",)

    def __init__(
        self,
        n: int,
        source: Any,
        *,
        variant: str,
        backend: str,
        device: str,
        timing: Timing,
        reason: str = ASKED_FOR,
    ) -> None:
        self.n = n
        self.variant = variant
        self.reason = reason
        self.backend = backend
        self.device = device
        self.timing = timing
        self._source = source
        self._kept: dict[str, Any] = {}

    def _keep(self, name: str) -> Any:
        if name not in self._kept:
            self._kept[name] = getattr(self._source, name)()
        return self._kept[name]

    @property
    def count(self) -> int:
        """Number of components."""
        return int(self._keep("count"))

    def __getstate__(self) -> dict[str, Any]:
        # A copy, or what another process gets, has everything on the host.
        for part in self._parts:
            getattr(self, part)
        return {**self.__dict__, "_source": None}

    def _on_device(self, instead: str) -> Any:
        if not hasattr(self._source, "on_device"):
            raise AttributeError(
                "this result is on the host: the reference computed it, or it is a copy; "
                f"use {instead}, or pass backend='opencl'"
            )
        return self._source.on_device()

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(n={self.n}, count={self.count}, variant={self.variant!r}, "
            f"backend={self.backend!r}, device={self.device!r})"
        )


class Components(_Result):
    """Connected components of a graph.

    The arrays are made when first asked for and kept; with the OpenCL backend
    they stay on the device until then.

    Attributes
    ----------
    n : int
        Number of vertices.
    count : int
        Number of components.
    variant : str
        The variant that ran, ``edges/finish/compression``.
    reason : str
        Why that one, in a sentence.
    backend : str
        ``"opencl"`` or ``"reference"``.
    device : str
        Name of the device that computed.
    timing : Timing
        What it cost, in seconds.
    """

    _parts = ("count", "roots", "labels")
    _source: ComponentsSource

    @property
    def roots(self) -> NDArray[np.int32]:
        """Smallest vertex of each vertex's component, shape (n,), int32."""
        return self._keep("roots")  # type: ignore[no-any-return]

    @property
    def labels(self) -> NDArray[np.int32]:
        """Component of each vertex, 0..count-1, shape (n,), int32."""
        return self._keep("labels")  # type: ignore[no-any-return]

    def sizes(self) -> NDArray[np.int64]:
        """Vertices in each component.

        Returns
        -------
        numpy.ndarray, shape (count,), int64
            ``sizes()[labels[v]]`` is the size of the component of ``v``.
        """
        return np.bincount(self.labels, minlength=self.count).astype(np.int64, copy=False)

    @property
    def on_device(self) -> Any:
        """The results as pyopencl arrays, without a copy through the host.

        Returns
        -------
        object
            With attributes ``roots`` and ``labels``, each a
            ``pyopencl.array.Array`` of shape (n,), int32.

        Raises
        ------
        AttributeError
            If the reference computed the result: there is no device.
        """
        return self._on_device(".roots and .labels")


class ForestSource(Protocol):
    """Where the edges of a :class:`SpanningForest` come from: the host or a device."""

    def count(self) -> int: ...
    def edge_ids(self) -> NDArray[np.int64]: ...
    def edges(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...


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


class SpanningForest(_Result):
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


class MinimumForestSource(ForestSource, Protocol):
    """Where the edges of a :class:`MinimumForest` come from."""

    def weights(self) -> NDArray[Any]: ...


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
    n, count, variant, reason, backend, device, timing
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
