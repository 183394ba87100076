"""All steps of a union over a list of edges in one launch, or the last: ``edges_at_once.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.finish_rows import canonical_roots, finalization_form
from clconn.opencl_backend.union_find.given_up_edges import STEPS_OF_LISTS, are_list_edges_given_up
from clconn.opencl_backend.union_find.phases import barriers_for, launch_phases

__all__ = [
    "MOST_EDGES",
    "MOST_VERTICES",
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

_FLAT_TREES, _GIVEN_UP_EDGES, _FINALIZATION = 2, 3, 4
"""Phases of the kernel after the first look at the edges."""


def give_up_switch(builder: PlanBuilder) -> dict[str, int]:
    """The switch of kernels that leave an edge to others if its walk or its finds are long."""
    return {"GIVES_UP": STEPS_OF_LISTS} if are_list_edges_given_up(builder) else {}


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
