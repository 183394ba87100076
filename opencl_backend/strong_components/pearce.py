"""Pearce's algorithm by one work-item: ``pearce.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import ROOTS

__all__ = ["pearce"]


def pearce(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm."""
    n = builder.n
    index = builder.scratch("index", 4 * n)
    stack = builder.scratch("stack", 4 * n)
    positions = builder.scratch("positions", builder.rows.offset_dtype.itemsize * n)
    return [
        builder.launch("pearce", "clear_index", n, n, index),
        builder.launch_in_groups(
            1, "pearce", "find_components", 1, n, *builder.row_arguments, index, stack, positions
        ),
        builder.launch("pearce", "take_roots", n, n, index, stack, ROOTS),
    ]
