"""Rem's algorithm with verification, on a device: ``rem_verified.cl``."""

from __future__ import annotations

from clconn.opencl_backend.components.liu_tarjan import full_shortcut
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.edge_map import listed_edges

__all__ = ["finish"]


def finish(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps that unite the ends of all edges until a round verifies that they are united."""
    entries = listed_edges(builder, arrays)
    arguments = (*entries.arguments, PARENTS, builder.counters)
    unite = builder.launch(
        "rem_verified", "unite_and_verify", entries.items, *arguments, **entries.switches
    )
    return [Loop([unite, full_shortcut(builder)], builder.counters, rounds=1)]
