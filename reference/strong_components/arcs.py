"""The arcs of a directed graph as rows of both directions, and the form of all answers here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from clconn.csr import rows_from_entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["Arcs", "Rows", "arcs_of", "other_neighbors", "roots_of"]

Rows = list[list[int]]


@dataclass(frozen=True)
class Arcs:
    """The successors and the predecessors of each vertex; parallel arcs and loops stay."""

    successors: Rows
    predecessors: Rows

    @property
    def n(self) -> int:
        """Number of vertices."""
        return len(self.successors)


def arcs_of(graph: Graph) -> Arcs:
    """Return the arcs of a graph; an edge of an undirected graph is two."""
    sources, targets = graph.edges()
    if not graph.directed:
        sources, targets = np.concatenate([sources, targets]), np.concatenate([targets, sources])
    ones = np.ones(sources.size, dtype=np.int8)

    def rows(heads: NDArray[np.int32], tails: NDArray[np.int32]) -> Rows:
        matrix = rows_from_entries(graph.n, heads, tails, ones)
        neighbors = matrix.indices.tolist()
        return [neighbors[begin:end] for begin, end in pairwise(matrix.indptr.tolist())]

    return Arcs(rows(sources, targets), rows(targets, sources))


def roots_of(n: int, components: Iterable[Iterable[int]]) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component; each vertex is in one of them."""
    roots = np.full(n, -1, dtype=np.int32)
    for component in map(list, components):
        roots[component] = min(component)
    return roots


def other_neighbors(rows: Rows, v: int, within: set[int]) -> set[int]:
    """Return the different neighbors in a row that are within, without the vertex itself."""
    return {w for w in rows[v] if w in within and w != v}
