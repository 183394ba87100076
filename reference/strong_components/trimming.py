"""Trimming: components of one and of two vertices that their rows give away.

One: a vertex without a predecessor or without a successor, other than itself, is a component. Then
others may lack theirs. W. McLendon, B. Hendrickson, S. Plimpton and L. Rauchwerger, "Finding
strongly connected components in distributed graphs", Journal of Parallel and Distributed Computing
65, 2005; J. Barnat, P. Bauch, L. Brim and M. Ceska, "Computing strongly connected components in
parallel on CUDA", IPDPS 2011.

Two: two vertices with arcs both ways, where neither has another predecessor, or neither another
successor, are a component. S. Hong, N. C. Rodia and K. Olukotun, "On fast parallel detection of
strongly connected components (SCC) in small-world graphs", SC 2013.

Invariant: the remaining vertices are whole components. For a component of several vertices has in
each of them an arc from and to another of its own, so that trimming one takes none of it.
"""

from __future__ import annotations

from clconn.reference.strong_components.arcs import Arcs, other_neighbors
from clconn.reference.strong_components.counted_trimming import counted_trimming

__all__ = ["FORMS", "trim", "trim_ones", "trim_pairs"]

FORMS = ("plain", "trim-one", "trim-two")
"""By the largest components that are trimmed: the third part of the name of a variant."""


def trim(arcs: Arcs, within: set[int], largest: int) -> list[list[int]]:
    """Remove components of one vertex, then of two, up to a size, and return them."""
    components = trim_ones(arcs, within) if largest > 0 else []
    return components + trim_pairs(arcs, within) if largest > 1 else components


def trim_ones(arcs: Arcs, within: set[int]) -> list[list[int]]:
    """Remove vertices that are components, as long as there are any, and return them."""
    return counted_trimming(arcs, within)


def trim_pairs(arcs: Arcs, within: set[int]) -> list[list[int]]:
    """Remove pairs of vertices that are components, once, and return them."""
    pairs = []
    for rows in (arcs.predecessors, arcs.successors):
        only = {v: other_neighbors(rows, v, within) for v in within}
        for v, others in only.items():
            if len(others) == 1:
                (w,) = others
                if v < w and only[w] == {v}:
                    pairs.append([v, w])
        within.difference_update(*pairs)
    return pairs
