"""Connected components by breadth-first searches on the device: ``bfs_cc.cl``."""

from __future__ import annotations

from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.bfs import Search, round_items

__all__ = ["bfs_components"]

_WAVES = 3


def bfs_components(builder: PlanBuilder) -> list[Step]:
    """Steps that search from single sources while that pays, then from all others at once."""
    n = builder.n
    search = Search.on(builder)
    # The searches do not need their lists any more when the waves begin.
    waves = builder.scratch("worklist", 4 * n)
    settle = builder.launch(
        "bfs_cc", "settle_component", n,
        builder.n, search.levels, PARENTS, search.memory, builder.counters,
    )  # fmt: skip
    begin = builder.launch(
        "bfs_cc", "begin_waves", n,
        builder.n, *builder.row_arguments, search.levels, PARENTS, waves, search.memory,
    )  # fmt: skip
    sending = [
        builder.launch(
            "bfs_cc", "send_labels", round_items(builder),
            builder.n, slot, *builder.row_arguments, search.levels, PARENTS, waves,
            search.hubs, search.memory, builder.counters,
        )
        for slot in range(_WAVES)
    ]  # fmt: skip
    return [
        *search.first,
        settle,
        Loop([*search.again, settle], builder.counters, rounds=1),
        begin,
        Loop(sending, builder.counters, rounds=2, most_rounds=32),
    ]
