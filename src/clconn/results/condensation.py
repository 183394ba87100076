"""The condensation of a directed graph: its strong components and the arcs between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from clconn.csr import Adjacency, offset_dtype, rows_from_entries
from clconn.errors import VerificationError
from clconn.graph import Graph
from clconn.host_memory import check_host_memory
from clconn.html_tables import facts_table
from clconn.topological_order import topological_ranks

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Condensation", "CondensationSource", "HostCondensation", "number_by_order"]


class CondensationSource(Protocol):
    """The source of the arrays of a :class:`Condensation`: the host or a device."""

    @property
    def n(self) -> int: ...
    @property
    def arc_count(self) -> int: ...
    def offsets(self) -> NDArray[Any]: ...
    def neighbors(self) -> NDArray[np.int32]: ...
    def sizes(self) -> NDArray[np.int64]: ...
    def order(self) -> NDArray[np.int32]: ...
    def ranks(self) -> NDArray[np.int32]: ...


class Condensation:
    """An acyclic graph with a vertex for each strong component of another graph.

    :meth:`StrongComponents.condensation` returns it. There is an arc from one component to
    another if any arc leads from a vertex of the one to a vertex of the other; there are no
    parallel arcs and no self loops. The components are numbered in a topological order: every arc
    leads from a smaller number to a larger one. It is the same for every variant, backend and
    device.

    Attributes
    ----------
    n : int
        Number of vertices: the components.
    arc_count : int
        Number of arcs.

    See Also
    --------
    StrongComponents.condensation : The method that returns it.

    Notes
    -----
    The order is that of a depth-first search which starts from the components in descending order
    of their labels, takes the successors of each in ascending order, and lists the components in
    reverse as it leaves them. Labels that are in a topological order already keep it.

    Each array is copied to the host on first use, if it is on a device, then cached.
    """

    _parts = ("offsets", "neighbors", "sizes", "order", "ranks")

    def __init__(self, source: CondensationSource) -> None:
        self.n = source.n
        self.arc_count = source.arc_count
        self._source: CondensationSource | None = source
        self._arrays: dict[str, Any] = {}

    def _fetch(self, name: str) -> Any:
        if name not in self._arrays:
            self._arrays[name] = getattr(self._source, name)()
        return self._arrays[name]

    @property
    def offsets(self) -> NDArray[Any]:
        """Begin of each row among the neighbors, shape (n + 1,), int32 or int64."""
        return self._fetch("offsets")  # type: ignore[no-any-return]

    @property
    def neighbors(self) -> NDArray[np.int32]:
        """Targets of the arcs, row by row, ascending in each row, shape (arc_count,), int32."""
        return self._fetch("neighbors")  # type: ignore[no-any-return]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Number of the graph's vertices in each component, shape (n,), int64."""
        return self._fetch("sizes")  # type: ignore[no-any-return]

    @property
    def order(self) -> NDArray[np.int32]:
        """Label of each component, in the order of the numbers here, shape (n,), int32."""
        return self._fetch("order")  # type: ignore[no-any-return]

    @property
    def ranks(self) -> NDArray[np.int32]:
        """Number here of each label, shape (n,), int32: ``ranks[order[i]] == i``.

        ``ranks[result.labels]`` has the number of each vertex's component.
        """
        return self._fetch("ranks")  # type: ignore[no-any-return]

    def to_graph(self) -> Graph:
        """Return the condensation as a directed graph.

        Returns
        -------
        Graph
            Its vertices have numbers and no names.
        """
        return Graph.from_csr(
            self.offsets, self.neighbors, directed=True, symmetric=not self.arc_count
        )

    def to_scipy(self) -> Any:
        """Return the condensation as a sparse adjacency matrix.

        Returns
        -------
        scipy.sparse.csr_array, shape (n, n)
            A one, int8, for each arc; all of them are above the diagonal.
        """
        from scipy.sparse import csr_array

        ones = np.ones(self.arc_count, dtype=np.int8)
        return csr_array((ones, self.neighbors, self.offsets), shape=(self.n, self.n))

    @property
    def on_device(self) -> Any:
        """The arrays as pyopencl arrays, without a copy to the host.

        Returns
        -------
        object
            With attributes ``offsets``, ``neighbors``, ``sizes``, ``order`` and ``ranks``, each a
            ``pyopencl.array.Array``. The sizes are int32 there.

        Raises
        ------
        AttributeError
            If the condensation is on the host.
        """
        source: Any = self._source
        if not hasattr(source, "on_device"):
            raise AttributeError(
                "this condensation is on the host; ask for condensation(on_device=True), of a "
                "result of backend='opencl'"
            )
        return source.on_device()

    def __getstate__(self) -> dict[str, Any]:
        # Copies and pickles hold all arrays on the host.
        arrays = {part: getattr(self, part) for part in self._parts}
        return {**self.__dict__, "_source": None, "_arrays": arrays}

    def _repr_html_(self) -> str:
        facts = [("vertices", self.n), ("arcs", self.arc_count)]
        return facts_table("Condensation", facts)

    def __repr__(self) -> str:
        return f"Condensation(n={self.n}, arcs={self.arc_count})"


