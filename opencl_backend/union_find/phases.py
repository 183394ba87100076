"""Steps of an algorithm as phases of one kernel: in one launch with a barrier, or each in its own.

With a barrier across work-groups (``global_barrier.h``) a launch goes through all phases. Without
one the host launches each by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from clconn.opencl_backend.device.global_barrier import GlobalBarrier
from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["barriers_for", "launch_phases"]

_EACH = -2
"""What stands for a phase where a launch goes through all of them, and the kernel does not ask."""

# With two groups on each compute unit a vertex has a work-item of its own in most small graphs. Us
# on an H100 by one group and by two (2026-11-26), of 2^18 vertices unless said: by finds road-small
# 35 and 32, a shuffled tree 60 and 53, a shuffled path 59 and 51, hexagons 59 and 39, a sparse
# random graph 44 and 40; by walks that meet shuffled roads 62 and 58, a shuffled torus 78 and 66, a
# random graph 87 and 75. But up to 2^17 vertices take up to a tenth longer, and halved paths,
# samples and blocks up to ten times as long where ids follow the graph.
_CROWDED = {("async", "single"), ("interleaved", "single")}
"""Unions and finds that gain by two groups on each compute unit where one has fewer work-items than
there are vertices. No trait tells them: only these, and those that lose, were measured."""


def barriers_for(builder: PlanBuilder, *, plain: bool = True) -> list[GlobalBarrier]:
    """The barriers that may be taken, the best one first.

    Parameters
    ----------
    plain
        Whether all entries or edges are united as they are read, without a sample or blocks of ids
        before, and none is left for later. (A trial of such lists with two groups did not end.)
    """
    runtime = builder.runtime
    barrier = runtime.global_barrier
    if barrier is None:
        return []
    gains = (builder.variant.finish, builder.variant.compression) in _CROWDED
    wants_two = plain and gains and builder.n > barrier.most_items
    crowded = runtime.crowded_barrier if wants_two else None
    return [barrier] if crowded is None else [crowded, barrier]


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
    for barrier in barriers:
        own = {
            "GROUP": barrier.local_size, "ALL_IN_WORK": int(builder.n <= barrier.most_items),
            **barrier.switches, **switches,
        }  # fmt: skip
        launch = builder.launch_together(
            barrier, file, kernel, *arguments(_EACH, builder.runtime.arrivals), **own
        )
        if launch is not None:
            return [launch]
    tuning = builder.runtime.tuning
    items = tuning.groups * tuning.local_size
    own = {"GROUP": tuning.local_size, **switches}
    return [
        builder.launch(file, kernel, items, *arguments(phase, builder.counters), **own)
        for phase in phases
    ]
