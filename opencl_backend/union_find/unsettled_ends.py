"""The finish after sampling where edges may be stored at one end only: ``unsettled_ends.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = ["marks_unsettled", "unite_unsettled_ends", "unsettled_switches", "unsettled_words"]


def marks_unsettled(builder: PlanBuilder) -> bool:
    """Whether all entries are asked for unsettled ends, after the rows of unsettled vertices.

    Otherwise, if settled vertices are not left out, all rows are finished. A processor does that,
    whose cores go through the rows in order, and a device whose groups do not mark whole words.
    """
    gathers = bool(builder.options.get("vertex_gathering"))
    in_words = not builder.runtime.tuning.blocks and _marked(builder) % 32 == 0
    return builder.reads_all_rows and gathers and in_words


def _marked(builder: PlanBuilder) -> int:
    """Vertices that a group marks at once."""
    return builder.runtime.tuning.looks * builder.runtime.tuning.local_size


def unsettled_switches(builder: PlanBuilder) -> dict[str, Any]:
    """The switches of the kernel that marks unsettled vertices."""
    return {"MARKED": _marked(builder)}


def unsettled_words(builder: PlanBuilder) -> Any:
    """The scratch buffer of the bits of all vertices."""
    return builder.scratch("unsettled", 4 * max(1, -(-builder.n // 32)))


def unite_unsettled_ends(builder: PlanBuilder, unite: dict[str, Any]) -> list[Step]:
    """A step that unites the entries of settled vertices that end at unsettled ones.

    Parameters
    ----------
    unite
        The switches of the find and the union.
    """
    tuning = builder.runtime.tuning
    entries = builder.place(builder.entry_count)
    arguments = (
        builder.n, entries, *builder.row_arguments, PARENTS, unsettled_words(builder),
        builder.counters, *builder.link_arguments,
    )  # fmt: skip
    return [
        builder.launch(
            "unsettled_ends", "unite_unsettled_ends", tuning.groups * tuning.local_size,
            *arguments, **unite, GROUP=tuning.local_size,
        )
    ]  # fmt: skip
