"""Connected components as in Groute, on a device: ``groute.cl``."""

from __future__ import annotations

from clconn.opencl_backend.coo import piece_size
from clconn.opencl_backend.edge_arrays import EdgeArrays
from clconn.opencl_backend.liu_tarjan import full_shortcut
from clconn.opencl_backend.steps import PARENTS, Step
from clconn.opencl_backend.workspace import Workspace

__all__ = ["finish"]

_ATOMIC_HOOKING = {"FIND": "find_naive", "UNITE_async": None}


def finish(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    """Steps that hook the edges segment by segment, and shortcut after each.

    Parameters
    ----------
    space : Workspace
    arrays : EdgeArrays
    """
    size = piece_size(space.graph.n, arrays.count)
    jump = full_shortcut(space)
    steps: list[Step] = []
    for begin in range(0, arrays.count, size):
        end = min(begin + size, arrays.count)
        arguments = (
            space.offset(begin),
            space.offset(end),
            arrays.sources,
            arrays.targets,
            PARENTS,
        )
        hook = space.launch("groute", "hook_segment", end - begin, *arguments, **_ATOMIC_HOOKING)
        steps += [hook, jump]
    return steps
