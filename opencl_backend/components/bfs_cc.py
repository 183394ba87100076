"""Connected components by breadth-first searches on the device: ``bfs_cc.cl``."""

from __future__ import annotations

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.bfs import Search, round_items

__all__ = ["bfs_components"]

_WAVES = 3


def bfs_components(space: Workspace) -> list[Step]:
    """Steps that search from single sources while that pays, and from all the others at once."""
    n = space.graph.n
    search = Search.on(space)
    # The lists of the searches are done with when the waves begin.
    waves = space.buffer("worklist", 4 * n)
    settle = space.launch(
        "bfs_cc", "settle_component", n,
        space.n, search.levels, PARENTS, search.memory, space.counters,
    )  # fmt: skip
    begin = space.launch(
        "bfs_cc", "begin_waves", n,
        space.n, *space.rows, search.levels, PARENTS, waves, search.memory,
    )  # fmt: skip
    sending = [
        space.launch(
            "bfs_cc", "send_labels", round_items(space),
            space.n, np.int32(slot), *space.rows, search.levels, PARENTS, waves, search.hubs,
            search.memory, space.counters,
        )
        for slot in range(_WAVES)
    ]  # fmt: skip
    return [
        *search.first,
        settle,
        Loop([*search.again, settle], space.counters, rounds=1),
        begin,
        Loop(sending, space.counters, rounds=2, most_rounds=32),
    ]
