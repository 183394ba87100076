"""Replace any root of each tree by its smallest vertex, on the device: ``canonical.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["canonicalize"]


def canonicalize(builder: PlanBuilder) -> list[Step]:
    """Steps that point every vertex to the smallest vertex of its tree.

    The vertices must already point to their roots.
    """
    n = builder.n
    smallest = builder.scratch("smallest", 4 * n)
    return [
        builder.launch("canonical", "begin_smallest", n, builder.n, smallest),
        builder.launch("canonical", "lower_smallest", n, builder.n, PARENTS, smallest),
        builder.launch("canonical", "take_smallest", n, builder.n, smallest, PARENTS),
    ]
