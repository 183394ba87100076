"""Two searches from one vertex, then signatures: ``two_phase.cl`` and ``signatures.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.chains import SURVIVORS
from clconn.opencl_backend.strong_components.outputs import WORK, WORK_SWITCHES
from clconn.opencl_backend.strong_components.rounds import repeated
from clconn.opencl_backend.strong_components.signatures import Searches, signatures

__all__ = ["two_phase"]

_CONTROL_FIELDS = 80
_HUB_DEGREE = 256
_HUB_PIECE = 2048
_PIECE = 256
# What signatures.cl reads in the memory of the searches.
_SEARCH_SWITCHES = {
    "SEARCHED": None,
    "SEARCH_WAY_0": 76,
    "SEARCH_WAY_1": 77,
    "SEARCH_DONE": 2,
    "SEARCH_PIVOT": 73,
}
_PAUSE_ROUND = 16
_NEVER = -1

# A round of up to eight steps takes up to 20 us on an H100; one of signatures of 2**20 vertices 20
# to 40 us.
MOST_ROUNDS = 1 << 12
"""A search is given up if it would take more rounds than these."""


def two_phase(builder: PlanBuilder) -> list[Step]:
    """The steps of the algorithm."""
    n, entry_count = builder.n, builder.entry_count
    tuning = builder.runtime.tuning
    words = -(-n // 32)
    bits = builder.scratch("reached", 8 * words)
    lists = builder.scratch("frontiers", 8 * n)
    # A row on the pieces has more than LOW_DEGREE entries, and each piece but its last is full.
    room = entry_count // (tuning.low_degree + 1) + entry_count // _PIECE + 1
    pieces = builder.scratch("frontier pieces", 16 * room)
    hub_room = entry_count // _HUB_DEGREE + entry_count // _HUB_PIECE + 1
    hubs = builder.scratch("hub pieces", 16 * hub_room)
    control = builder.scratch("search control", 4 * _CONTROL_FIELDS)
    # Entries are counted in 32 bits, to choose directions; their lowest bits do not matter.
    shift = max(0, entry_count.bit_length() - 32)
    switches: dict[str, Any] = {
        "ENTRY_SHIFT": shift,
        "PIECE": _PIECE,
        "HUB_DEGREE": _HUB_DEGREE,
        "HUB_PIECE": _HUB_PIECE,
        "MOST_ROUNDS": MOST_ROUNDS,
        "SURVIVORS": SURVIVORS,
        **WORK_SWITCHES,
    }
    offsets = (builder.rows.offsets, builder.transposed_rows.offsets)

    def launch(kernel: str, items: int, *arguments: Any) -> Step:
        return builder.launch("two_phase", kernel, items, *arguments, **switches)

    def searches(pause_round: int) -> list[Step]:
        arguments = (n, words, room, hub_room, np.uint32(entry_count >> shift), pause_round)
        return repeated(
            builder, "two_phase", "search_both_ways", arguments,
            (*builder.row_arguments, *builder.transposed_rows.arguments, bits, lists, pieces, hubs,
             control, builder.counters, WORK),
            switches,
        )  # fmt: skip

    def resume(chain_control: Any) -> list[Step]:
        return [launch("resume_searches", 1, n, control, chain_control, WORK), *searches(_NEVER)]

    cuts_chains = builder.variant.compression == "chains"
    return [
        launch("clear_control", _CONTROL_FIELDS, control, builder.counters),
        launch("rate_vertices", n, n, words, hub_room, *offsets, bits, hubs, control),
        launch("choose_pivot", n, n, *offsets, control),
        launch("begin_searches", 1, n, words, room, *offsets, bits, lists, pieces, control),
        *searches(_PAUSE_ROUND if cuts_chains else _NEVER),
        *signatures(builder, Searches(words, bits, control, _SEARCH_SWITCHES, resume)),
    ]
