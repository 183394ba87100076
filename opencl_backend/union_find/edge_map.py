"""What a round visits: all entries of the rows, those that sampling has left, or arrays of edges.

This is the host side of ``edge_map.h``. A finish that goes in rounds takes :class:`Entries` from
one of the functions here, and does not know which kind they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Step
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.plan.plan_builder import PlanBuilder
from clconn.opencl_backend.union_find.finish_rows import (
    finish_switches,
    flatten,
    flatten_and_gather,
    keep_labels,
    worklists,
)

__all__ = ["Entries", "all_rows", "listed_edges", "unsettled_rows"]

_ENTRIES_OF_AN_ITEM = 16

_ENTRIES_OF_A_BLOCK = 256

_LOOK_EACH_ROUND = 2**20


@dataclass(frozen=True)
class Entries:
    """The edges of a finish that goes in rounds.

    Attributes
    ----------
    arguments
        The first arguments of a kernel that visits the edges (``ENTRY_PARAMETERS``).
    switches
        The ``-D`` switches of ``edge_map.h``.
    items
        Work-items of such a kernel.
    rounds
        Rounds between two checks by the host.
    preparation
        Steps before the first round.
    arrays
        The edges, if they are arrays.
    """

    arguments: tuple[Any, ...]
    switches: dict[str, str | int | None]
    items: int
    rounds: int
    preparation: Sequence[Step] = ()
    arrays: EdgeArrays | None = None


def all_rows(builder: PlanBuilder) -> Entries:
    """All entries of the rows, whatever the degrees."""
    count, lanes = builder.entry_count, builder.runtime.tuning.lanes
    run = _ENTRIES_OF_AN_ITEM * lanes
    return Entries(
        (builder.n, *builder.row_arguments),
        {"ROWS": None, "RUN": run},
        _items(builder, count, -(-count // run) * lanes),
        _rounds(count),
    )


def unsettled_rows(builder: PlanBuilder, unite: dict[str, str | None], skipped: int) -> Entries:
    """The entries that sampling has left, between the trees that it has made.

    Parameters
    ----------
    unite
        The switches of the find and the union that have made the trees.
    skipped
        Entries at the head of each row that were sampled.
    """
    # The rounds do not look at the heads of rows again (``finish_entries.h``).
    assert "UNITE_interleaved" not in unite, "a sampled edge may be given up"
    switches = finish_switches(builder, unite, skipped)
    sampled, copy = keep_labels(builder, switches)
    arguments = (builder.n, np.int32(skipped), *builder.row_arguments, sampled)
    rows = all_rows(builder)
    if not builder.options.get("vertex_gathering", True):
        sampled_rows = {"SAMPLED": None, "RUN": rows.switches["RUN"]}
        return Entries(arguments, sampled_rows, rows.items, rows.rounds, flatten(builder) + copy)
    tuning = builder.runtime.tuning
    return Entries(
        (*arguments, *worklists(builder)),
        {"SAMPLED": None, "GATHERED": None},
        tuning.groups * tuning.local_size,
        rows.rounds,
        flatten_and_gather(builder, switches, skipped) + copy,
    )


def listed_edges(builder: PlanBuilder, arrays: EdgeArrays) -> Entries:
    """The edges of two arrays."""
    return Entries(
        (arrays.sources, arrays.targets, builder.place(arrays.count)),
        {"EDGES": None},
        _items(builder, arrays.count, -(-arrays.count // _ENTRIES_OF_AN_ITEM)),
        _rounds(arrays.count),
        arrays=arrays,
    )


def _items(builder: PlanBuilder, count: int, items_without_blocks: int) -> int:
    # A processor's work-items take blocks, as many as keep its cores busy.
    tuning = builder.runtime.tuning
    if tuning.blocks:
        return min(tuning.groups * tuning.local_size, -(-count // _ENTRIES_OF_A_BLOCK))
    return items_without_blocks


def _rounds(count: int) -> int:
    # A check costs as much as a few launches. If a round costs more, avoid unnecessary rounds.
    return 1 if count > _LOOK_EACH_ROUND else 4
