"""All steps of a union over the rows of a small graph in one launch: ``rows_at_once.cl``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.auto_variant import VERTICES_OF_ONE_LAUNCH
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.block_trees import block_switches, joins_blocks
from clconn.opencl_backend.union_find.finish_rows import (
    FINISH_COUNTERS,
    canonical_roots,
    finalization_form,
    flatten_switch,
    long_rows,
    sampled_switches,
    worklists,
)
from clconn.opencl_backend.union_find.phases import barriers_for, launch_phases

__all__ = [
    "MOST_ENTRIES",
    "VERTICES_OF_ALL_ROWS",
    "Sample",
    "are_rows_at_once",
    "unite_rows_at_once",
]

# On an H100, ms in one launch and in four: road-small (254 thousand vertices, 565 thousand
# entries) 0.042 and 0.060, rmat16 (66 and 955 thousand) 0.058 and 0.060; with a million vertices
# a path takes 0.12 and 0.09, and 2d-2e20 0.137 and 0.079: a launch with barriers has only as many
# work-items as run at once.
MOST_ENTRIES = 2**20
"""Entries up to which one launch is faster than four if all are read, and not by blocks; for the
vertices there is :data:`~clconn.opencl_backend.plan.auto_variant.VERTICES_OF_ONE_LAUNCH`."""

_BEFORE_SAMPLING, _BEFORE_ROWS, _LISTED_ROWS, _FINALIZATION = 0, 2, 4, 5
"""Phases of the kernel: the first one with and without sampling, and the last ones. If the first
links are flattened, there is one more before all of them."""

# Where no vertex is left out after a sample, us on an H100 in one launch and in five (2026-11-26),
# with each edge at one end: of 2^17 vertices random graphs (16 neighbors) 65 and 79, 78 and 96,
# R-MAT (11) 51 and 61, 94 and 95, 68 and 84, 82 and 87; of 2^18 118 and 81, 141 and 119, 76 and 77,
# 129 and 103, 90 and 88, 109 and 84, near vertices (6) 72 and 80, 94 and 98.
VERTICES_OF_ALL_ROWS = 2**17
"""Vertices up to which one launch is faster then."""


@dataclass(frozen=True)
class Sample:
    """What is united before the rows.

    Attributes
    ----------
    switches
        The ``-D`` switches of the sampled entries.
    skipped
        Entries at the head of each row that need no second look, unless one was given up.
    """

    switches: Mapping[str, str | int | None]
    skipped: int


def are_rows_at_once(builder: PlanBuilder) -> bool:
    """Whether the rows are to be united so, by the option ``one_launch`` and the graph's size."""
    wanted = builder.options.get("one_launch", "never")
    # By blocks a band of 2^18 vertices with 6 neighbors each takes 34 us on an H100, in three
    # launches 43.
    if wanted == "auto":
        most = VERTICES_OF_ALL_ROWS if builder.reads_all_rows else VERTICES_OF_ONE_LAUNCH
        return (
            builder.n <= most
            and (not _is_plain(builder) or builder.entry_count <= MOST_ENTRIES)
            and builder.runtime.global_barrier is not None
        )
    return bool(wanted == "always")


def _is_plain(builder: PlanBuilder) -> bool:
    """Whether the launch reads all entries one by one, without a sample or blocks before."""
    return not builder.variant.samples and not joins_blocks(builder)


def unite_rows_at_once(
    builder: PlanBuilder, union: dict[str, str | None], sample: Sample | None = None
) -> list[Step]:
    """Steps that point each vertex to the smallest vertex of its component, or keep a forest.

    Parameters
    ----------
    union
        The switches of the find and the union.
    sample
        None if nothing is sampled.
    """
    final = not builder.variant.keeps_edges
    skipped = 0 if sample is None else sample.skipped
    switches = _switches(builder, union, sample)

    def arguments(phase: int, arrivals: Any) -> tuple[Any, ...]:
        return (
            builder.n, skipped, phase, *builder.row_arguments, PARENTS,
            *worklists(builder), builder.counters, arrivals, *builder.link_arguments,
        )  # fmt: skip

    steps = launch_phases(
        builder, "rows_at_once", "unite_rows", arguments, _phases(builder, sample), switches,
        barriers_for(builder, plain=_is_plain(builder)),
    )  # fmt: skip
    return steps + canonical_roots(builder) if final else steps


def _switches(
    builder: PlanBuilder, union: dict[str, str | None], sample: Sample | None
) -> dict[str, Any]:
    switches = {
        **union, **FINISH_COUNTERS, **finalization_form(builder), **long_rows(builder),
        **flatten_switch(builder), "LANES": builder.runtime.tuning.row_lanes,
    }  # fmt: skip
    if sample is not None:
        return {**switches, **sampled_switches(builder), **sample.switches}
    if joins_blocks(builder):
        return switches | block_switches(builder.runtime.tuning.id_block_bits_at_once(builder.n))
    first = builder.options["initialization"].replace("-", "_")
    return {**switches, f"INITIALIZATION_{first}": None}


def _phases(builder: PlanBuilder, sample: Sample | None) -> Iterator[int]:
    """The phases of the kernel that have something to do."""
    flattens = bool(builder.options["flatten_links"])
    first = _BEFORE_ROWS if sample is None else _BEFORE_SAMPLING
    yield from range(first - flattens, _LISTED_ROWS)
    if long_rows(builder):
        yield _LISTED_ROWS
    # The edges of a forest do not need final parents.
    if not builder.variant.keeps_edges:
        yield _FINALIZATION
