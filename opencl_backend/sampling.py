"""k-out sampling on the device: ``sampling.cl``."""

from __future__ import annotations

from clconn.opencl_backend.steps import PARENTS, Step
from clconn.opencl_backend.workspace import Workspace

__all__ = ["flatten_and_vote", "kout_sampling"]


def kout_sampling(space: Workspace, unite: dict[str, str | None]) -> list[Step]:
    """Steps that unite each vertex with its first k neighbors, by the option of that name.

    Parameters
    ----------
    space : Workspace
    unite : dict
        The switches of the find and the union.
    """
    n, k = space.graph.n, int(space.options["k"])
    rest = space.buffer("worklist", 4 * n)
    first = (space.n, *space.rows, PARENTS, rest, space.counters)
    second = (space.n, *space.rows, PARENTS, rest)
    return [
        space.launch("sampling", "sample_first", n, *first, K=k, **unite),
        space.launch("sampling", "sample_rest", n, *second, K=k, **unite),
    ]


def flatten_and_vote(space: Workspace, unite: dict[str, str | None]) -> list[Step]:
    """A step that flattens the trees and leaves the most frequent label in the counters."""
    arguments = (space.n, PARENTS, space.counters)
    k = int(space.options["k"])
    return [space.launch("sampling", "flatten_and_vote", space.graph.n, *arguments, K=k, **unite)]
