"""Rem's algorithm with verification, on a device: ``rem_verified.cl``."""

from __future__ import annotations

from clconn.opencl_backend.edge_arrays import EdgeArrays
from clconn.opencl_backend.entries import listed_edges
from clconn.opencl_backend.liu_tarjan import full_shortcut
from clconn.opencl_backend.steps import PARENTS, Loop, Step
from clconn.opencl_backend.workspace import Workspace

__all__ = ["finish"]


def finish(space: Workspace, arrays: EdgeArrays) -> list[Step]:
    """Steps that unite the ends of all edges until they are seen to be united.

    Parameters
    ----------
    space : Workspace
    arrays : EdgeArrays
    """
    entries = listed_edges(space, arrays)
    arguments = (*entries.arguments, PARENTS, space.counters)
    unite = space.launch(
        "rem_verified", "unite_and_verify", entries.items, *arguments, **entries.switches
    )
    return [Loop([unite, full_shortcut(space)], space.counters, rounds=1)]
