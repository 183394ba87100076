"""Trimming by counts on a device: ``counted_trimming.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.outputs import WORK, WORK_SWITCHES
from clconn.opencl_backend.strong_components.rounds import repeated
from clconn.opencl_backend.union_find.bfs import round_items

__all__ = ["LEAST_ROUNDS", "counted_trimming"]

_CONTROL_FIELDS = 16
ROW_PIECE = 1 << 9
"""Entries of a part of a row that several work-items take."""
LEAST_ROUNDS = 256


def counted_trimming(
    builder: PlanBuilder,
    labels: Any,
    signatures: Any,
    *,
    least_rounds: int | None = None,
    most_rounds: int | None = None,
) -> list[Step]:
    """Steps that finish vertices without arcs of one kind in their region, until none is left.

    Or after ``most_rounds``, by default so many that one core would take no longer; or from
    ``least_rounds`` on, if given, once the pace at which they leave falls.
    """
    n, entry_count = builder.n, builder.entry_count
    rows, back_rows = builder.row_arguments, builder.transposed_rows.arguments
    counts = builder.scratch("counts of neighbors", 8 * n)
    trimmed = builder.scratch("trimmed", 8 * (n + 2 * (entry_count // ROW_PIECE)))
    control = builder.scratch("trimming control", 4 * _CONTROL_FIELDS)
    file = "counted_trimming"
    tuning = builder.runtime.tuning
    switches = {
        "ROW_PIECE": ROW_PIECE,
        "ROW_LANES": tuning.row_lanes,
        "LOCAL_SIZE": tuning.local_size,
        **WORK_SWITCHES,
    }
    if most_rounds is None:
        most_rounds = max(LEAST_ROUNDS, (n + 2 * entry_count) >> 9)
    if least_rounds is None:
        least_rounds = most_rounds
    return [
        builder.launch(
            file, "clear_counts", max(n, _CONTROL_FIELDS), n, counts, control, builder.counters,
            **switches,
        ),
        builder.launch(
            file, "count_neighbors", round_items(builder), n, *rows, labels, signatures, counts,
            **switches,
        ),
        builder.launch(
            file, "list_first", n, n, rows[0], back_rows[0], counts, labels, trimmed, control,
            **switches,
        ),
        *repeated(
            builder, file, "trim_by_counts", (n, least_rounds, most_rounds),
            (*rows, *back_rows, signatures, counts, trimmed, labels, control, builder.counters,
             WORK),
            switches,
        ),
        builder.launch(file, "leave_regions", n, n, labels, signatures, **switches),
    ]  # fmt: skip
