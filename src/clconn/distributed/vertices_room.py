"""Whether the vertices of a graph fit one worker: before anything is read, and in each merge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clconn.errors import ClusterError
from clconn.graph_checks import MAXIMUM_VERTICES
from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST, Problem

if TYPE_CHECKING:
    from distributed import Client

__all__ = [
    "MERGE_BYTES",
    "NoRoomError",
    "check_merge",
    "check_vertices",
    "smallest_limit",
]

BYTES_OF_A_VERTEX = 8
"""What a vertex takes at least where the last forest becomes an answer: a root, and a label."""
MERGE_BYTES = {COMPONENTS: (13, 30), FOREST: (25, 76), MINIMUM_FOREST: (0, 243)}
"""What a merge takes for an edge that comes in, and for a vertex; docs/scale.md has the
measurements. Of minimum forests they do not tell the two apart."""
PROCESS = 160 << 20
"""What Python, Dask and PoCL take of a worker's memory."""


class NoRoomError(ClusterError):
    """The vertices do not fit one worker."""


def smallest_limit(client: Client) -> int | None:
    """Return the bytes that the smallest worker may take, or None if none has a limit."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return min((each["memory_limit"] for each in workers if each["memory_limit"]), default=None)


def check_vertices(limit: int | None, n: int | None) -> None:
    """Raise a NoRoomError if the answer for n vertices does not fit a worker with this limit.

    What merges take depends on how many vertices occur, which nobody knows yet.
    """
    if n is None:
        return
    if n > MAXIMUM_VERTICES:
        raise NoRoomError(f"one worker numbers fewer than 2**31 vertices, and there are {n:,}")
    if limit is not None and limit < BYTES_OF_A_VERTEX * n:
        raise NoRoomError(
            f"roots and labels of {n:,} vertices take {BYTES_OF_A_VERTEX * n:,} bytes on one "
            f"worker, and the smallest worker may take {limit:,}"
        )


def check_merge(problem: Problem, limit: int | None, n: int, edges: int) -> None:
    """Raise a NoRoomError if a merge of forests for a problem does not fit a worker."""
    if limit is None:
        return
    vertices = min(n, 2 * edges)
    for_edge, for_vertex = MERGE_BYTES[problem]
    size = for_edge * edges + for_vertex * vertices
    room = max(limit - PROCESS, limit // 4)
    if size > room:
        raise NoRoomError(
            f"a merge of forests of {vertices:,} vertices and {edges:,} edges takes {size:,} bytes "
            f"on one worker, and the smallest worker has room for {room:,}"
        )
