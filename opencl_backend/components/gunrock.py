"""Connected components as in Gunrock, on a device: ``gunrock.cl``."""

from __future__ import annotations

import numpy as np

from clconn.errors import GraphError
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.canonical import canonicalize
from clconn.opencl_backend.union_find.edge_map import listed_edges

__all__ = ["finish"]

_LENGTHS = 4
_MOST_EDGES = 2**32 - 1


def finish(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps that hook a list of edges, which gets shorter, in alternating directions.

    Raises
    ------
    GraphError
        If the lengths of the lists do not fit 32 bits.
    """
    if arrays.count > _MOST_EDGES:
        raise GraphError(
            f"{builder.variant.name} takes at most {_MOST_EDGES} edges and the graph has "
            f"{arrays.count}; use another variant"
        )
    n, tuning = builder.n, builder.runtime.tuning
    items = tuning.groups * tuning.local_size
    lengths = builder.scratch("lengths", 4 * _LENGTHS)
    vertices = builder.scratch("worklist", 4 * n)
    lists = [arrays] + [
        EdgeArrays(
            builder.scratch(f"kept-sources-{turn}", 4 * arrays.count),
            builder.scratch(f"kept-targets-{turn}", 4 * arrays.count),
            arrays.count,
            scratch=True,
        )
        for turn in (1, 2)
    ]

    def one_round(source: int, target: int, *, upwards: bool) -> list[Step]:
        # The next round fills the list that this round has read.
        to_clear = 3 - target
        hooking = (
            np.int32(source), np.int32(target), np.int32(upwards),
            lists[source].sources, lists[source].targets, PARENTS,
            lists[target].sources, lists[target].targets, lengths, builder.counters,
        )  # fmt: skip
        jumping = (builder.n, np.int32(to_clear), PARENTS, vertices, lengths)
        return [
            builder.launch("gunrock", "hook_and_filter", items, *hooking),
            builder.launch("gunrock", "jump_and_filter", n, *jumping),
            builder.launch("gunrock", "jump_to_the_end", items, PARENTS, vertices, lengths),
        ]

    two_rounds = one_round(1, 2, upwards=True) + one_round(2, 1, upwards=False)
    looks = max(1, listed_edges(builder, arrays).rounds // 2)
    return [
        builder.launch("gunrock", "begin_lists", _LENGTHS, np.uint32(arrays.count), lengths),
        *one_round(0, 1, upwards=False),
        Loop(two_rounds, builder.counters, looks),
        *canonicalize(builder),
    ]
