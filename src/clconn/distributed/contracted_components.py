"""Connected components of edges on a cluster when the vertices do not fit one worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clconn.distributed.calls import check_device, reading_of
from clconn.distributed.client import find_client
from clconn.distributed.contraction.component_partition import contract_locally, join_names
from clconn.distributed.contraction.components import contract
from clconn.distributed.contraction.reading import read_and_contract
from clconn.distributed.contraction.tables import frame_of_tables, tables_of_rows
from clconn.distributed.futures import gather_limit
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partitions import partitions_of
from clconn.distributed.reports import ContractionRound

__all__ = ["ContractedComponents", "contracted_components"]


@dataclass(frozen=True)
class ContractedComponents:
    """Components whose vertices are spread over the workers of a cluster.

    Attributes
    ----------
    frame : dask.dataframe.DataFrame
        A row for each vertex: the vertex, and the smallest vertex of its component in ``root``,
        both int64. The rows ascend, and the index counts them from 0; with the number of vertices
        it is the vertex. Without it vertices that have no edge have no row.
    count : int
        Number of components of the vertices with a row.
    rounds : tuple of ContractionRound
        The rounds of contraction that it took.
    gathered : int
        How many names one worker finished in the end; 0 if the rounds finished it.
    """

    frame: Any
    count: int
    rounds: tuple[ContractionRound, ...]
    gathered: int

    def __repr__(self) -> str:
        return f"{type(self).__name__}(count={self.count}, rounds={len(self.rounds)})"


def contracted_components(
    edges: Any,
    n: int | None = None,
    client: Any = None,
    *,
    source: str | None = None,
    target: str | None = None,
    backend: str | None = None,
    device: str | Mapping[Any, str] | None = None,
    gather_bytes: int | None = None,
) -> ContractedComponents:
    """Find connected components when not even the vertices fit one worker.

    No array of all vertices is on any machine: the graph is contracted in rounds, in which
    partitions exchange the names of their vertices, and roots come back as a Dask data frame.
    :func:`clconn.distributed.connected_components` is faster if the vertices fit, and goes this
    way by itself if not.

    Parameters
    ----------
    edges, client, source, target
        As for :func:`clconn.distributed.connected_components`.
    n : int, optional
        Number of vertices, if ids are 0..n-1: the frame then has a row for each of them. By
        default ids are any integers of 64 bits, and the vertices those that occur.
    backend, device
        As for :func:`clconn.distributed.connected_components`.
    gather_bytes : int, optional
        One worker finishes what is left as soon as that takes no more bytes, 16 for a vertex in a
        partition. By default a sixteenth of the smallest worker's memory.

    Returns
    -------
    ContractedComponents
        With ``frame``, ``count`` and ``rounds``.

    Raises
    ------
    OptionError
        If `gather_bytes` is no number of bytes, or the backend does not exist.
    GraphError
        As for :func:`clconn.distributed.connected_components`, and if vertices are strings.
    ClusterError, GraphFileError, MissingLibraryError
        As for :func:`clconn.distributed.connected_components`.

    Notes
    -----
    Edges are read, contracted and forgotten, partition by partition. In a round
    each vertex takes the name of a neighbor that is first in a random order, after [1]_, and the
    vertices of one name are one. That leaves three quarters of them at most in expectation, so
    there are O(log n) rounds; each shuffles 24 bytes for a vertex in a partition, and nothing for
    an edge. The alternating algorithm of [2]_ shuffles the edges in each round, and all edges of a
    vertex to one place. What a round contracts is a part of a partition, and not an edge, so
    forests take rounds of their own: :func:`clconn.distributed.minimum_spanning_forest`.

    References
    ----------
    .. [1] J. Łącki, V. Mirrokni and M. Włodarczyk, "Connected components at scale via local
       contractions", arXiv:1807.10727, 2018.
    .. [2] R. Kiveris, S. Lattanzi, V. Mirrokni, V. Rastogi and S. Vassilvitskii, "Connected
       components in MapReduce and beyond", SoCC 2014.

    Examples
    --------
    >>> import dask.array
    >>> from distributed import Client
    >>> import clconn
    >>> pairs = dask.array.from_array([[-5, 10**12], [7, 8], [8, -5]], chunks=(2, 2))
    >>> with Client(processes=False, dashboard_address=None) as client:
    ...     result = clconn.distributed.contracted_components(pairs)
    ...     frame = result.frame.compute().sort_values("vertex")
    >>> result.count, frame["vertex"].tolist(), frame["root"].tolist()
    (1, [-5, 7, 8, 1000000000000], [-5, -5, -5, -5])
    """
    client = find_client(client)
    reading = reading_of(n, None if n is not None else True, source, target)
    check_device(backend, device)
    gather_limit(client, gather_bytes)
    solver = Solver(backend, device)
    read = read_and_contract(
        client, partitions_of(edges, client, reading), reading, solver, contract_locally, join_names
    )
    found = contract(client, read.states, gather_bytes=gather_bytes, solver=solver)
    tables = tables_of_rows(client, found.rows, reading.n)
    frame = frame_of_tables(client, tables)
    return ContractedComponents(frame, sum(tables.counts), tuple(found.rounds), found.gathered)
