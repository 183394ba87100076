"""A second look at rows, if their finish has left an edge: ``given_up_rows.cl``.

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
    builder: PlanBuilder, lists: tuple[Any, Any], skipped: int | None, switches: dict[str, Any]
) -> list[Step]:
    """Steps that unite what the finish has given up.

    After a sample they follow the finish, and are the finalization, too (of components; forests
    give nothing up there). Where all rows are read they follow the finalization, if there is one.

    Parameters
    ----------
    lists
        The lists of rows.
    skipped
        Entries at the head of each listed row that were sampled; None if all rows are read.
    switches
        Those of the finish, without GIVES_UP.
    """

    def arguments(phase: int, arrivals: Any) -> tuple[Any, ...]:
        return (
            builder.n, skipped or 0, phase, *builder.row_arguments, PARENTS, *lists,
            builder.counters, arrivals, *builder.link_arguments,
        )  # fmt: skip

    reads_all = skipped is None
    phases = [_GIVEN_UP_ROWS]
    if builder.variant.keeps_edges or not reads_all:
        phases.insert(0, _FLAT_TREES)
    if not builder.variant.keeps_edges:
        phases.append(_FINALIZATION)
    own = {**switches, **({"ALL_ROWS": None} if reads_all else {})}
    return launch_phases(
        builder, "given_up_rows", "unite_given_up_rows", arguments, phases, own,
        barriers_for(builder, plain=False),
    )  # fmt: skip
