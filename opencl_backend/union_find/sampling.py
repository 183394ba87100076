"""k-out and hook-based sampling on the device: ``sampling.cl`` and ``sampling_sharing.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Step
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.initialization import own_parents
from clconn.opencl_backend.union_find.jtb import show_roots

__all__ = ["flatten_and_vote", "hook_sampling", "kout_sampling"]


def kout_sampling(space: Workspace, unite: dict[str, str | None]) -> list[Step]:
    """Steps that unite each vertex with k neighbors, chosen by the option ``selection``.

    The option ``sharing`` says how their edges are shared out among work-items.

    Parameters
    ----------
    space : Workspace
    unite : dict
        The switches of the find and the union.
    """
    selection = space.options["selection"].replace("-", "_")
    switches = {**unite, "K": int(space.options["k"]), f"SELECTION_{selection}": None}
    if space.options["sharing"] != "vertex":
        return _shared(space, switches)
    n = space.graph.n
    rest = space.buffer("worklist", 4 * n)
    first = (space.n, *space.rows, PARENTS, rest, space.counters, *space.forest)
    second = (space.n, *space.rows, PARENTS, rest, *space.forest)
    return [
        space.launch("sampling", "sample_first", n, *first, **switches),
        space.launch("sampling", "sample_rest", n, *second, **switches),
    ]


def _shared(space: Workspace, switches: dict[str, str | int | None]) -> list[Step]:
    """The ways to share the edges out that GConn compares, from every vertex by itself."""
    n, k, sharing = space.graph.n, int(space.options["k"]), space.options["sharing"]
    switches = {**switches, f"SHARING_{sharing}": None}
    rows = (space.n, *space.rows, PARENTS)
    items = n
    calls: list[tuple[Any, ...]] = [()]
    if sharing == "passes":
        calls = [(np.int32(i),) for i in range(k)]
    elif sharing == "coalesced":
        items = n * k
    else:
        switches["GROUP_SIZE"] = space.runtime.tuning.local_size
    return own_parents(space) + [
        space.launch(
            "sampling_sharing",
            "sample_shared",
            items,
            *rows,
            *call,
            *space.forest,
            **switches,
        )
        for call in calls
    ]


def hook_sampling(space: Workspace, unite: dict[str, str | None]) -> list[Step]:
    """Steps that hook each vertex to its first neighbor and unite more edges of the roots.

    Parameters
    ----------
    space : Workspace
    unite : dict
        The switches of the find and the union.
    """
    n = space.graph.n
    first = (space.n, *space.rows, PARENTS, space.counters, *space.forest)
    second = (space.n, *space.rows, PARENTS, *space.forest)
    # The same program as k-out sampling's.
    switches = {**unite, "K": int(space.options["edges"]), "SELECTION_first": None}
    return [
        space.launch("sampling", "hook_first", n, *first, **switches),
        space.launch("sampling", "hook_roots", n, *second, **switches),
    ]


def flatten_and_vote(space: Workspace) -> list[Step]:
    """Steps that flatten the trees and leave the most frequent label in the counters."""
    steps = show_roots(space) if space.variant.finish == "jtb" else []
    arguments = (space.n, PARENTS, space.counters)
    return [
        *steps,
        space.launch("sampling", "flatten_and_vote", space.graph.n, *arguments),
    ]
