"""The result of connected components: canonical roots and labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from clconn.results.frames import make_frame
from clconn.results.partition import Partition

if TYPE_CHECKING:
    from types import ModuleType

    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["Components", "ComponentsSource", "HostComponents", "labels_from_roots"]


class ComponentsSource(Protocol):
    """The source of the arrays of a :class:`Components`: the host or a device."""

    def count(self) -> int: ...
    def roots(self) -> NDArray[np.int32]: ...
    def labels(self) -> NDArray[np.int32]: ...


def labels_from_roots(roots: NDArray[np.int32]) -> np.ndarray[Any, Any]:
    """Number the components 0, 1, 2, ... in the order of their smallest vertices."""
    is_root = roots == np.arange(roots.size, dtype=roots.dtype)
    rank = np.cumsum(is_root, dtype=np.int32)
    rank -= 1
    return rank[roots]


class HostComponents:
    """Components whose roots are in host memory."""

    def __init__(self, graph: Graph | None, roots: NDArray[np.int32]) -> None:
        self._roots = roots

    def count(self) -> int:
        own = np.arange(self._roots.size, dtype=self._roots.dtype)
        return int(np.count_nonzero(self._roots == own))

    def roots(self) -> NDArray[np.int32]:
        return self._roots

    def labels(self) -> NDArray[np.int32]:
        return labels_from_roots(self._roots)


class Components(Partition):
    """Connected components of a graph, returned by :func:`clconn.connected_components`.

    Each array is computed or copied to the host on first use, then cached. With the
    OpenCL backend it stays on the device until then.

    Attributes
    ----------
    n : int
        Number of vertices.
    nodes : list, numpy.ndarray or None
        The names of the vertices, from the graph. The methods take and return names if there are
        names, and vertex numbers otherwise. The arrays are indexed by vertex numbers.
    count : int
        Number of components.
    variant : str
        The variant that ran, ``edges/finish/compression``, or ``"scipy"`` or ``"numpy"``.
    options : dict
        The value of each option of the variant.
    reason : str
        Why this variant was chosen, in a sentence.
    backend : str
        ``"opencl"``, ``"reference"`` or ``"scipy"``.
    device : str
        Name of the device that computed the result.
    timing : Timing
        The times that the result took, in seconds.

    See Also
    --------
    clconn.verify.components : Check a result.

    Notes
    -----
    A result unpacks into its count and its labels, like that of
    :func:`scipy.sparse.csgraph.connected_components`::

        count, labels = clconn.connected_components(matrix)
    """

    _parts: ClassVar[tuple[str, ...]] = ("count", "roots", "labels")
    _source: ComponentsSource

    @property
    def roots(self) -> NDArray[np.int32]:
        """Smallest vertex of each vertex's component, shape (n,), int32."""
        return self._fetch("roots")  # type: ignore[no-any-return]

    @property
    def labels(self) -> NDArray[np.int32]:
        """Component of each vertex, 0..count-1, shape (n,), int32."""
        return self._fetch("labels")  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the count and the labels, as scipy's function returns them."""
        yield self.count
        yield self.labels

    def sizes(self) -> NDArray[np.int64]:
        """Return the number of vertices of each component.

        Returns
        -------
        numpy.ndarray, shape (count,), int64
            ``sizes()[labels[v]]`` is the size of the component of ``v``.
        """
        return self._sizes()

    def to_frame(self, library: str | ModuleType | None = None) -> Any:
        """Return the component of each vertex as a data frame.

        Parameters
        ----------
        library : str or module, optional
            ``"pandas"``, ``"polars"`` or ``"pyarrow"``, or another module that has ``DataFrame``.
            By default the first of the three that is installed.

        Returns
        -------
        data frame
            A row for each vertex: its name or number in ``vertex``, its label in ``component``.

        Raises
        ------
        OptionError
            If the library has no data frames.
        MissingLibraryError
            If it is not installed.
        GraphError
            If it has no type for the names, such as polars for tuples of different lengths.

        Examples
        --------
        >>> import clconn
        >>> graph = clconn.Graph.from_edges(["b", "x"], ["a", "y"], renumber=True)
        >>> print(clconn.connected_components(graph).to_frame("pandas"))  # doctest: +SKIP
          vertex  component
        0      a          0
        1      b          0
        2      x          1
        3      y          1
        """
        names = self.vertex_names.names(np.arange(self.n))
        return make_frame({"vertex": names, "component": self.labels}, library)

    def to_dict(self) -> dict[Any, int]:
        """Return the label of each vertex by its name, as :meth:`membership` does.

        Returns
        -------
        dict

        Raises
        ------
        GraphError
            If two vertices have the same name.
        """
        return self.membership()

    @property
    def on_device(self) -> Any:
        """The arrays as pyopencl arrays, without a copy to the host.

        Returns
        -------
        object
            With attributes ``roots`` and ``labels``, each a
            ``pyopencl.array.Array`` of shape (n,), int32.

        Raises
        ------
        AttributeError
            If the result is on the host, because the reference or scipy computed it.
        """
        return self._on_device(".roots and .labels")
