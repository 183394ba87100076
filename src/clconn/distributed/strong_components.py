"""Strongly connected components of arcs that lie on a cluster."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from clconn.device_requests import refuse_memory_limit
from clconn.distributed.blocks import edge_blocks
from clconn.distributed.calls import ON_A_CLUSTER, check_device, reading_of
from clconn.distributed.client import find_client
from clconn.distributed.local_numbers import Solver
from clconn.distributed.partitions import partitions_of
from clconn.distributed.strong.rounds import MOST_ROUNDS, solve_strong_components
from clconn.distributed.tasks import warn_of_fallbacks
from clconn.results import StrongComponents

__all__ = ["strongly_connected_components"]


def strongly_connected_components(
    edges: Any,
    n: int | None = None,
    client: Any = None,
    *,
    source: str | None = None,
    target: str | None = None,
    renumber: bool | None = None,
    backend: str | None = None,
    device: str | Mapping[Any, str] | None = None,
    gather_bytes: int | None = None,
    most_rounds: int = MOST_ROUNDS,
    progress: bool = False,
    retries: int = 0,
    memory_limit: None = None,
) -> StrongComponents:
    """Find the strongly connected components of arcs that lie on a cluster.

    Parameters
    ----------
    edges, n, client, source, target, renumber
        As for :func:`clconn.distributed.connected_components`. An edge is the arc from its source
        to its target; one in a text that says that its edges have no direction, such as a symmetric
        matrix, is both arcs.
    backend : str, optional
        As for :func:`clconn.strongly_connected_components`.
    device : str or mapping, optional
        As for :func:`clconn.distributed.connected_components`.
    gather_bytes : int, optional
        One worker finishes what is left as soon as that takes no more bytes, 8 for an arc. By
        default a sixteenth of the smallest worker's memory.
    most_rounds : int, default 10_000
        Rounds of trimming and of coloring, together, after which to give up.
    progress : bool, default False
        Whether to show Dask's own bar while partitions are read; its dashboard shows the rounds.
    retries : int, default 0
        How often a task that could not read its partition is tried again.
    memory_limit : None
        As for :func:`clconn.distributed.connected_components`.

    Returns
    -------
    StrongComponents
        As from :func:`clconn.strongly_connected_components`, bit for bit; with `report`. ``work``
        counts the rounds, and ``reason`` says what they were. It has no condensation, since no
        machine has the arcs.

    Raises
    ------
    RoundLimitError
        If the rounds were not enough.
    OptionError
        If `gather_bytes` or `most_rounds` is no such number, or the backend does not exist.
    ClusterError, GraphError, GraphFileError, MissingLibraryError
        As for :func:`clconn.distributed.connected_components`.

    Notes
    -----
    Each worker contracts the strong components of its partitions. Then rounds go on with the arcs
    between them: they trim vertices without arcs in or out, bypass those on chains [1]_, and color
    what each vertex reaches and is reached by [2]_, [3]_. The arrays of the rounds are on the
    workers, where a task takes up to 41 bytes a vertex. Dense or shallow graphs take some dozens of
    rounds. A round of coloring crosses from a partition to the next, so wide graphs of long
    shortest paths, such as directed grids, take as many as these cross.

    References
    ----------
    .. [1] W. McLendon III, B. Hendrickson, S. J. Plimpton and L. Rauchwerger, "Finding strongly
       connected components in distributed graphs", Journal of Parallel and Distributed Computing
       65, 2005 (trimming; the bypass is ours).
    .. [2] G. M. Slota, S. Rajamanickam and K. Madduri, "BFS and coloring-based parallel algorithms
       for strongly connected components and related problems", IPDPS 2014.
    .. [3] G. Alabandi, W. Sands, G. Biros and M. Burtscher, "A GPU algorithm for detecting
       strongly connected components", SC 2023.

    Examples
    --------
    >>> import dask.array
    >>> from distributed import Client
    >>> import clconn
    >>> pairs = dask.array.from_array([[0, 1], [1, 2], [2, 0], [2, 3]], chunks=(2, 2))
    >>> with Client(processes=False, dashboard_address=None) as client:
    ...     result = clconn.distributed.strongly_connected_components(pairs, n=5)
    >>> result.labels
    array([0, 0, 0, 1, 2], dtype=int32)
    """
    refuse_memory_limit(memory_limit, ON_A_CLUSTER)
    client = find_client(client)
    reading = reading_of(n, renumber, source, target, arcs=True)
    check_device(backend, device)
    began = time.perf_counter()
    parts = partitions_of(edges, client, reading)
    given = edge_blocks(parts, client, reading, progress=progress, retries=retries)
    count = given.n if reading.n is None else reading.n
    result = solve_strong_components(
        client,
        given.blocks,
        count,
        gather_bytes=gather_bytes,
        most_rounds=most_rounds,
        solver=Solver(backend, device),
        reports=given.reports,
    )
    warn_of_fallbacks(result.report, stacklevel=3)
    result.nodes = None if given.nodes is None else given.nodes.result()
    result.report.seconds = time.perf_counter() - began
    return result
