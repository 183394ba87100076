"""What components and the trees of forests have in common: each vertex is in exactly one.

Names of vertices go in and out of the methods, and vertex numbers in and out of the arrays.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.results.pictures import draw_sizes
from clconn.results.result import Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Partition"]


class Partition(Result, ABC):
    """A result that divides the vertices into components, or into trees."""

    _was_asked = False

    @property
    @abstractmethod
    def labels(self) -> NDArray[np.int32]:
        """Component of each vertex, 0..count-1, shape (n,), int32."""

    @property
    @abstractmethod
    def roots(self) -> NDArray[np.int32]:
        """Smallest vertex of each vertex's component, shape (n,), int32."""

    def largest(self) -> list[Any] | NDArray[Any]:
        """Return the vertices of the largest component, or of the first of the largest ones.

        Returns
        -------
        list or numpy.ndarray
            As for :meth:`members`; empty if there are no vertices.

        Examples
        --------
        >>> import clconn
        >>> graph = clconn.Graph.from_edges([0, 1, 3], [1, 2, 4], n=6)
        >>> result = clconn.connected_components(graph, backend="reference")
        >>> result.largest().tolist()
        [0, 1, 2]
        >>> graph.subgraph(result.largest())
        Graph(n=3, edges=2, undirected)
        """
        largest = int(np.argmax(self._sizes())) if self.n else 0
        return self.vertex_names.names(self._scan(largest))

    def members(self, label: int) -> list[Any] | NDArray[Any]:
        """Return the vertices of a component.

        The first call takes O(n) time, and so does the second, which sorts the vertices by
        label. Each later one takes the time to copy the result.

        Parameters
        ----------
        label : int
            The component, 0..count-1. ``members(label_of(v))`` are the vertices of v's one.

        Returns
        -------
        list or numpy.ndarray
            Vertices, in the order of their numbers: int32, or names if the graph has names, in
            an array or a list like ``nodes``.

        Raises
        ------
        GraphError
            If there is no such component.
        """
        try:
            index = operator.index(label)
        except TypeError:
            raise GraphError(f"label is {label!r}; expected an integer") from None
        if not 0 <= index < self.count:
            known = f"the labels are 0..{self.count - 1}" if self.count else "there are none"
            raise GraphError(f"there is no component {index}; {known}")
        asked_before, self._was_asked = self._was_asked, True
        vertices = self._slice(index) if asked_before else self._scan(index)
        return self.vertex_names.names(vertices)

    def groups(self) -> Iterator[list[Any] | NDArray[Any]]:
        """Iterate over the components, in the order of their labels.

        Returns
        -------
        iterator
            What :meth:`members` returns, for each label.
        """
        return (self.vertex_names.names(self._slice(label)) for label in range(self.count))

    def label_of(self, vertices: Any) -> Any:
        """Return the label of a vertex, or of many.

        Parameters
        ----------
        vertices : vertex, or iterable of vertices
            Names, or numbers if the graph has no names.

        Returns
        -------
        int or numpy.ndarray
            An integer for one vertex, an int32 array for many.

        Raises
        ------
        GraphError
            If a vertex is not in the graph.
        """
        labels = self.labels[self.vertex_names.find(vertices)]
        return labels if labels.ndim else int(labels)

    def connected(self, u: Any, v: Any) -> Any:
        """Tell whether two vertices are in the same component.

        Parameters
        ----------
        u, v : vertex, or iterable of vertices
            Names, or numbers if the graph has no names. Two iterables are compared item by
            item, and one vertex with each item of the other.

        Returns
        -------
        bool or numpy.ndarray
            A bool for two vertices, otherwise an array of bools.

        Raises
        ------
        GraphError
            If a vertex is not in the graph, or the shapes do not fit.
        """
        ends = [self.vertex_names.find(vertices) for vertices in (u, v)]
        try:
            joined = np.equal(self.labels[ends[0]], self.labels[ends[1]])
        except ValueError:
            raise GraphError(
                f"u has shape {ends[0].shape} and v has {ends[1].shape}; expected equal shapes, "
                "or one vertex"
            ) from None
        return joined if joined.ndim else bool(joined)

    def membership(self) -> dict[Any, int]:
        """Return the label of each vertex by its name.

        Returns
        -------
        dict
            In the order of the vertices. Without names the keys are the numbers; then
            ``labels`` holds the same in less memory.

        Raises
        ------
        GraphError
            If two vertices have one name, or a name is not hashable.
        """
        labels = self.labels.tolist()
        nodes = self.nodes
        if nodes is None:
            return dict(enumerate(labels))
        names = nodes if isinstance(nodes, list) else nodes.tolist()
        return self.vertex_names.keyed(names, labels)

    def plot_sizes(self, axes: Any = None) -> Any:
        """Draw how many components there are of each size, with matplotlib.

        Parameters
        ----------
        axes : matplotlib.axes.Axes, optional
            Where to draw; by default a new figure of pyplot.

        Returns
        -------
        matplotlib.axes.Axes
            Both axes are logarithmic.

        Raises
        ------
        MissingLibraryError
            If matplotlib is not installed.
        OptionError
            If `axes` has nothing to draw into.
        """
        return draw_sizes(self._sizes(), axes, self._unit)

    def _sizes(self) -> NDArray[np.int64]:
        return np.bincount(self.labels, minlength=self.count).astype(np.int64, copy=False)

    def _scan(self, label: int) -> NDArray[np.int32]:
        """Return the vertices of a component by a look at all labels."""
        return np.flatnonzero(self.labels == label).astype(np.int32)

    def _slice(self, label: int) -> NDArray[np.int32]:
        """Return the vertices of a component from the order of all vertices by label."""
        order, ends = self._keep("order", self._sort_by_label)
        return order[ends[label] : ends[label + 1]].copy()  # type: ignore[no-any-return]

    def _sort_by_label(self) -> tuple[NDArray[np.int32], NDArray[Any]]:
        from scipy.sparse import csr_array

        # Transposing the matrix with an entry (v, labels[v]) in each row v is a counting sort.
        marks = np.ones(self.n, dtype=np.int8)
        each = np.arange(self.n + 1, dtype=np.int32 if self.n < 2**31 - 1 else np.int64)
        columns = csr_array((marks, self.labels, each), shape=(self.n, self.count)).tocsc()
        return columns.indices.astype(np.int32, copy=False), columns.indptr
