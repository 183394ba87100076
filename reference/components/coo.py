"""Connected components of edges in coordinate form: one edge after another, or in pieces.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 2: an array of
edges instead of rows. There is no sampling, which needs the edges of a vertex together.

``coo`` takes the edges as they are, or, by an option of our own, blocks of them in a
pseudo-random order: many that are united at once are then not of one vertex or of neighbors
where the list is in order. ``coo-relabel`` takes them in pieces of half as many
as there are vertices, and replaces the two ends of each edge of a piece by their parents
before it looks at the piece.

Invariant: a vertex and its parent are in one tree, so a relabeled edge joins the same
two trees as the edge itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.graph.edge_arrays import edges_of_rows
from clconn.reference.union_find.edge_map import Row
from clconn.reference.union_find.find import Parents

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.reference.components.finishes import Finish

__all__ = [
    "EDGES_OF_BLOCK",
    "MOST_PIECES",
    "connected_components_coo",
    "in_block_order",
    "piece_size",
    "relabel_rows",
]

EDGES_OF_BLOCK = 32
"""Edges of a block, which stay together in whatever order the blocks are."""

MOST_PIECES = 256
"""The most pieces of ``coo-relabel``; with more than 128 n edges they are larger than n/2."""


def piece_size(n: int, count: int) -> int:
    """Return the number of edges of a piece: half as many as there are vertices.

    Parameters
    ----------
    n, count : int
        Number of vertices and of edges.
    """
    return max((n + 1) // 2, -(-count // MOST_PIECES), 1)


def relabel_rows(parents: Parents, rows: list[Row]) -> list[Row]:
    """Replace each vertex of the rows by its parent; the edges stay."""
    return [
        (parents[v], [(parents[neighbor], edge) for neighbor, edge in entries])
        for v, entries in rows
    ]


def in_block_order(rows: list[Row], seed: int = 0) -> list[Row]:
    """Return the edges with blocks of :data:`EDGES_OF_BLOCK` in a pseudo-random order.

    Parameters
    ----------
    rows : list of Row
        A row with one entry of each edge.
    seed : int, default 0
        Of the order.
    """
    begins = np.arange(0, len(rows), EDGES_OF_BLOCK)
    order = np.random.default_rng(seed).permutation(begins).tolist()
    return [row for begin in order for row in rows[begin : begin + EDGES_OF_BLOCK]]


def connected_components_coo(
    graph: Graph, finish: Finish, *, relabel: bool = False, in_blocks: bool = False
) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, edge by edge.

    Parameters
    ----------
    graph : Graph
    finish : Finish
    relabel : bool
        Whether to take the edges in pieces and relabel each.
    in_blocks : bool
        Whether to take blocks of :data:`EDGES_OF_BLOCK` edges in a pseudo-random order.
    """
    parents = list(range(graph.n))
    rows = _edges_as_rows(graph)
    if relabel:
        size = piece_size(graph.n, len(rows))
        for begin in range(0, len(rows), size):
            finish.unite(parents, relabel_rows(parents, rows[begin : begin + size]))
    else:
        finish.unite(parents, in_block_order(rows) if in_blocks else rows)
    finish.end(parents)
    return np.array(parents, dtype=np.int32)


def _edges_as_rows(graph: Graph) -> list[Row]:
    """Make a row with one entry of each edge."""
    if graph.rows is None:
        sources, targets = graph.edges()
    else:
        rows = graph.rows
        sources, targets = edges_of_rows(
            rows.offsets, rows.neighbors, symmetric=bool(graph.symmetric)
        )
    ends = zip(sources.tolist(), targets.tolist(), strict=True)
    return [(source, [(target, edge)]) for edge, (source, target) in enumerate(ends)]
