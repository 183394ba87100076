"""Which kernels leave an edge for later if its finds or its walk are long: ``given_up_edge.h``."""

from __future__ import annotations

from clconn.opencl_backend.plan.auto_reasons import VERTICES_OF_LARGE
from clconn.opencl_backend.plan.plan_builder import PlanBuilder

__all__ = [
    "STEPS_OF_LISTED_ROWS",
    "STEPS_OF_LISTS",
    "STEPS_OF_ROWS",
    "VERTICES_TO_BOUND_FINDS",
    "VERTICES_TO_GIVE_UP_ROWS",
    "are_list_edges_given_up",
    "are_rows_given_up",
]

# On an H100, us by finds with a bound and without one (2026-11-26): a path of 2^22 vertices whose
# ids ascend from both ends to its middle 457 and 2,892, half of it beside or among a random graph
# 454 and 892, 585 and 3,666, an eighth 494 and 715, 593 and 1,303; rmat22, social, web, r4-2e23 433
# and 430, 1,321 and 1,333, 1,333 and 1,328, 782 and 780. Smaller lists lose by it, and lists in
# blocks up to a quarter: the launch that has nothing to do takes 4 to 5 us.
VERTICES_TO_BOUND_FINDS = VERTICES_OF_LARGE
"""Vertices of a list from which finds in the given order give up an edge, too."""
STEPS_OF_LISTS = 128
"""Steps after which an edge of a list is given up (``unite.h`` has what was measured)."""

# On an H100, us by csr/async/single without a bound and with one of 128, 256, 512 and 1,024 steps
# (2026-11-26, 2^22 vertices, initialization=self): a bar beside cliques in a row, both from both
# ends, 4,001 and 561, 533, 651, 1,003, a tree of near vertices from both ends 1,551 and 443, 486,
# 525, 676, a triangulation among such a tree 4,580 and 637, 645, 686, 741; by walks that meet a
# band beside a strip from both ends (2^23, unsorted) 40,850 and 1,154, 932, 1,006, 939. What is
# lost: cliques in a row linked to hexagons (at one end) 202 and 337, 220, 222, 223, roads beside a
# tree 441 and 654, 377, 412, 441, dense neighbors beside a torus (at one end) 364 and 537 to 557;
# where nothing is given up, the launch that has nothing to do, 5 to 10 us (road24 579 and 585), and
# the build of one more program with the first such graph.
VERTICES_TO_GIVE_UP_ROWS = VERTICES_OF_LARGE
"""Vertices from which a finish without a sample gives up an edge whose finds or walk are long."""
STEPS_OF_ROWS = 256
"""Steps after which an edge of a row is given up."""

# On an H100, us of all kernels without a bound and with one of 16, 64 and 256 steps (2026-11-27): a
# tree from both ends among caterpillars (2^19 vertices, rows in no order) by walks that meet 426
# and 213, 235, 244, after flattened links 255 and 130, 147, 160. What was chosen for 34 other
# mixtures of 2^18 to 2^23 vertices takes 0.99 to 1.01 of the time in the mean by each, and so do
# the ten named graphs.
STEPS_OF_LISTED_ROWS = 64
"""The same of rows that are listed after a sample."""

_BOUNDED = {("async", "single"), ("interleaved", "single")}
"""Unions and finds that have a bound (``unite.h``)."""


def are_list_edges_given_up(builder: PlanBuilder) -> bool:
    """Whether an edge of a list that is all that there is may be left for later."""
    is_bounded = builder.variant.finish == "interleaved" or (
        builder.options.get("order") == "given" and builder.n >= VERTICES_TO_BOUND_FINDS
    )
    return is_bounded and _may_give_up(builder)


def are_rows_given_up(builder: PlanBuilder) -> bool:
    """Whether an edge of a row may be, where all rows are read one by one."""
    return builder.n >= VERTICES_TO_GIVE_UP_ROWS and _may_give_up(builder)


def are_listed_rows_given_up(builder: PlanBuilder) -> bool:
    """Whether an edge of a row may be, where rows are listed after a sample.

    With a barrier across work-groups that takes no launch more, as the second look comes with the
    finalization. But a run waits for its end then, as all with such a barrier do. A forest has no
    finalization, and without a barrier it would take two launches.
    """
    is_usual = builder.options.get("finalization", "single") == "single"
    has_finalization = is_usual and not builder.variant.keeps_edges
    return has_finalization and _may_give_up(builder) and builder.runtime.global_barrier is not None


def _may_give_up(builder: PlanBuilder) -> bool:
    """Whether the union has a bound, and the device many work-items that would wait.

    A processor has few of them at once, so that even a long find takes a small part of its time.
    """
    is_bounded = (builder.variant.finish, builder.variant.compression) in _BOUNDED
    return is_bounded and not builder.runtime.tuning.blocks
