"""The result of strongly connected components: canonical roots and labels, and the condensation."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Protocol

from clconn.errors import GraphError
from clconn.results.components import Components, ComponentsSource, HostComponents
from clconn.results.condensation import Condensation, CondensationSource, HostCondensation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.results.work import Work

__all__ = ["HostStrongComponents", "StrongComponents", "StrongComponentsSource"]


class StrongComponentsSource(ComponentsSource, Protocol):
    """The source of the arrays of a :class:`StrongComponents`."""

    def work(self) -> Work | None: ...
    def condensation(self, *, on_device: bool) -> CondensationSource: ...


class HostStrongComponents(HostComponents):
    """Strong components whose roots are in host memory."""

    def __init__(self, graph: Graph, roots: NDArray[np.int32]) -> None:
        super().__init__(graph, roots)
        # A copy has nothing on a device, whose memory the result would keep.
        self._graph = copy.copy(graph)

    def work(self) -> None:
        return None

    def condensation(self, *, on_device: bool) -> CondensationSource:
        if on_device:
            raise GraphError(
                "the components were computed on the host; pass backend='opencl' for a "
                "condensation on a device, or leave on_device out"
            )
        return HostCondensation(self._graph, self.labels(), self.count())


class StrongComponents(Components):
    """Strongly connected components, returned by :func:`clconn.strongly_connected_components`.

    Two vertices are in the same component if paths lead from each to the other. The arrays are
    cached as in :class:`Components`. A result unpacks into its count and its labels, like that of
    :func:`scipy.sparse.csgraph.connected_components`.

    Attributes
    ----------
    count : int
        Number of components.
    n, nodes, variant, options, reason, backend, device, timing
        As for :class:`Components`.

    See Also
    --------
    clconn.verify.strong_components : Check a result.
    """

    _parts = ("count", "roots", "labels", "work")
    _source: StrongComponentsSource | None  # type: ignore[assignment]

    @property
    def work(self) -> Work | None:
        """How much work the run was on a device: ``depth``, ``rounds`` and ``launches``.

        None if the host computed the result.
        """
        return self._fetch("work")  # type: ignore[no-any-return]

    @property
    def is_trivial(self) -> NDArray[np.bool_]:
        """Whether each component is a single vertex, shape (count,), bool.

        Self loops have no effect, so a vertex with one can be trivial, too.
        """
        return self._keep("is_trivial", lambda: self._sizes() == 1)  # type: ignore[no-any-return]

    def condensation(self, *, on_device: bool = False) -> Condensation:
        """Return the acyclic graph of the components and the arcs between them.

        Parameters
        ----------
        on_device : bool, default False
            Whether to make it on the device of a result of ``backend="opencl"``, and leave it
            there until the host asks for an array. The graph is put there again if it is gone.

        Returns
        -------
        Condensation
            Computed on the first call, then kept.

        Raises
        ------
        GraphError
            If it is to be on a device, and the host computed the result; or if this is a copy of
            a result that was made before the condensation.
        HostMemoryError, DeviceMemoryError
            If there is too little memory.

        Notes
        -----
        It takes linear time. A result refers to its graph for this; do not change the graph's
        arrays.

        Examples
        --------
        >>> import clconn
        >>> graph = clconn.Graph.from_edges([0, 1, 2, 3], [1, 0, 0, 2], directed=True)
        >>> result = clconn.strongly_connected_components(graph)
        >>> result.labels.tolist()
        [0, 0, 1, 2]
        >>> dag = result.condensation()
        >>> dag
        Condensation(n=3, arcs=2)
        >>> dag.order.tolist(), dag.sizes.tolist()
        ([2, 1, 0], [1, 1, 2])
        >>> dag.to_scipy().toarray().tolist()
        [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
        """
        key = "device condensation" if on_device else "condensation"
        return self._keep(key, lambda: Condensation(self._condense(on_device)))  # type: ignore[no-any-return]

    def _condense(self, on_device: bool) -> CondensationSource:
        if self._source is None:
            raise GraphError(
                "this is a copy of a result, without its graph; call condensation() before the "
                "copy is made, and the copy has it"
            )
        return self._source.condensation(on_device=on_device)

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        if "condensation" in self._arrays:
            state["_arrays"]["condensation"] = self._arrays["condensation"]
        return state
