"""Soman, Kishore and Narayanan's GPU-CC on a device: ``soman.cl``."""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.components.liu_tarjan import full_shortcut
from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.canonical import canonicalize
from clconn.opencl_backend.union_find.edge_map import listed_edges

__all__ = ["finish"]


def finish(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps that hook in alternating directions, with multiple pointer jumping in between."""
    entries = listed_edges(builder, arrays)
    marks = builder.scratch("marks", arrays.count)

    def one_round(*, first: bool, upwards: bool) -> list[Step]:
        arguments = (*entries.arguments, np.int32(first), np.int32(upwards))
        hook = builder.launch(
            "soman", "hook", entries.items, *arguments, PARENTS, marks, builder.counters,
            **entries.switches,
        )  # fmt: skip
        return [hook, full_shortcut(builder)]

    two_rounds = one_round(first=False, upwards=True) + one_round(first=False, upwards=False)
    return [
        *one_round(first=True, upwards=False),
        Loop(two_rounds, builder.counters, rounds=max(1, entries.rounds // 2)),
        *canonicalize(builder),
    ]
