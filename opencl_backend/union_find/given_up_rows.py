"""Rows of a large graph whose finish has left an edge for later: ``given_up_rows.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.phases import barriers_for, launch_phases

__all__ = ["GIVES_UP_ROWS", "VERTICES_TO_GIVE_UP_ROWS", "are_rows_given_up", "unite_given_up_rows"]

# On an H100, us by csr/async/single without a bound and with one of 128, 256, 512 and 1,024 steps
# (2026-11-26, 2^22 vertices, initialization=self): a bar beside cliques in a row, both from both
# ends, 4,001 and 561, 533, 651, 1,003, a tree of near vertices from both ends 1,551 and 443, 486,
# 525, 676, a triangulation among such a tree 4,580 and 637, 645, 686, 741; by walks that meet a
# band beside a strip from both ends (2^23, unsorted) 40,850 and 1,154, 932, 1,006, 939. What is
# lost: cliques in a row linked to hexagons (at one end) 202 and 337, 220, 222, 223, roads beside a
# tree 441 and 654, 377, 412, 441, dense neighbors beside a torus (at one end) 364 and 537 to 557;
# where nothing is given up, the launch that has nothing to do, 5 to 10 us (road24 579 and 585).
VERTICES_TO_GIVE_UP_ROWS = 4_000_000
"""Vertices from which a finish without a sample gives up an edge whose finds or walk are long."""
GIVES_UP_ROWS = {"GIVES_UP": 256}
"""The switch of its kernels: the most steps."""

_FLAT_TREES, _GIVEN_UP_ROWS, _FINALIZATION = range(3)
"""Phases of the kernel."""

_BOUNDED = {("async", "single"), ("interleaved", "single")}
"""Unions and finds that have a bound (``unite.h``)."""


def are_rows_given_up(builder: PlanBuilder) -> bool:
    """Whether the finish of all rows leaves an edge for later if its finds or its walk are long.

    A processor has few of them at once, so that even a long one takes a small part of its time.
    """
    is_bounded = (builder.variant.finish, builder.variant.compression) in _BOUNDED
    is_large = builder.n >= VERTICES_TO_GIVE_UP_ROWS
    return is_bounded and is_large and not builder.runtime.tuning.blocks


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
