"""Shiloach and Vishkin's algorithm with minima on a device: ``shiloach_vishkin.cl``."""

from __future__ import annotations

from clconn.opencl_backend.components.liu_tarjan import full_shortcut
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.edge_map import Entries

__all__ = ["finish"]


def finish(builder: PlanBuilder, entries: Entries) -> list[Step]:
    """Steps that join the ends of all edges, and point every vertex to its root."""
    arguments = (*entries.arguments, PARENTS, builder.counters)
    hook = builder.launch("shiloach_vishkin", "hook", entries.items, *arguments, **entries.switches)
    # Parents must be roots at the beginning of every round, including the first.
    rounds = Loop([hook, full_shortcut(builder)], builder.counters, entries.rounds)
    return [*entries.preparation, full_shortcut(builder), rounds]
