"""Stergiou's shortcutting label propagation on a device: ``stergiou.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.edge_map import Entries

__all__ = ["finish"]


def finish(space: Workspace, entries: Entries) -> list[Step]:
    """Steps that join the ends of all edges, and point every vertex to its root.

    Parameters
    ----------
    space : Workspace
    entries : Entries
    """
    arrays = (space.buffer("previous", 4 * space.graph.n), PARENTS, space.counters)
    connect = (*entries.arguments, *arrays)

    def shortcut() -> Step:
        return space.launch("stergiou", "shortcut", space.graph.n, space.n, *arrays, **switches)

    switches = entries.switches
    body = [
        space.launch("stergiou", "connect", entries.items, *connect, **switches),
        shortcut(),
    ]
    # The first shortcut makes the previous parents, too.
    return [*entries.preparation, shortcut(), Loop(body, space.counters, entries.rounds)]
