"""Connected components of edges in coordinate form: one edge after another, or in pieces.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 2: an array of
edges instead of rows. No sampling, which needs the edges of a vertex together.

``coo`` takes the edges as they are. ``coo-relabel`` takes them in pieces of half as many
as there are vertices, and replaces the two ends of each edge of a piece by their parents
before it looks at the piece.

Invariant: a vertex and its parent are in one tree, so a relabelled edge joins the same
two trees as the edge itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.graph.edge_arrays import edges_of_rows
from clconn.reference.union_find.edge_map import Row
from clconn.reference.union_find.find import Parents

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.reference.components.finishes import Finish

__all__ = ["MOST_PIECES", "connected_components_coo", "piece_size", "relabelled"]

MOST_PIECES = 256
"""Pieces of ``coo-relabel``; with more than 128 n edges they are larger than n/2."""


def piece_size(n: int, count: int) -> int:
    """Edges of a piece: half as many as there are vertices.

    Parameters
    ----------
    n, count : int
        Number of vertices and of edges.
    """
    return max((n + 1) // 2, -(-count // MOST_PIECES), 1)


def relabelled(parents: Parents, rows: list[Row]) -> list[Row]:
    """The rows with each vertex replaced by its parent.

    Parameters
    ----------
    parents : list of int
    rows : list of (int, list of int)
    """
    return [(parents[v], [parents[neighbor] for neighbor in row]) for v, row in rows]


def connected_components_coo(graph: Graph, finish: Finish, *, relabel: bool) -> NDArray[np.int32]:
    """Connected components, edge by edge.

    Parameters
    ----------
    graph : Graph
    finish : Finish
    relabel : bool
        Whether to go in pieces and relabel them.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.
    """
    parents = finish.begin(graph.n)
    edges = list(_edges(graph, finish))
    if relabel:
        size = piece_size(graph.n, len(edges))
        for begin in range(0, len(edges), size):
            finish.unite(parents, relabelled(parents, edges[begin : begin + size]))
    else:
        finish.unite(parents, edges)
    finish.end(parents)
    return np.array(parents, dtype=np.int32)


def _edges(graph: Graph, finish: Finish) -> Iterator[Row]:
    """Each edge as a row of one neighbor."""
    if graph.rows is None:
        sources, targets = graph.edges()
    else:
        rows = graph.rows
        sources, targets = edges_of_rows(
            rows.offsets, rows.neighbors, symmetric=bool(graph.symmetric)
        )
    for source, target in zip(sources.tolist(), finish.ends(targets), strict=True):
        yield source, [target]
