"""What the algorithms return.

A result is canonical: ``roots[v]`` is the smallest vertex of the component of
``v``, and ``labels`` number the components 0, 1, 2, ... in the order of their
smallest vertices. It is therefore the same, bit for bit, on every device, for
every variant and on every run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Components", "ComponentsSource", "HostComponents", "Timing", "labels_from_roots"]


@dataclass
class Timing:
    """Seconds that a result cost, apart from each other.

    Attributes
    ----------
    transfer : float
        Copying (or mapping) the graph to the device and results back.
    build : float
        Opening the device and compiling kernels; zero when they were kept.
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


class Components:
    """Connected components of a graph.

    The arrays are made when first asked for and kept; with the OpenCL backend
    they stay on the device until then.

    Attributes
    ----------
    n : int
        Number of vertices.
    variant : str
        The variant that ran, ``edges/finish/compression``.
    backend : str
        ``"opencl"`` or ``"reference"``.
    device : str
        Name of the device that computed.
    timing : Timing
        What it cost, in seconds.
    """

    def __init__(
        self,
        n: int,
        source: ComponentsSource,
        *,
        variant: str,
        backend: str,
        device: str,
        timing: Timing,
    ) -> None:
        self.n = n
        self.variant = variant
        self.backend = backend
        self.device = device
        self.timing = timing
        self._source = source
        self._kept: dict[str, Any] = {}

    def _keep(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self._kept:
            self._kept[name] = make()
        return self._kept[name]

    @property
    def count(self) -> int:
        """Number of components."""
        return int(self._keep("count", self._source.count))

    @property
    def roots(self) -> NDArray[np.int32]:
        """Smallest vertex of each vertex's component, shape (n,), int32."""
        return self._keep("roots", self._source.roots)  # type: ignore[no-any-return]

    @property
    def labels(self) -> NDArray[np.int32]:
        """Component of each vertex, 0..count-1, shape (n,), int32."""
        return self._keep("labels", self._source.labels)  # type: ignore[no-any-return]

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
        if not hasattr(self._source, "on_device"):
            raise AttributeError(
                "this result was computed by the reference and is on the host; "
                "use .roots and .labels, or pass backend='opencl'"
            )
        return self._source.on_device()

    def __repr__(self) -> str:
        return (
            f"Components(n={self.n}, count={self.count}, variant={self.variant!r}, "
            f"backend={self.backend!r}, device={self.device!r})"
        )
