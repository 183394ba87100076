"""Shorten non-branching paths on a device: ``nonbranching_paths.cl``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import WORK, WORK_SWITCHES
from clconn.opencl_backend.strong_components.rounds import repeated

__all__ = ["NonbranchingPaths", "nonbranching_paths"]

_CONTROL_FIELDS = 8


@dataclass(frozen=True)
class NonbranchingPaths:
    """The steps.

    Attributes
    ----------
    count
        Counts the vertices that do not branch.
    contract
        Returns steps that make them children of the vertices behind their paths. A function, as is
        the next, so that no graph without paths waits for the build of their kernels.
    settle
        Returns what corrects their labels, when all labels are finished.
    """

    count: Step
    contract: Callable[[], list[Step]]
    settle: Callable[[], Step]


def nonbranching_paths(
    builder: PlanBuilder,
    level: int,
    rows: tuple[Any, ...],
    *,
    sizes: Any,
    origins: Any,
    parents: Any,
    heads: Any,
    ends: Any,
    labels: Any,
) -> NonbranchingPaths:
    """The steps that contract non-branching paths, and those that say what they were.

    Parameters
    ----------
    level, rows
        The graph, of no more vertices than that of the builder, and its rows of both directions.
    sizes, origins, parents
        As in ``quotient.cl``.
    heads, ends
        Room for a vertex each; ``ends`` must last until the labels are settled.
    labels
        Of the given graph.
    """
    n = builder.n
    control = builder.scratch("path control", 4 * _CONTROL_FIELDS)

    def launch(kernel: str, items: int, *arguments: Any) -> Step:
        return builder.launch("nonbranching_paths", kernel, items, *arguments, **WORK_SWITCHES)

    def contract() -> list[Step]:
        # Each round of jumps at least doubles the length of a jump, except on cycles.
        most_rounds = n.bit_length() + 1
        follow = repeated(
            builder, "nonbranching_paths", "follow_paths", (level, most_rounds),
            (sizes, parents, heads, control, builder.counters, WORK), dict(WORK_SWITCHES),
        )  # fmt: skip
        return [*follow, launch("end_paths", n, level, sizes, origins, heads, parents, ends)]

    begin = launch(
        "begin_paths", max(n, _CONTROL_FIELDS), n, level, sizes, *rows, parents, heads, ends,
        control, builder.counters,
    )  # fmt: skip
    return NonbranchingPaths(begin, contract, partial(launch, "settle_paths", n, n, ends, labels))
