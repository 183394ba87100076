"""From Union-JTB's trees to parents, on the device: ``jtb.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import Workspace

__all__ = ["show_roots", "smallest_vertices"]


def show_roots(space: Workspace) -> list[Step]:
    """A step that makes the parent of each vertex the root of its tree, whichever that is."""
    return [_step(space, "show_roots")]


def smallest_vertices(space: Workspace) -> list[Step]:
    """Steps that make the parent of each vertex the smallest vertex of its tree."""
    return [_step(space, "find_smallest"), _step(space, "point_to_smallest")]


def _step(space: Workspace, kernel: str) -> Step:
    return space.launch("jtb", kernel, space.graph.n, space.n, PARENTS, space.auxiliary)
