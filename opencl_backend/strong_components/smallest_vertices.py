"""The last step of all algorithms with labels: ``smallest_vertices.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import ROOTS

__all__ = ["smallest_vertices"]


def smallest_vertices(builder: PlanBuilder, labels: Any, names: int, smallest: Any) -> list[Step]:
    """Steps that store the smallest vertex of each vertex's component.

    Parameters
    ----------
    labels : pyopencl.Buffer
        Of finished vertices (``labels.h``).
    names
        A number above those of all components.
    smallest : pyopencl.Buffer
        Room for as many int32; overwritten.
    """
    n, file = builder.n, "smallest_vertices"
    return [
        builder.launch(file, "clear_smallest", names, names, smallest),
        builder.launch(file, "find_smallest", n, n, labels, smallest),
        builder.launch(file, "take_smallest", n, n, labels, smallest, ROOTS),
    ]
