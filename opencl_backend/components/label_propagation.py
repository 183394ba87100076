"""Label propagation on a device: ``label_propagation.cl``."""

from __future__ import annotations

from clconn.opencl_backend.components.liu_tarjan import full_shortcut
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.edge_map import Entries

__all__ = ["finish"]


def finish(builder: PlanBuilder, entries: Entries) -> list[Step]:
    """Steps that give every vertex the smallest label of its component."""
    n, switches = builder.n, entries.switches
    sent = builder.scratch("sent", 4 * n)
    spread = (*entries.arguments, sent, PARENTS, builder.counters)
    body = [
        builder.launch("label_propagation", "wake", n, builder.n, PARENTS, sent, **switches),
        builder.launch("label_propagation", "spread", entries.items, *spread, **switches),
    ]
    return [
        *entries.preparation,
        builder.launch("label_propagation", "begin", n, builder.n, sent, **switches),
        Loop(body, builder.counters, entries.rounds),
        # After relabeling, some vertices are not an end of any edge; these follow their root.
        full_shortcut(builder),
    ]
