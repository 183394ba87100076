"""Turn Union-JTB's trees into parents, on the device: ``jtb.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["show_roots", "smallest_vertices"]


def show_roots(builder: PlanBuilder) -> list[Step]:
    """A step that stores the root of each vertex's tree as its parent, whichever root that is."""
    return [_step(builder, "show_roots")]


def smallest_vertices(builder: PlanBuilder) -> list[Step]:
    """Steps that store the smallest vertex of each vertex's tree as its parent."""
    return [_step(builder, "find_smallest"), _step(builder, "point_to_smallest")]


def _step(builder: PlanBuilder, kernel: str) -> Step:
    return builder.launch("jtb", kernel, builder.n, builder.n, PARENTS, builder.union_state)
