"""Runtimes that run the kernels with a barrier across work-groups, on any device."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.global_barrier import GlobalBarrier
from tests.helpers.queues import new_runtime
from tests.helpers.unoptimized import without_optimization


def of_one_group(runtime: Any, local_size: int = 64) -> Any:
    """The runtime, whose launches of all rounds have one work-group, which waits for nobody."""
    runtime.__dict__["global_barrier"] = GlobalBarrier(1, local_size, {"GLOBAL_BARRIER": None})
    return runtime


def runtime_with_barrier(device: Any, *, together: bool = True) -> Any:
    """A new runtime in which one launch does all rounds; or where not ``together``, none does."""
    runtime = new_runtime(device)
    if together:
        return of_one_group(without_optimization(runtime))
    runtime.__dict__["global_barrier"] = None
    return runtime
