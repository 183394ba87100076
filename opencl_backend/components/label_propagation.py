"""Label propagation on a device: ``label_propagation.cl``."""

from __future__ import annotations

from clconn.opencl_backend.components.liu_tarjan import full_shortcut
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.edge_map import Entries

__all__ = ["finish"]


def finish(space: Workspace, entries: Entries) -> list[Step]:
    """Steps that give every vertex the smallest label of its component.

    Parameters
    ----------
    space : Workspace
    entries : Entries
    """
    n, switches = space.graph.n, entries.switches
    sent = space.buffer("sent", 4 * n)
    spread = (*entries.arguments, sent, PARENTS, space.counters)
    body = [
        space.launch("label_propagation", "wake", n, space.n, PARENTS, sent, **switches),
        space.launch("label_propagation", "spread", entries.items, *spread, **switches),
    ]
    return [
        *entries.preparation,
        space.launch("label_propagation", "begin", n, space.n, sent, **switches),
        Loop(body, space.counters, entries.rounds),
        # Vertices that are the end of no edge, for their edges were relabeled, follow their root.
        full_shortcut(space),
    ]
