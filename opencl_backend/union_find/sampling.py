"""k-out and hook-based sampling on the device: ``sampling.cl`` and ``sampling_sharing.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.finish_rows import (
    flatten_switch,
    groups_vote,
    has_other_trees,
    shorten_links,
)
from clconn.opencl_backend.union_find.initialization import own_parents
from clconn.opencl_backend.union_find.jtb import show_roots

__all__ = [
    "hook_sampling",
    "hook_switches",
    "kout_sampling",
    "kout_switches",
    "vote",
]

_VOTERS, _VOTERS_ON_PROCESSOR = 1024, 256
"""Work-items of the one group that votes, if a group may be so large: one for each it asks."""


def kout_switches(builder: PlanBuilder) -> dict[str, int | None]:
    """The ``-D`` switches that say which entries k-out sampling takes."""
    selection = builder.options["selection"].replace("-", "_")
    return {"K": int(builder.options["k"]), f"SELECTION_{selection}": None}


def hook_switches(builder: PlanBuilder) -> dict[str, int | None]:
    """The ``-D`` switches that say which entries hook-based sampling takes."""
    # This is the program of k-out sampling.
    return {"K": int(builder.options["edges"]), "SELECTION_first": None}


def kout_sampling(builder: PlanBuilder, unite: dict[str, str | None]) -> list[Step]:
    """Steps that unite each vertex with k neighbors, chosen by the option ``selection``.

    The option ``sharing`` says how work-items share the edges.

    Parameters
    ----------
    unite
        The switches of the find and the union.
    """
    switches = {**unite, **kout_switches(builder), **flatten_switch(builder)}
    if builder.options["sharing"] != "vertex":
        return _sharing_steps(builder, switches)
    n = builder.n
    rest = builder.scratch("worklist", 4 * n)
    arguments = (
        builder.n,
        *builder.row_arguments,
        PARENTS,
        rest,
        builder.counters,
        *builder.link_arguments,
    )
    return [
        builder.launch("sampling", "sample_first", n, *arguments, **switches),
        *shorten_links(builder),
        builder.launch("sampling", "sample_rest", n, *arguments, **switches),
    ]


def _sharing_steps(builder: PlanBuilder, switches: dict[str, str | int | None]) -> list[Step]:
    """Steps that make each vertex a root and share the edges in one of the ways of GConn."""
    n, k, sharing = builder.n, int(builder.options["k"]), builder.options["sharing"]
    switches = {**switches, f"SHARING_{sharing}": None}
    rows = (builder.n, *builder.row_arguments, PARENTS, builder.counters)
    items = n
    calls: list[tuple[Any, ...]] = [()]
    if sharing == "passes":
        calls = [(np.int32(i),) for i in range(k)]
    elif sharing == "coalesced":
        items = n * k
    else:
        switches["GROUP_SIZE"] = builder.runtime.tuning.local_size
    return own_parents(builder) + [
        builder.launch(
            "sampling_sharing",
            "sample_shared",
            items,
            *rows,
            *call,
            *builder.link_arguments,
            **switches,
        )
        for call in calls
    ]


def hook_sampling(builder: PlanBuilder, unite: dict[str, str | None]) -> list[Step]:
    """Steps that hook each vertex (``sampled_hook.h``) and unite more edges of the roots.

    Parameters
    ----------
    unite
        The switches of the find and the union.
    """
    n = builder.n
    rows = (builder.n, *builder.row_arguments, PARENTS, builder.counters, *builder.link_arguments)
    switches = {**unite, **hook_switches(builder), **flatten_switch(builder)}
    return [
        builder.launch("sampling", "hook_first", n, *rows, **switches),
        *shorten_links(builder),
        builder.launch("sampling", "hook_roots", n, *rows, **switches),
    ]


def vote(builder: PlanBuilder) -> list[Step]:
    """Steps that store the most frequent label in the counters; the trees may be of any height.

    Where the groups of the next kernel vote, they store it; and nobody asks if none is left out.
    """
    if not builder.skips_settled:
        return []
    steps = show_roots(builder) if has_other_trees(builder) else []
    if groups_vote(builder):
        return steps
    most = _VOTERS_ON_PROCESSOR if builder.runtime.tuning.blocks else _VOTERS
    voters = min(most, int(builder.runtime.device.max_work_group_size))
    launch = builder.launch_in_groups(
        voters, "sampling", "vote_for_label", voters, builder.n, PARENTS, builder.counters,
        VOTERS=voters,
    )  # fmt: skip
    return [*steps, launch]
