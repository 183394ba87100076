"""The last step of all algorithms with labels: ``smallest_vertices.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import ROOTS

__all__ = ["smallest_vertices"]

_FILE = "smallest_vertices"


def smallest_vertices(builder: PlanBuilder, labels: Any, names: int, smallest: Any) -> list[Step]:
    """Steps that store the smallest vertex of each vertex's component.

    Vertices that are not finished get none.

    Parameters
    ----------
    labels : pyopencl.Buffer
        ``labels.h``.
    names
        A number above those of all components.
    smallest : pyopencl.Buffer
        Room for as many int32; overwritten.
    """
    runtime, n = builder.runtime, builder.n
    barrier = runtime.global_barrier
    if barrier is not None:
        together = builder.launch_together(
            barrier, _FILE, "name_components", n, names, labels, smallest, ROOTS, runtime.arrivals,
            GROUP=barrier.local_size, **barrier.switches,
        )  # fmt: skip
        if together is not None:
            return [together]
    return [
        builder.launch(_FILE, "clear_smallest", names, names, smallest),
        builder.launch(_FILE, "find_smallest", n, n, labels, smallest),
        builder.launch(_FILE, "take_smallest", n, n, labels, smallest, ROOTS),
    ]
