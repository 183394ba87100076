"""Connected components of edges on a cluster when the vertices do not fit one worker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clconn.distributed.blocks import integer_blocks
from clconn.distributed.calls import check_device, reading_of
from clconn.distributed.client import find_client
from clconn.distributed.contraction import ContractedComponents, contract_components
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partitions import partitions_of

__all__ = ["contracted_components"]


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
    partitions exchange the names of their vertices, and roots come back as a Dask data frame. If
    the vertices fit, :func:`clconn.distributed.connected_components` is faster.

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
    The edges of all partitions stay in the memory of the workers, or on their disks. In a round
    each vertex takes the name of a neighbor that is first in a random order, after [1]_, and the
    vertices of one name are one. That leaves three quarters of them at most in expectation, so
    there are O(log n) rounds; each shuffles 24 bytes for a vertex in a partition, and nothing for
    an edge. The alternating algorithm of [2]_ shuffles the edges in each round, and all edges of a
    vertex to one place. Spanning forests are not to be had so: what a round contracts is a part of
    a partition, and not an edge.

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
    blocks = integer_blocks(partitions_of(edges, client, reading), client, reading)
    return contract_components(
        client, blocks, reading.n, gather_bytes=gather_bytes, solver=Solver(backend, device)
    )
