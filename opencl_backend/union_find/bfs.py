"""Breadth-first search on the device: ``bfs.cl``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import PARENTS, Loop, Step
from clconn.opencl_backend.plan.plan_builder import Workspace
from clconn.opencl_backend.union_find.finish_rows import worklists

__all__ = ["Search", "bfs_sampling", "round_items"]

_RECORDS = 3
_SEARCH_FIELDS = 64


def round_items(space: Workspace) -> int:
    """Work-items of a round: as many as the device runs at once, if there are so many rows."""
    tuning = space.runtime.tuning
    return min(tuning.groups * tuning.local_size, space.graph.n * tuning.lanes)


@dataclass(frozen=True)
class Search:
    """What searches on one graph remember, and the steps of a search.

    Attributes
    ----------
    levels : pyopencl.Buffer
        Of n int32: the round that reached each vertex, or -1.
    hubs : pyopencl.Buffer
        The pieces of all rows of high degree.
    memory : pyopencl.Buffer
        The fields of ``bfs.h``.
    switches : dict
        The ``-D`` switches of ``bfs.cl``.
    first, again : list of Step
        The first search of a run, and each one after it.
    """

    levels: Any
    hubs: Any
    memory: Any
    switches: dict[str, int]
    first: list[Step]
    again: list[Step]

    @classmethod
    def on(cls, space: Workspace, source: Any = None) -> Search:
        """A search on the graph of a workspace.

        Parameters
        ----------
        space : Workspace
        source : pyopencl.Buffer, optional
            Of one int32, where the first search begins; n for nowhere. A vertex of large degree
            if not given.
        """
        n, tuning = space.graph.n, space.runtime.tuning
        worklist, pieces = worklists(space)
        levels = space.buffer("levels", 4 * n)
        hubs = space.buffer("hubs", pieces.size)
        memory = space.buffer("search", 4 * _SEARCH_FIELDS)
        # Entries are counted in 32 bits, to choose directions by; the last ones do not matter.
        shift = max(0, space.graph.entry_count.bit_length() - 32)
        switches = {"ENTRY_SHIFT": shift}
        offsets = space.graph.offsets

        def choice(is_first: bool) -> Step:
            lists = (worklist, pieces, memory, space.counters)
            arguments: tuple[Any, ...] = (space.n, np.int32(is_first), offsets, levels, *lists)
            given: dict[str, None] = {}
            if is_first and source is not None:
                arguments, given = (*arguments, source), {"GIVEN_SOURCE": None}
            return space.launch(
                "bfs",
                "choose_source",
                tuning.local_size,
                *arguments,
                **switches,
                **given,
            )

        arrays = (space.n, offsets, levels, hubs, memory, *space.forest)
        begin = space.launch("bfs", "begin_search", n, *arrays, **switches)
        rounds = [
            space.launch(
                "bfs", "search_round", round_items(space),
                space.n, np.uint32(space.graph.entry_count >> shift), np.int32(slot),
                *space.rows, levels, worklist, pieces, hubs, memory, space.counters, *space.forest,
                **switches,
            )
            for slot in range(_RECORDS)
        ]  # fmt: skip
        loop = Loop(rounds, space.counters, rounds=2, most_rounds=32)
        first, again = [choice(True), begin, loop], [choice(False), loop]
        return cls(levels, hubs, memory, switches, first, again)


def bfs_sampling(space: Workspace, source: Any = None) -> list[Step]:
    """Steps that search from one vertex and make one tree of what they reach.

    The label of that tree is in the counters afterwards.

    Parameters
    ----------
    space : Workspace
    source : pyopencl.Buffer, optional
        As for :meth:`Search.on`.
    """
    search = Search.on(space, source)
    arguments = (space.n, *space.rows, search.levels, PARENTS, search.memory, space.counters)
    settle = space.launch(
        "bfs", "settle", space.graph.n, *arguments, *space.forest, **search.switches
    )
    return [*search.first, settle]
