"""Rounds of one kernel: one launch for all of them, or a launch for each.

A kernel that can do both takes the slot of its first round. Where the device has a barrier across
work-groups (``global_barrier.h``), the kernel goes on by itself until nothing is left to do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clconn.opencl_backend.device.launches import Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.bfs import round_items

__all__ = ["repeated"]

_SLOTS = 3


def repeated(
    builder: PlanBuilder,
    file: str,
    kernel: str,
    before: tuple[Any, ...],
    after: tuple[Any, ...],
    switches: dict[str, Any],
    *,
    together: tuple[Any, ...] = (),
    beginning: Callable[[], list[Step]] = list,
) -> list[Step]:
    """The steps that run rounds until one has nothing to do.

    Parameters
    ----------
    before, after
        The arguments before and after that of the first slot.
    together
        Those that follow where one launch does all rounds, but for that of the barrier.
    beginning
        Returns the steps that come before where each round is a launch; that of all rounds does
        them itself.
    """
    barrier = builder.runtime.global_barrier
    if barrier is not None:
        own = {"GROUP": barrier.local_size, **barrier.switches, **switches}
        arguments = (*before, 0, *after, *together, builder.runtime.arrivals)
        launch = builder.launch_together(barrier, file, kernel, *arguments, **own)
        if launch is not None:
            return [launch]
    switches = {"GROUP": builder.runtime.tuning.local_size, **switches}
    body = [
        builder.launch(file, kernel, round_items(builder), *before, slot, *after, **switches)
        for slot in range(_SLOTS)
    ]
    return [*beginning(), Loop(body, builder.counters, rounds=2, most_rounds=32)]
