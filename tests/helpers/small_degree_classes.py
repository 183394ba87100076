"""Let small graphs take the ways of large ones.

A processor takes every vertex in one work-item and so never meets the lists and pieces
that a GPU works with; nor do tests have 2**31 entries.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from clconn.graph import Graph
from clconn.user_rows import UserRows
from tests.helpers.queues import new_runtime
from tests.helpers.unoptimized import without_optimization


def runtime_with_small_classes(device: Any, *, blocks: bool | None = None) -> Any:
    """A new runtime of a device, with degree classes for tiny graphs.

    Rows of three entries are shared by two or four work-items, rows of eleven are cut into pieces.
    Two that look ahead take a row of ten in two steps. Two take a block of eight ids. ``blocks``
    says whether a work-item takes neighboring positions of a list; as is usual for the device if
    not given.
    """
    runtime = without_optimization(new_runtime(device))
    runtime.tuning = replace(
        runtime.tuning,
        local_size=8,
        lanes=4,
        row_lanes=2,
        looks=4,
        low_degree=2,
        high_degree=10,
        piece=4,
        groups=3,
        id_block_bits=(3, 3),
        id_block_items=2,
    )
    if blocks is not None:
        runtime.tuning = replace(runtime.tuning, blocks=blocks)
    return runtime


def with_long_offsets(graph: Graph) -> Graph:
    """The graph as rows with int64 offsets, which 2**31 entries need.

    Rows keep their weights; edges have none then. Of a directed graph they are the arcs.
    """
    rows = graph.arcs() if graph.directed else graph.rows or graph.adjacency()
    weights = graph.weights if graph.rows is not None else None
    made = Graph.from_csr(
        rows.offsets,
        rows.neighbors,
        weights=weights,
        directed=graph.directed,
        symmetric=None if graph.directed else graph.symmetric,
    )
    made.user_rows = LongRows(rows.offsets, rows.neighbors)
    return made


class LongRows(UserRows):
    """Rows with int64 offsets, however few their entries."""

    offset_dtype = np.dtype(np.int64)
