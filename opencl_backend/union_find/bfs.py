"""Breadth-first search on the device: ``bfs.cl``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.finish_rows import worklists

__all__ = ["Search", "bfs_sampling", "round_items"]

_RECORDS = 3
_SEARCH_FIELDS = 64


def round_items(builder: PlanBuilder) -> int:
    """Work-items of a round: as many as the device runs at once, if there are so many rows."""
    tuning = builder.runtime.tuning
    return min(tuning.groups * tuning.local_size, builder.n * tuning.lanes)


@dataclass(frozen=True)
class Search:
    """The memory of the searches on one graph, and the steps of a search.

    Attributes
    ----------
    levels : pyopencl.Buffer
        n int32: the round that reached each vertex, or -1.
    hubs : pyopencl.Buffer
        The pieces of all rows of high degree.
    memory : pyopencl.Buffer
        The fields of ``bfs.h``.
    switches
        The ``-D`` switches of ``bfs.cl``.
    first, again
        The steps of the first search of a run, and of each later one.
    """

    levels: Any
    hubs: Any
    memory: Any
    switches: dict[str, int]
    first: list[Step]
    again: list[Step]

    @classmethod
    def on(cls, builder: PlanBuilder, source: Any = None) -> Search:
        """Build the searches of a plan.

        Parameters
        ----------
        source : pyopencl.Buffer, optional
            One int32, where the first search begins; n for nowhere. If None, a vertex of large
            degree.
        """
        n, tuning = builder.n, builder.runtime.tuning
        worklist, pieces = worklists(builder)
        levels = builder.scratch("levels", 4 * n)
        hubs = builder.scratch("hubs", pieces.size)
        memory = builder.scratch("search", 4 * _SEARCH_FIELDS)
        # Entries are counted in 32 bits, to choose directions; their lowest bits do not matter.
        shift = max(0, builder.entry_count.bit_length() - 32)
        switches = {"ENTRY_SHIFT": shift}
        offsets = builder.rows.offsets

        def choice(is_first: bool) -> Step:
            lists = (worklist, pieces, memory, builder.counters)
            arguments: tuple[Any, ...] = (builder.n, int(is_first), offsets, levels, *lists)
            source_switch: dict[str, None] = {}
            if is_first and source is not None:
                arguments, source_switch = (*arguments, source), {"GIVEN_SOURCE": None}
            return builder.launch(
                "bfs",
                "choose_source",
                tuning.local_size,
                *arguments,
                **switches,
                **source_switch,
            )

        arrays = (builder.n, offsets, levels, hubs, memory, *builder.link_arguments)
        begin = builder.launch("bfs", "begin_search", n, *arrays, **switches)
        rounds = [
            builder.launch(
                "bfs", "search_round", round_items(builder),
                builder.n, np.uint32(builder.entry_count >> shift), slot,
                *builder.row_arguments, levels, worklist, pieces, hubs, memory, builder.counters,
                *builder.link_arguments,
                **switches,
            )
            for slot in range(_RECORDS)
        ]  # fmt: skip
        loop = Loop(rounds, builder.counters, rounds=2, most_rounds=32)
        first, again = [choice(True), begin, loop], [choice(False), loop]
        return cls(levels, hubs, memory, switches, first, again)


def bfs_sampling(builder: PlanBuilder, source: Any = None) -> list[Step]:
    """Steps that search from one vertex and make one tree of the vertices that they reach.

    They store the label of that tree in the counters.

    Parameters
    ----------
    source
        As for :meth:`Search.on`.
    """
    search = Search.on(builder, source)
    arguments = (
        builder.n,
        *builder.row_arguments,
        search.levels,
        PARENTS,
        search.memory,
        builder.counters,
    )
    settle = builder.launch(
        "bfs", "settle", builder.n, *arguments, *builder.link_arguments, **search.switches
    )
    return [*search.first, settle]
