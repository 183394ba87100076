"""Whether the vertices of a graph fit the workers, before anything is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clconn.errors import ClusterError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["check_vertices", "smallest_limit"]

BYTES_OF_A_VERTEX = 8
"""What a vertex takes at least where the last forest becomes an answer: a root, and a label."""


def smallest_limit(client: Client) -> int | None:
    """Return the bytes that the smallest worker may take, or None if none has a limit."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return min((each["memory_limit"] for each in workers if each["memory_limit"]), default=None)


def check_vertices(client: Client, n: int | None) -> None:
    """Raise a ClusterError if the answer for n vertices does not fit a worker.

    What merges take depends on how many vertices occur, which nobody knows yet.
    """
    limit = smallest_limit(client)
    if n is None or limit is None or BYTES_OF_A_VERTEX * n <= limit:
        return
    raise ClusterError(
        f"roots and labels of {n:,} vertices take {BYTES_OF_A_VERTEX * n:,} bytes on one worker, "
        f"and the smallest worker may take {limit:,}; give the workers more memory, or take "
        "clconn.distributed.contracted_components, which needs no array of all vertices"
    )
