"""All steps of a union over a list of edges in one launch, or the last: ``edges_at_once.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.finish_rows import canonical_roots, finalization_form
from clconn.opencl_backend.union_find.phases import barriers_for, launch_phases

__all__ = [
    "MOST_EDGES",
    "MOST_VERTICES",
    "VERTICES_TO_BOUND_FINDS",
    "are_edges_at_once",
    "give_up_switch",
    "unite_edges_at_once",
    "unite_given_up_edges",
]

# On an H200, in one launch and in three, as multiples (2026-11-26): of 2^16 vertices 0.6 to 1.1
# with up to 2^19 edges (finds 0.85 in the mean, walks that meet 0.97), with 650,000 to 920,000 1.0
# to 1.5; of 2^18 vertices finds 1.05. With two groups on each compute unit, of 2^18 vertices, 0.92
# by finds and 0.98 by walks that meet, at most 1.4, and with more than 2^19 edges 1.1 and 1.15, at
# most 3.2.
MOST_VERTICES, MOST_EDGES = 2**17, 2**19
"""Vertices and edges up to which one launch is faster than three."""

# On an H100, us by finds with a bound and without one (2026-11-26): a path of 2^22 vertices whose
# ids ascend from both ends to its middle 457 and 2,892, half of it beside or among a random graph
# 454 and 892, 585 and 3,666, an eighth 494 and 715, 593 and 1,303; rmat22, social, web, r4-2e23 433
# and 430, 1,321 and 1,333, 1,333 and 1,328, 782 and 780. Smaller lists lose by it, and lists in
# blocks up to a quarter: the launch that has nothing to do takes 4 to 5 us.
VERTICES_TO_BOUND_FINDS = 4_000_000
"""Vertices of a list from which finds in the given order give up an edge, too."""

_MOST_STEPS = 128
"""Steps after which an edge of a list is given up (``unite.h`` has what was measured)."""

_FLAT_TREES, _GIVEN_UP_EDGES, _FINALIZATION = 2, 3, 4
"""Phases of the kernel after the first look at the edges."""


def give_up_switch(builder: PlanBuilder) -> dict[str, int]:
    """The switch of kernels that leave an edge to others if its walk or its finds are long.

    A processor has few of them at once, so that even a long one takes a small part of its time.
    """
    walks = builder.variant.finish == "interleaved"
    gives_up = (walks or _are_finds_bounded(builder)) and not builder.runtime.tuning.blocks
    return {"GIVES_UP": _MOST_STEPS} if gives_up else {}


def _are_finds_bounded(builder: PlanBuilder) -> bool:
    variant = builder.variant
    is_bounded = (variant.finish, variant.compression) == ("async", "single")
    in_given_order = builder.options.get("order") == "given"
    return is_bounded and in_given_order and builder.n >= VERTICES_TO_BOUND_FINDS


def are_edges_at_once(builder: PlanBuilder, count: int) -> bool:
    """Whether edges are to be united so, by the option ``one_launch`` and the graph's size."""
    wanted = builder.options.get("one_launch", "never")
    if wanted == "auto":
        is_small = builder.n <= MOST_VERTICES and count <= MOST_EDGES
        return is_small and builder.runtime.global_barrier is not None
    return bool(wanted == "always")


def unite_edges_at_once(
    builder: PlanBuilder, switches: dict[str, Any], arrays: EdgeArrays
) -> list[Step]:
    """Steps that point each vertex to the smallest vertex of its component, or keep a forest.

    Parameters
    ----------
    switches
        Those of ``edge_blocks.h``, and of :func:`give_up_switch`.
    """
    final, gives_up = not builder.variant.keeps_edges, "GIVES_UP" in switches
    phases = [*range(_FLAT_TREES + (final or gives_up))]
    if gives_up:
        phases += _again(builder)
    steps = _launch(builder, switches, arrays, phases)
    return steps + canonical_roots(builder) if final else steps


def unite_given_up_edges(
    builder: PlanBuilder, switches: dict[str, Any], arrays: EdgeArrays
) -> list[Step]:
    """Steps after those of a large list, which do nothing unless an edge was given up.

    The parameters are those of :func:`unite_edges_at_once`.
    """
    if "GIVES_UP" not in switches:
        return []
    flattens = [_FLAT_TREES] if builder.variant.keeps_edges else []
    phases = [*flattens, *_again(builder)]
    return _launch(builder, {**switches, "GIVEN_UP_ALONE": None}, arrays, phases)


def _again(builder: PlanBuilder) -> list[int]:
    """The phases after an edge was given up; the edges of a forest do not need final parents."""
    return [_GIVEN_UP_EDGES] if builder.variant.keeps_edges else [_GIVEN_UP_EDGES, _FINALIZATION]


def _launch(
    builder: PlanBuilder, switches: dict[str, Any], arrays: EdgeArrays, phases: list[int]
) -> list[Step]:
    def arguments(phase: int, arrivals: Any) -> tuple[Any, ...]:
        return (
            builder.n, builder.place(arrays.count), phase, arrays.sources, arrays.targets, PARENTS,
            builder.counters, arrivals, *builder.link_arguments,
        )  # fmt: skip

    return launch_phases(
        builder, "edges_at_once", "unite_edges_at_once", arguments, phases,
        {**switches, **finalization_form(builder)},
        barriers_for(builder, plain="GIVES_UP" not in switches),
    )  # fmt: skip
