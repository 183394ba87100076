"""Forests of pieces of a graph, and the forest of their union, serially.

D. Eppstein, Z. Galil, G. F. Italiano and A. Nissenzweig, "Sparsification - a technique for speeding
up dynamic graph algorithms", Journal of the ACM 44(5), 1997: a spanning forest of the union of
graphs is one of the union of their spanning forests, and so with minimum ones, if the order of the
edges is total.

Invariant: the trees of a device are the components of the entries of its pieces, in whatever order
they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from clconn.graph import Graph
from clconn.graph_pieces import GraphPieces, pieces_of
from clconn.reference.union_find.disjoint_sets import DisjointSets

__all__ = ["PieceTrees", "forest_of_pieces"]


class PieceTrees:
    """The trees that one device makes of the pieces that it gets, and the edges that made them."""

    def __init__(self, n: int, pieces: GraphPieces) -> None:
        self._pieces = pieces
        self._sets = DisjointSets(n)
        self.links: list[tuple[int, int, int]] = []

    def unite(self, number: int) -> None:
        """Unite the ends of a piece's entries."""
        piece = self._pieces[number]
        first, second = (array.tolist() for array in self._pieces.arrays(piece))
        row = 0
        for place in range(piece.count):
            if self._pieces.has_rows:
                while first[row + 1] <= piece.first + place:
                    row += 1
                source = piece.first_row + row
            else:
                source = first[place]
            self.put_in([(piece.first + place, source, second[place])])

    def put_in(self, links: Iterable[tuple[int, int, int]]) -> None:
        """Unite along edges: an id, a source and a target each."""
        for edge, source, target in links:
            if self._sets.union(source, target):
                self.links.append((edge, source, target))


def forest_of_pieces(graph: Graph, most: int, shares: Sequence[Iterable[int]]) -> Any:
    """Return the ids of the edges of a spanning forest, ascending.

    Parameters
    ----------
    most
        Bytes of a piece.
    shares
        The numbers of the pieces that each device gets, in its order.
    """
    pieces = pieces_of(graph, most)
    devices = [PieceTrees(graph.n, pieces) for _ in shares]
    for device, share in zip(devices, shares, strict=True):
        for number in share:
            device.unite(number)
    first, *others = devices
    for device in others:
        first.put_in(device.links)
    return np.array(sorted(edge for edge, _, _ in first.links), dtype=np.int64)
