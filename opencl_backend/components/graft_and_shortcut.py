"""Cong and Muzio's graft-and-shortcut on a device: ``liu_tarjan.cl`` and ``graft_and_shortcut.cl``.

Algorithm 1 (CC) and Algorithm 2 (CC-updt) are among Liu and Tarjan's labeling algorithms: they
connect the ends' parents, only roots take what they are sent, and the shortcut is full. The update
also alters every edge.
"""

from __future__ import annotations

from clconn.errors import GraphError
from clconn.opencl_backend.components.liu_tarjan import (
    connect,
    full_shortcut,
    labeling,
    scratch_edges,
)
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.primitives.radix_sort import DIGIT_BITS, MOST_PAIRS, sort_pairs
from clconn.opencl_backend.union_find.edge_map import listed_edges

__all__ = ["finish", "finish_with_update"]


def finish(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps of CC, whose graft retrieves components by the option ``coalescing``."""
    if builder.options.get("coalescing") == "sort":
        return _finish_sorting(builder, arrays)
    return labeling(builder, listed_edges(builder, arrays), "PRF")


def finish_with_update(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps of CC-updt; they overwrite the edges if ``arrays.scratch``."""
    return labeling(builder, listed_edges(builder, arrays), "CRFA")


def _finish_sorting(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    count = arrays.count
    if count > MOST_PAIRS:
        raise GraphError(
            f"{builder.variant.name} sorts at most {MOST_PAIRS} edges and the graph has {count}; "
            "leave the option coalescing out"
        )
    number = builder.place(count)
    pairs, other = (builder.scratch(name, 8 * count) for name in ("pairs", "sorted-pairs"))
    component_edges = scratch_edges(builder, count)

    def launch(kernel: str, *arguments: object) -> Step:
        return builder.launch("graft_and_shortcut", kernel, count, number, *arguments)

    # Skip the lowest digit: the vertices of a block of 2**DIGIT_BITS read adjacent parents anyway.
    bits = range(DIGIT_BITS, max(builder.n - 1, 0).bit_length())
    by_source, first = sort_pairs(builder.runtime, builder.scratch, pairs, other, count, bits)
    free = other if first is pairs else pairs
    by_target, second = sort_pairs(builder.runtime, builder.scratch, first, free, count, bits)
    body = [
        launch("pair_ends", arrays.sources, arrays.targets, pairs),
        *by_source,
        launch("retrieve_sources", PARENTS, first),
        *by_target,
        launch(
            "retrieve_targets", second, PARENTS, component_edges.sources, component_edges.targets
        ),
        connect(builder, listed_edges(builder, component_edges), "CR"),
        full_shortcut(builder),
    ]
    return [Loop(body, builder.counters, rounds=1)]
