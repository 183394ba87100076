"""All steps of a union over a list of edges in one launch: ``edges_at_once.cl``."""

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
    "are_edges_at_once",
    "unite_edges_at_once",
]

# On an H200, in one launch and in three, as multiples (2026-11-26): of 2^16 vertices 0.6 to 1.1
# with up to 2^19 edges (finds 0.85 in the mean, walks that meet 0.97), with 650,000 to 920,000 1.0
# to 1.5; of 2^18 vertices finds 1.05. With two groups on each compute unit, of 2^18 vertices, 0.92
# by finds and 0.98 by walks that meet, at most 1.4, and with more than 2^19 edges 1.1 and 1.15, at
# most 3.2.
MOST_VERTICES, MOST_EDGES = 2**17, 2**19
"""Vertices and edges up to which one launch is faster than three."""

_FINALIZATION = 2
"""The last phase of the kernel."""


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
        Those of ``edge_blocks.h``.
    """

    def arguments(phase: int, arrivals: Any) -> tuple[Any, ...]:
        return (
            builder.n, builder.place(arrays.count), phase, arrays.sources, arrays.targets, PARENTS,
            builder.counters, arrivals, *builder.link_arguments,
        )  # fmt: skip

    # The edges of a forest do not need final parents.
    final = not builder.variant.keeps_edges
    steps = launch_phases(
        builder, "edges_at_once", "unite_edges_at_once", arguments, range(_FINALIZATION + final),
        {**switches, **finalization_form(builder)}, barriers_for(builder),
    )  # fmt: skip
    return steps + canonical_roots(builder) if final else steps