class HostCondensation:
    """A condensation in host memory, made from a graph and the labels of its components."""

    def __init__(self, graph: Graph, labels: NDArray[np.int32], count: int) -> None:
        arcs = _arcs_between(graph, labels, count)
        ranks = number_by_order(arcs)
        heads = np.repeat(ranks, np.diff(arcs.indptr))
        rows = rows_from_entries(count, heads, ranks[arcs.indices], arcs.data)
        self.n = count
        self.arc_count = int(rows.nnz)
        dtype = offset_dtype(self.arc_count)
        self._rows = Adjacency(rows.indptr.astype(dtype, copy=False), rows.indices)
        self._ranks = ranks
        self._sizes = np.bincount(labels, minlength=count).astype(np.int64, copy=False)

    def offsets(self) -> NDArray[Any]:
        return self._rows.offsets

    def neighbors(self) -> NDArray[np.int32]:
        return self._rows.neighbors.astype(np.int32, copy=False)

    def sizes(self) -> NDArray[np.int64]:
        return self._sizes[self.order()]

    def order(self) -> NDArray[np.int32]:
        return np.argsort(self._ranks).astype(np.int32)

    def ranks(self) -> NDArray[np.int32]:
        return self._ranks


def number_by_order(arcs: Any) -> NDArray[np.int32]:
    """Return the place of each component in the topological order.

    Parameters
    ----------
    arcs : scipy.sparse.csr_array, shape (count, count)
        An entry for each arc between two components, by label; the columns of a row ascend.

    Raises
    ------
    VerificationError
        If the components are wrong, because a cycle leads through two of them.
    """
    ranks = topological_ranks(arcs)
    if ranks is None:
        raise VerificationError(
            "the strong components are wrong: a cycle leads through two of them; please report "
            "it, and use another device or backend='reference' meanwhile"
        )
    return ranks


def _arcs_between(graph: Graph, labels: NDArray[np.int32], count: int) -> Any:
    """Return a matrix with an entry for each pair of components that an arc joins."""
    from scipy.sparse import coo_array, csr_array

    if not graph.directed:  # an edge is two arcs, of which none leads elsewhere
        return csr_array((count, count), dtype=np.bool_)
    check_host_memory(
        {"ends of arcs": 8 * graph.edge_count, "offsets": 8 * (count + 1)},
        f"the condensation of a graph of {graph.edge_count:,} arcs",
    )
    rows = graph.rows
    if rows is None:
        sources, targets = graph.edges()
        heads, tails = labels[sources], labels[targets]
    else:
        heads, tails = np.repeat(labels, np.diff(rows.offsets)), labels[rows.neighbors]
    between = heads != tails
    heads, tails = heads[between], tails[between]
    ones = np.ones(heads.size, dtype=np.bool_)
    # The conversion makes one entry of those with the same ends, and sorts each row.
    return coo_array((ones, (heads, tails)), shape=(count, count)).tocsr()
