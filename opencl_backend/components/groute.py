"""Connected components as in Groute, on a device: ``groute.cl``."""

from __future__ import annotations

from clconn.opencl_backend.components.liu_tarjan import full_shortcut
from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.coo import piece_size

__all__ = ["finish"]

_ATOMIC_HOOKING = {"FIND": "find_naive", "UNITE_async": None}


def finish(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps that hook the edges segment by segment, and shortcut after each segment."""
    size = piece_size(builder.n, arrays.count)
    jump = full_shortcut(builder)
    steps: list[Step] = []
    for begin in range(0, arrays.count, size):
        end = min(begin + size, arrays.count)
        arguments = (
            builder.place(begin),
            builder.place(end),
            arrays.sources,
            arrays.targets,
            PARENTS,
        )
        hook = builder.launch("groute", "hook_segment", end - begin, *arguments, **_ATOMIC_HOOKING)
        steps += [hook, jump]
    return steps
