"""First arcs: whether vertices branch, and what makes cycles, from a few vertices.

How strongly connected components are found soonest depends on what makes cycles. Where no vertex
branches one way, cutting chains (``strong_components/chains.py``) leaves nothing else. Where nearly
none does, shortened paths (``strong_components/nonbranching_paths.py``) leave little. Where arcs
lead both ways, or to larger and to smaller ids nearby, contraction
(``strong_components/contraction.py``) makes a graph much smaller, and signatures before it are in
vain; so it does where many vertices are on short cycles (``graph/short_cycles.py``). And where
fewer than one arc leads on from an arc, in the mean, no component is large, so that none is worth a
search (M. E. J. Newman, S. H. Strogatz and D. J. Watts, Random graphs with arbitrary degree
distributions and their applications, Physical Review E 64, 2001, on directed graphs).

Invariant: a vertex is followed if an arc begins at it, forks if more than one does, and joins if
more than one ends there. It is on a path if one begins and one ends, to another vertex than that
from which it comes, and neither of these has more than :data:`MOST_ENTRIES` arcs from there, or to
there: what leads from hub to hub is not deep. It is mutual if among its first as many arcs is one
to another vertex that is among the first as many of those that lead to it. Of these arcs some
ascend, to a larger id in the same block of :data:`BLOCK`, and some descend, to a smaller one. Of as
many, spread over its row, some lead to larger ids and some to smaller ones, some of each to the
same block. The passages of a vertex are the ways from an arc that leads there to one that leads on,
of so many each; one of a mutual vertex leads back, and does not count. And it closes short cycles
if it is the largest vertex of one that is found.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from clconn.reference.graph.hook_coverage import SAMPLES, sampled_vertices
from clconn.reference.graph.short_cycles import short_cycles

__all__ = ["BLOCK", "MOST_ENTRIES", "FirstArcs", "first_arcs", "look"]

MOST_ENTRIES = 16
"""Arcs of a vertex that are looked at."""

BLOCK = 1024
"""Ids of a block, as contraction joins them."""


class FirstArcs(NamedTuple):
    """Shares of the sampled vertices, in 0..1, and of their first arcs.

    Attributes
    ----------
    followed, fork, join, on_paths, mutual, closing
        Those that are so; of one vertex, truth values.
    ascending, descending, larger, smaller, larger_nearby, smaller_nearby
        Arcs that are so, or lead there; of one vertex, how many.
    passages
        For each of these arcs, from 0 on; of one vertex, how many.
    """

    followed: float
    fork: float
    join: float
    on_paths: float
    mutual: float
    closing: float
    ascending: float
    descending: float
    larger: float
    smaller: float
    larger_nearby: float
    smaller_nearby: float
    passages: float


Rows = tuple[list[int], list[int]]
"""Offsets and neighbors."""


def look(v: int, rows: Rows, opposite: Rows) -> FirstArcs:
    """Return what holds for a vertex, by the arcs from each vertex and those to it."""
    begin, end = (offsets[v + 1] - offsets[v] for offsets, _ in (rows, opposite))
    successors, predecessors = first(v, rows), first(v, opposite)
    nearby = [w for w in successors if w // BLOCK == v // BLOCK]
    among = spread(v, rows)
    mutual = any(w != v and w in predecessors for w in successors)
    return FirstArcs(
        followed=begin > 0,
        fork=begin > 1,
        join=end > 1,
        on_paths=begin == end == 1 and is_between(predecessors[0], successors[0], rows, opposite),
        mutual=mutual,
        closing=bool(short_cycles(v, partial(whole, rows), partial(whole, opposite))),
        ascending=sum(w > v for w in nearby),
        descending=sum(w < v for w in nearby),
        larger=sum(w > v for w in among),
        smaller=sum(w < v for w in among),
        larger_nearby=sum(w > v and w // BLOCK == v // BLOCK for w in among),
        smaller_nearby=sum(w < v and w // BLOCK == v // BLOCK for w in among),
        passages=len(successors) * len(predecessors) - mutual,
    )


def is_between(u: int, w: int, rows: Rows, opposite: Rows) -> bool:
    """Return whether two ends are different ones, and no hubs."""
    (out, _), (back, _) = rows, opposite
    return u != w and max(out[u + 1] - out[u], back[w + 1] - back[w]) <= MOST_ENTRIES


def first(v: int, rows: Rows) -> list[int]:
    """Return the first neighbors of a vertex."""
    offsets, neighbors = rows
    return neighbors[offsets[v] : min(offsets[v + 1], offsets[v] + MOST_ENTRIES)]


def whole(rows: Rows, v: int) -> list[int]:
    """Return all neighbors of a vertex."""
    offsets, neighbors = rows
    return neighbors[offsets[v] : offsets[v + 1]]


def spread(v: int, rows: Rows) -> list[int]:
    """Return as many neighbors of a vertex, spread over its row."""
    offsets, neighbors = rows
    degree = offsets[v + 1] - offsets[v]
    looked_at = min(degree, MOST_ENTRIES)
    return [neighbors[offsets[v] + i * degree // looked_at] for i in range(looked_at)]


def first_arcs(rows: Rows, opposite: Rows) -> FirstArcs:
    """Return the shares of the sampled vertices and their first arcs; 0 without any.

    Parameters
    ----------
    rows, opposite
        Of the arcs, and of the opposite ones.

    Examples
    --------
    >>> both_ways = [0, 1, 2], [1, 0]
    >>> first_arcs(both_ways, both_ways).mutual
    1.0
    """
    samples = sampled_vertices(len(rows[0]) - 1)
    looks = [look(v, rows, opposite) for v in samples]
    sums = (
        FirstArcs(*map(sum, zip(*looks, strict=True)))
        if looks
        else FirstArcs(*[0] * len(FirstArcs._fields))
    )
    arcs = max(sum(len(first(v, rows)) for v in samples), 1)
    return FirstArcs(
        *(total / SAMPLES for total in sums[:6]), *(total / arcs for total in sums[6:])
    )
