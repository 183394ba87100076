"""Cong and Muzio's meta-algorithm Stages on a device: ``coo.cl`` with permuted pieces."""

from __future__ import annotations

import math
from collections.abc import Callable

from clconn.opencl_backend.components import graft_and_shortcut, shiloach_vishkin_classic
from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.canonical import canonicalize
from clconn.opencl_backend.union_find.coo import MOST_PIECES, relabeled_pieces

__all__ = ["INNER", "finish"]

INNER: dict[str, tuple[Callable[[PlanBuilder, EdgeArrays], list[Step]], bool]] = {
    "graft-and-shortcut": (graft_and_shortcut.finish, True),
    "graft-and-shortcut-update": (graft_and_shortcut.finish_with_update, True),
    "shiloach-vishkin-classic": (shiloach_vishkin_classic.rounds, False),
    "shiloach-vishkin-update": (shiloach_vishkin_classic.rounds_with_update, False),
}
"""The algorithm that a stage calls, by the compression of the variant, and whether the roots that
it leaves are the smallest vertices."""


def finish(builder: PlanBuilder, arrays: EdgeArrays) -> list[Step]:
    """Steps that take the edges in groups of q n, each by the inner algorithm."""
    inner, roots_are_smallest = INNER[builder.variant.compression]
    permuted = builder.options["order"] == "permuted"
    group_size = math.ceil(builder.options["q"] * builder.n)
    size = max(min(group_size, arrays.count), -(-arrays.count // MOST_PIECES), 1)
    group, group_steps = relabeled_pieces(builder, size, permuted=permuted)
    # Every group uses the same launches.
    call = inner(builder, group)
    steps = [step for steps_of_group in group_steps for step in (*steps_of_group, *call)]
    return steps if roots_are_smallest else steps + canonicalize(builder)
