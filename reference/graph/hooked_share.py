"""Hooked share: what hook-based sampling covers, by hooking all vertices.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and incremental graph
connectivity algorithms on GPUs", PACT 2020, section 3.3: hook each vertex below its first
neighbor, if that is smaller, and then unite some edges of each vertex that is a root still (here,
of each that was one, so that the order does not matter). What a few walks say of that beforehand
(:mod:`~clconn.reference.graph.hook_coverage`) is a lower bound, and low where ids follow the graph,
as those of a grid do: there the walks are long. But where a few vertices say that hooks leave few
roots, to hook all of them takes a processor little time.

Invariant: only edges of the graph are united, so a tree is a part of a component, and the share of
the largest one is what the finish need not look at.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import NamedTuple

from clconn.reference.graph.first_links import HUB
from clconn.reference.graph.hook_coverage import SAMPLES, sampled_vertices

__all__ = ["EDGES", "FirstNeighbors", "first_neighbors", "hooked_share"]

EDGES = 2
"""Edges of a root that hook-based sampling takes."""


class FirstNeighbors(NamedTuple):
    """Shares of the sampled vertices, in 0..1.

    Attributes
    ----------
    roots
        Those that have no smaller first neighbor.
    unlike
        Those that have another number of neighbors than the next vertex.
    at_hubs
        Those that have more than :data:`HUB` neighbors, or whose first neighbor has.
    """

    roots: float
    unlike: float
    at_hubs: float


def first_neighbors(offsets: list[int], neighbors: list[int]) -> FirstNeighbors:
    """Look at the first neighbors of a few vertices; all shares are 0 without vertices.

    Examples
    --------
    >>> first_neighbors([0, 1, 3, 4], [1, 0, 2, 1]).roots > 0  # a path: 0 is a root
    True
    """
    n = len(offsets) - 1
    degrees = [end - begin for begin, end in pairwise(offsets)]
    roots = unlike = at_hubs = 0
    for v in sampled_vertices(n):
        first = neighbors[offsets[v]] if degrees[v] else v
        roots += first >= v
        unlike += v + 1 < n and degrees[v + 1] != degrees[v]
        at_hubs += max(degrees[v], degrees[first]) > HUB
    return FirstNeighbors(roots / SAMPLES, unlike / SAMPLES, at_hubs / SAMPLES)


def hooked_share(offsets: list[int], neighbors: list[int]) -> float:
    """Return the share of the sampled vertices in the largest tree; 0 without vertices.

    Examples
    --------
    >>> hooked_share([0, 1, 3, 4], [1, 0, 2, 1])  # a path
    1.0
    """
    n = len(offsets) - 1
    parents = list(range(n))

    def root_of(v: int) -> int:
        while parents[v] != v:
            v = parents[v]
        return v

    for v in range(n):
        if offsets[v] < offsets[v + 1]:
            parents[v] = min(v, neighbors[offsets[v]])
    for v in [v for v in range(n) if parents[v] == v]:
        for neighbor in neighbors[offsets[v] : offsets[v + 1]][:EDGES]:
            upper, lower = sorted((root_of(v), root_of(neighbor)))
            parents[lower] = upper
    roots = Counter(root_of(v) for v in sampled_vertices(n))
    return max(roots.values(), default=0) / SAMPLES
