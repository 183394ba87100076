"""Stergiou's shortcutting label propagation on a device: ``stergiou.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.edge_map import Entries

__all__ = ["finish"]


def finish(builder: PlanBuilder, entries: Entries) -> list[Step]:
    """Steps that join the ends of all edges, and point every vertex to its root."""
    arrays = (builder.scratch("previous", 4 * builder.n), PARENTS, builder.counters)
    connect = (*entries.arguments, *arrays)

    def shortcut() -> Step:
        return builder.launch("stergiou", "shortcut", builder.n, builder.n, *arrays, **switches)

    switches = entries.switches
    body = [
        builder.launch("stergiou", "connect", entries.items, *connect, **switches),
        shortcut(),
    ]
    # The first shortcut also initializes the previous parents.
    return [*entries.preparation, shortcut(), Loop(body, builder.counters, entries.rounds)]
