"""Whether the vertices of a graph fit one worker: before anything is read, and in each merge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clconn.distributed.client import workers_of
from clconn.errors import ClusterError
from clconn.graph_checks import MAXIMUM_VERTICES
from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST, Problem

if TYPE_CHECKING:
    from distributed import Client

__all__ = [
    "NoRoomError",
    "check_answer",
    "check_merge",
    "check_vertices",
    "merge_bytes",
    "smallest_limit",
]

BYTES_OF_A_VERTEX = 8
"""What a vertex takes at least where the last forest becomes an answer for components: a root and a
label."""
BYTES_OF_AN_EDGE = 16
"""What an edge of a forest takes at least: both ends, and a key."""
_MERGE_BYTES = {COMPONENTS: (13, 30), FOREST: (25, 76), MINIMUM_FOREST: (40, 75)}
_BYTES_OF_A_WEIGHT = 1, 3
"""What each byte of a weight adds to an edge and to a vertex of a merge of minimum forests."""
_WITHOUT_WEIGHTS = 4
"""A merge of minimum forests without weights takes what it takes with weights of four bytes."""
PROCESS = 288 << 20
"""What Python, Dask and PoCL take of a worker's memory: 120 to 170 MiB, and 115 more once PoCL
compiles kernels that its cache does not have. Small workers have a quarter for a merge all the
same."""


class NoRoomError(ClusterError):
    """The vertices do not fit one worker."""


def smallest_limit(client: Client) -> int | None:
    """Return the bytes that the smallest worker may take, or None if none has a limit."""
    limits = [each["memory_limit"] for each in workers_of(client).values()]
    return min(filter(None, limits), default=None)


def check_vertices(problem: Problem, limit: int | None, n: int | None) -> None:
    """Raise a NoRoomError if the answer for n vertices does not fit a worker with this limit.

    What merges take depends on how many vertices occur, and a forest on how many edges there are,
    which nobody knows yet.
    """
    if n is None:
        return
    if n > MAXIMUM_VERTICES:
        raise NoRoomError(f"one worker numbers fewer than 2**31 vertices, and there are {n:,}")
    if problem == COMPONENTS and limit is not None and limit < BYTES_OF_A_VERTEX * n:
        raise NoRoomError(
            f"{n:,} vertices take {BYTES_OF_A_VERTEX * n:,} bytes on one worker, as roots and "
            f"labels, and the smallest worker may take {limit:,}"
        )


def check_answer(problem: Problem, limit: int | None, n: int, edges: int) -> None:
    """Raise a NoRoomError if the answer for edges that are there does not fit a worker.

    A forest has no more edges than those, however many vertices there are.
    """
    check_vertices(problem, limit, n)
    if problem == COMPONENTS:
        return
    most = min(n, edges)
    if limit is not None and limit < BYTES_OF_AN_EDGE * most:
        raise NoRoomError(
            f"a forest of up to {most:,} edges takes {BYTES_OF_AN_EDGE * most:,} bytes on one "
            f"worker, and the smallest worker may take {limit:,}"
        )


def merge_bytes(problem: Problem, weight: int = 0) -> tuple[int, int]:
    """Return what a merge takes for an edge that comes in, and for a vertex.

    An edge's weight has so many bytes. docs/scale.md has the measurements.
    """
    for_edge, for_vertex = _MERGE_BYTES[problem]
    if problem != MINIMUM_FOREST:
        return for_edge, for_vertex
    more = [(weight or _WITHOUT_WEIGHTS) * each for each in _BYTES_OF_A_WEIGHT]
    return for_edge + more[0], for_vertex + more[1]


def check_merge(problem: Problem, limit: int | None, n: int, edges: int, weight: int = 0) -> None:
    """Raise a NoRoomError if a merge of forests for a problem does not fit a worker."""
    if limit is None:
        return
    vertices = min(n, 2 * edges)
    for_edge, for_vertex = merge_bytes(problem, weight)
    size = for_edge * edges + for_vertex * vertices
    room = max(limit - PROCESS, limit // 4)
    if size > room:
        raise NoRoomError(
            f"a merge of forests of {vertices:,} vertices and {edges:,} edges takes {size:,} bytes "
            f"on one worker, and the smallest worker has room for {room:,}"
        )
