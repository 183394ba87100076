"""A few edges on the host, to guess from what a device would find out of all.

A wrong guess costs only time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["are_short_and_near", "looks_symmetric", "some_edges"]

_LOOK = 64
"""The most edges that are looked at; of more edges at least half as many are."""


def some_edges(graph: Graph) -> tuple[slice, NDArray[Any], NDArray[Any]]:
    """The places of a few edges or entries, of which there is one at least, and their ends."""
    # Slices, since every call of numpy shows beside a small graph.
    some = slice(0, None, -(-graph.edge_count // _LOOK))
    sources: Any
    targets: Any
    if graph.user_rows is None:
        sources, targets = (end[some] for end in graph.edges())
    else:
        offsets = graph.user_rows.offsets
        # Of the offsets' type, which are not converted then.
        places = np.arange(0, graph.edge_count, some.step, dtype=offsets.dtype)
        sources = offsets.searchsorted(places, side="right") - 1
        targets = graph.user_rows.neighbors[some]
    return some, sources, targets


# Two cores: a path and a grid in order 3.8 and 4.0 ms by searches, 9.0 and 8.6 by sums, a strip 11
# and 16; a shuffled path and a tree in order 39 and 44, 9 and 14, a mesh of 6 neighbors 27 and 16.
_SHORT, _NEAR, _MOST = 4, 4096, 0.9
"""Entries of a row in the mean, up to which searches are quick if more than this share of them lead
to ids that are nearer than that."""


def are_short_and_near(graph: Graph) -> bool:
    """Whether rows are short and most entries seem to lead to near ids."""
    rows = graph.user_rows
    assert rows is not None
    if not 0 < rows.neighbors.size <= _SHORT * (rows.offsets.size - 1):
        return False
    _, sources, targets = some_edges(graph)
    return bool(np.mean(np.abs(sources - targets) < _NEAR) > _MOST)


def looks_symmetric(graph: Graph) -> bool:
    """Whether one of a few entries of rows is stored at both ends."""
    rows = graph.user_rows
    assert rows is not None
    if graph.symmetric is not None or not rows.neighbors.size:
        return bool(graph.symmetric)
    _, sources, targets = some_edges(graph)
    for source, target in zip(sources.tolist(), targets.tolist(), strict=True):
        row = rows.neighbors[rows.offsets[target] : rows.offsets[target + 1]]
        if source != target and (row == source).any():
            return True
    return False
