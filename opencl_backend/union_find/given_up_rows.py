"""A second look at the rows of a large graph, if its finish has left an edge: ``given_up_rows.cl``.

``given_up_edges.py`` says where that may be.
"""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.phases import barriers_for, launch_phases

__all__ = ["unite_given_up_rows"]

_FLAT_TREES, _GIVEN_UP_ROWS, _FINALIZATION = range(3)
"""Phases of the kernel."""


def unite_given_up_rows(
    builder: PlanBuilder, lists: tuple[Any, Any], switches: dict[str, Any]
) -> list[Step]:
    """Steps after those of the finish and its finalization; idle unless an edge was given up.

    Parameters
    ----------
    lists
        The lists of long rows.
    switches
        Those of the finish and of the finalization, without GIVES_UP.
    """

    def arguments(phase: int, arrivals: Any) -> tuple[Any, ...]:
        return (
            builder.n, phase, *builder.row_arguments, PARENTS, *lists, builder.counters, arrivals,
            *builder.link_arguments,
        )  # fmt: skip

    keeps_edges = builder.variant.keeps_edges
    phases = [_FLAT_TREES, _GIVEN_UP_ROWS] if keeps_edges else [_GIVEN_UP_ROWS, _FINALIZATION]
    return launch_phases(
        builder, "given_up_rows", "unite_given_up_rows", arguments, phases, switches,
        barriers_for(builder, plain=False),
    )  # fmt: skip
