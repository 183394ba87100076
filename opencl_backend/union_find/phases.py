"""Steps of an algorithm as phases of one kernel: in one launch with a barrier, or each in its own.

With a barrier across work-groups (``global_barrier.h``) a launch goes through all phases. Without
one the host launches each by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from clconn.opencl_backend.device.global_barrier import GlobalBarrier
from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["launch_phases"]

_EACH = -2
"""What stands for a phase where a launch goes through all of them, and the kernel does not ask."""


def launch_phases(
    builder: PlanBuilder,
    file: str,
    kernel: str,
    arguments: Callable[[int, Any], tuple[Any, ...]],
    phases: Iterable[int],
    switches: dict[str, Any],
    barriers: Iterable[GlobalBarrier],
) -> list[Step]:
    """One launch of all phases of a kernel, or one of each.

    Parameters
    ----------
    arguments
        Takes a phase and the two counters of the barrier, and returns the kernel's arguments.
    phases
        Those that have something to do.
    switches
        The kernel's, but for the size of its groups and for ``ALL_IN_WORK`` (``finalize.h``).
    barriers
        Those that may be taken, the best one first; none where each phase has its launch.
    """
    barriers = list(barriers)
    arrivals = builder.runtime.upload_writable(np.zeros(2, dtype=np.int32)) if barriers else None
    for barrier in barriers:
        own = {
            "GROUP": barrier.local_size, "ALL_IN_WORK": int(builder.n <= barrier.most_items),
            **barrier.switches, **switches,
        }  # fmt: skip
        launch = builder.launch_together(barrier, file, kernel, *arguments(_EACH, arrivals), **own)
        if launch is not None:
            return [launch]
    tuning = builder.runtime.tuning
    items = tuning.groups * tuning.local_size
    own = {"GROUP": tuning.local_size, **switches}
    return [
        builder.launch(file, kernel, items, *arguments(phase, builder.counters), **own)
        for phase in phases
    ]
