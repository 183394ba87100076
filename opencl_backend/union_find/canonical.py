"""From any root of each tree to the tree's smallest vertex, on the device: ``canonical.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import Workspace

__all__ = ["canonicalize"]


def canonicalize(space: Workspace) -> list[Step]:
    """Steps that point every vertex to the smallest vertex of its tree.

    Parameters
    ----------
    space : Workspace
        Whose parents point to the roots already.
    """
    n = space.graph.n
    smallest = space.buffer("smallest", 4 * n)
    return [
        space.launch("canonical", "begin_smallest", n, space.n, smallest),
        space.launch("canonical", "lower_smallest", n, space.n, PARENTS, smallest),
        space.launch("canonical", "take_smallest", n, space.n, smallest, PARENTS),
    ]
