"""From Union-JTB's trees to parents, on the device: ``jtb.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["show_roots", "smallest_vertices"]


def show_roots(builder: PlanBuilder) -> list[Step]:
    """A step that makes the parent of each vertex the root of its tree, whichever that is."""
    return [_step(builder, "show_roots")]


def smallest_vertices(builder: PlanBuilder) -> list[Step]:
    """Steps that make the parent of each vertex the smallest vertex of its tree."""
    return [_step(builder, "find_smallest"), _step(builder, "point_to_smallest")]


def _step(builder: PlanBuilder, kernel: str) -> Step:
    return builder.launch("jtb", kernel, builder.n, builder.n, PARENTS, builder.union_state)
