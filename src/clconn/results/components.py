"""Connected components: canonical roots and labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from clconn.results.result import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["Components", "ComponentsSource", "HostComponents", "labels_from_roots"]


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

    def __init__(self, graph: Graph | None, roots: NDArray[np.int32]) -> None:
        self._roots = roots

    def count(self) -> int:
        own = np.arange(self._roots.size, dtype=self._roots.dtype)
        return int(np.count_nonzero(self._roots == own))

    def roots(self) -> NDArray[np.int32]:
        return self._roots

    def labels(self) -> NDArray[np.int32]:
        return labels_from_roots(self._roots)


class Components(Result):
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
