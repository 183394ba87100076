"""A search forward and one backward from the likeliest vertex: ``two_phase.cl``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.strong_components.chains import SURVIVORS
from clconn.opencl_backend.strong_components.outputs import WORK, WORK_SWITCHES, clear_work
from clconn.opencl_backend.strong_components.rounds import repeated
from clconn.opencl_backend.strong_components.shortcuts import most_entries

__all__ = ["EARLY_PAUSE_ROUND", "NEVER", "PAUSE_ROUND", "SEARCH_SWITCHES", "Searches"]

_CONTROL_FIELDS = 84
_HUB_DEGREE = 256
_HUB_PIECE = 2048
_PIECE = 256

SEARCH_SWITCHES: Mapping[str, str | int | None] = MappingProxyType(
    {
        "SEARCHED": None,
        "SEARCH_WAY_0": 76,
        "SEARCH_WAY_1": 77,
        "SEARCH_DONE": 2,
        "SEARCH_PIVOT": 73,
        "SEARCH_ROUNDS": 78,
        "SEARCH_NARROW": 79,
        "SEARCH_ENDS": 80,
    }
)
"""What signatures read in the memory of the searches."""

PAUSE_ROUND, NEVER = 16, -1
"""The round, a power of two, in which searches pause that have reached little; or none."""

# 115 graphs (H200) take 0.95 of the time in the mean by csr/contraction/two-phase, the best 0.40,
# the worst 1.33 of those whose first run this is; 67 others, whose first run is
# csr/contraction/searches, 0.95, 0.46, and once 2.0, a strip beside a small world. The variants
# that do not contract were not measured with it.
EARLY_PAUSE_ROUND = 8
"""The same where a graph is contracted then."""

_NOT_AT_ALL, _ANEW, _FIRST = range(3)
"""How searches begin where one launch does all their rounds, as in the kernel."""

PAUSE_SHIFT = 16
"""They do not if they will end after no more rounds than ``(n + 2 * entries) >> PAUSE_SHIFT``."""


class Searches:
    """The memory of two searches on the rows of a builder, and their steps.

    Parameters
    ----------
    entry_units
        The number of entries of the rows in units of ``2**ENTRY_SHIFT``, if the builder has not
        theirs: a slot.

    Attributes
    ----------
    words
        The number of words of the bits of one search.
    reached, control : pyopencl.Buffer
        The bits of the reached vertices, and the memory of the searches.
    """

    def __init__(self, builder: PlanBuilder, entry_units: Any = None) -> None:
        n, entry_count = builder.n, builder.entry_count
        tuning = builder.runtime.tuning
        self._builder = builder
        self.words = -(-n // 32)
        self.reached = builder.scratch("reached", 8 * self.words)
        self._lists = builder.scratch("frontiers", 8 * n)
        # A row on the pieces has more than LOW_DEGREE entries, and each piece but its last is full.
        most = most_entries(n, entry_count)
        self._room = most // (tuning.low_degree + 1) + most // _PIECE + 1
        self._pieces = builder.scratch("frontier pieces", 16 * self._room)
        self._hub_room = most // _HUB_DEGREE + most // _HUB_PIECE + 1
        self._hubs = builder.scratch("hub pieces", 16 * self._hub_room)
        self.control = builder.scratch("search control", 4 * _CONTROL_FIELDS)
        # Entries are counted in 32 bits, to choose directions; their lowest bits do not matter.
        shift = max(0, entry_count.bit_length() - 32)
        self._entry_units = np.uint32(entry_count >> shift) if entry_units is None else entry_units
        self._switches: dict[str, Any] = {
            "ENTRY_SHIFT": shift,
            "PIECE": _PIECE,
            "HUB_DEGREE": _HUB_DEGREE,
            "HUB_PIECE": _HUB_PIECE,
            "PAUSE_SHIFT": PAUSE_SHIFT,
            "SURVIVORS": SURVIVORS,
            **WORK_SWITCHES,
        }

    def begin(self, pause_round: int, *, is_first: bool = False) -> list[Step]:
        """Steps that search from the likeliest vertex; ``is_first`` if a plan begins with them."""
        return self._rounds(pause_round, _FIRST if is_first else _ANEW)

    def resume(self, chain_control: Any) -> list[Step]:
        """Steps that go on with searches that have paused, by the memory of the chains."""
        resume = self._launch(
            "resume_searches", 1, self._builder.rows.n, self.control, chain_control, WORK
        )
        return [resume, *self._rounds(NEVER, _NOT_AT_ALL)]

    def _rounds(self, pause_round: int, begins: int) -> list[Step]:
        builder = self._builder

        def beginning() -> list[Step]:
            first = [clear_work(builder)] if begins == _FIRST else []
            return [*first, *self._beginning()] if begins else []

        return repeated(
            builder, "two_phase", "search_both_ways",
            (builder.rows.n, self.words, self._room, self._hub_room, self._entry_units,
             pause_round),
            (*builder.row_arguments, *builder.transposed_rows.arguments, self.reached, self._lists,
             self._pieces, self._hubs, self.control, builder.counters, WORK),
            self._switches, together=(begins,), beginning=beginning,
        )  # fmt: skip

    def _beginning(self) -> list[Step]:
        builder, n = self._builder, self._builder.rows.n
        offsets = (builder.rows.offsets, builder.transposed_rows.offsets)
        bits, control = self.reached, self.control
        return [
            self._launch("clear_control", _CONTROL_FIELDS, control, builder.counters),
            self._launch(
                "rate_vertices", builder.n,
                n, self.words, self._hub_room, *offsets, bits, self._hubs, control,
            ),
            self._launch("choose_pivot", builder.n, n, *offsets, control),
            self._launch(
                "begin_searches", 1,
                n, self.words, self._room, *offsets, bits, self._lists, self._pieces, control,
            ),
        ]  # fmt: skip

    def _launch(self, kernel: str, items: int, *arguments: Any) -> Step:
        return self._builder.launch("two_phase", kernel, items, *arguments, **self._switches)
