"""A few edges on the host, to guess from what a device would find out of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["some_edges"]

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
