"""Graphs most of whose vertices have no edge, because their ids are no indices.

An id is a vertex, so a graph of a few edges between ids near 10^9 has 10^9 vertices, which
take memory and count as components. That is legal, but seldom meant.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from clconn.errors import GraphWarning
from clconn.graph_checks import RENUMBER, vertex_count

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = ["isolated_vertex_0", "sparse_ids_advice", "vertices_up_to"]

FEWEST_ISOLATED = 1 << 20
"""Fewer vertices without edges than this cost neither time nor memory worth a warning."""


def vertices_up_to(largest: int, edge_count: int, *, stacklevel: int = 3) -> int:
    """Return the number of vertices if `largest` is the last one.

    Warn if at least a million of them can have no edge, at the line `stacklevel` calls up.
    """
    n = vertex_count(largest + 1, hint=largest, remedy=RENUMBER)
    if _are_sparse(n, edge_count):
        warnings.warn(
            f"the largest id is {largest:,}, so there are {n:,} vertices, and at most "
            f"{2 * edge_count:,} of them have an edge: all others count as components. "
            f"{RENUMBER} makes vertices of the ids that occur; n (--n) says that all are meant",
            GraphWarning,
            stacklevel=stacklevel,
        )
    return n


def isolated_vertex_0(graph: Graph) -> str | None:
    """Return a warning if the ids of an edge list are 1 to n - 1, so that vertex 0 has no edge."""
    if not graph.edge_count or graph.nodes is not None:
        return None
    ends = graph.edges()
    if min(int(end.min()) for end in ends) != 1:
        return None
    if max(int(end.max()) for end in ends) != graph.n - 1:
        return None
    return (
        "the smallest id is 1, so vertex 0 has no edge and counts as a component; "
        f"{RENUMBER} leaves it out"
    )


def sparse_ids_advice(n: int, edge_count: int) -> str:
    """Return what to do about too little memory if ids are sparse, otherwise an empty text."""
    if not _are_sparse(n, edge_count):
        return ""
    return (
        f"at most {2 * edge_count:,} of the {n:,} vertices have an edge: {RENUMBER} makes vertices "
        "of the ids that occur"
    )


def _are_sparse(n: int, edge_count: int) -> bool:
    return n - 2 * edge_count >= FEWEST_ISOLATED
