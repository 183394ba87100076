"""Breadth-first search, direction-optimizing, and the sample that it gives: a whole component.

S. Beamer, K. Asanović and D. Patterson, "Direction-optimizing breadth-first search",
SC 2012; as a sample for components: G. M. Slota, S. Rajamanickam and K. Madduri, "BFS
and coloring-based parallel algorithms for strongly connected components and related
problems", IPDPS 2014; C. Hong, L. Dhulipala and J. Shun, "Exploring the design space
of static and incremental graph connectivity algorithms on GPUs", PACT 2020, section 3.3.

A round goes top-down or bottom-up. Top-down, it follows the rows of the frontier. Bottom-up,
every vertex that is not reached looks for a neighbor that is, and most find one soon. Components
need no levels, so any reached neighbor will do.

Invariant: when a round begins, all neighbors of reached vertices outside the frontier are
reached. So a search is done when its frontier is empty, and no edge leads from a reached vertex
to one that is not.
"""

from __future__ import annotations

from clconn.reference.graph.hook_coverage import SAMPLES
from clconn.reference.primitives.hash import spread_place
from clconn.reference.union_find.edge_map import entries_at
from clconn.reference.union_find.find import Parents
from clconn.reference.union_find.forest_edges import NO_EDGE, Record, record_nothing
from clconn.reference.union_find.sampling import hook_to_first_neighbor

__all__ = ["ALPHA", "BETA", "bfs_sampling", "choose_source", "search"]

ALPHA = 14
"""A round goes bottom-up when the frontier has more than this part of the unexplored entries."""

BETA = 24
"""A round goes top-down again when the frontier has less than this part of the vertices."""

ReachedBy = dict[int, int]
"""The vertices that a search or a round reaches, in order, each with the edge that led to it."""


def choose_source(offsets: list[int], is_reached: list[bool], searches: int = 0) -> int | None:
    """Choose the smallest of the unreached vertices of largest degree in an evenly spread sample.

    Parameters
    ----------
    offsets : list of int
        Of the compressed sparse rows.
    is_reached : list of bool
        For each vertex.
    searches : int, default 0
        Number of earlier searches; each search samples other vertices.

    Returns
    -------
    int or None
        None if the whole sample is reached, or there are no vertices.
    """
    n = len(is_reached)
    places = range(searches * SAMPLES, (searches + 1) * SAMPLES) if n else ()
    sample = {spread_place(i, n) for i in places}
    candidates = sorted(v for v in sample if not is_reached[v])
    return max(candidates, key=lambda v: offsets[v + 1] - offsets[v], default=None)


def search(
    offsets: list[int], neighbors: list[int], source: int, is_reached: list[bool]
) -> ReachedBy:
    """Reach all vertices that a path from the source leads to.

    Parameters
    ----------
    offsets, neighbors : list of int
        Compressed sparse rows; each edge is stored at both ends.
    source : int
        Not reached.
    is_reached : list of bool
        For each vertex; changed in place. A component is reached as a whole or not at all.

    Returns
    -------
    dict of int to int
        The edge by which each vertex was reached. The source comes first, without an edge.
    """
    is_reached[source] = True
    reached_by = {source: NO_EDGE}
    frontier = [source]
    explored_entries, bottom_up = 0, False
    while frontier:
        entries = sum(offsets[v + 1] - offsets[v] for v in frontier)
        explored_entries += entries
        if bottom_up:
            bottom_up = len(frontier) >= len(is_reached) // BETA
        else:
            bottom_up = entries > (len(neighbors) - explored_entries) // ALPHA
        step = _bottom_up if bottom_up else _top_down
        next_reached_by = step(offsets, neighbors, frontier, is_reached)
        reached_by |= next_reached_by
        frontier = list(next_reached_by)
    return reached_by


def _top_down(
    offsets: list[int], neighbors: list[int], frontier: list[int], is_reached: list[bool]
) -> ReachedBy:
    reached_by = {}
    for v in frontier:
        for neighbor, edge in entries_at(neighbors, range(offsets[v], offsets[v + 1])):
            if not is_reached[neighbor]:
                is_reached[neighbor] = True
                reached_by[neighbor] = edge
    return reached_by


def _bottom_up(
    offsets: list[int], neighbors: list[int], frontier: list[int], is_reached: list[bool]
) -> ReachedBy:
    reached_by = {}
    for v in range(len(is_reached)):
        if is_reached[v]:
            continue
        for neighbor, edge in entries_at(neighbors, range(offsets[v], offsets[v + 1])):
            if is_reached[neighbor]:
                is_reached[v] = True
                reached_by[v] = edge
                break
    return reached_by


def bfs_sampling(
    parents: Parents, offsets: list[int], neighbors: list[int], record: Record = record_nothing
) -> None:
    """Search from a vertex of large degree, and make one tree of the reached vertices.

    Every other vertex is hooked below its first neighbor, if that is smaller.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    offsets, neighbors : list of int
        Compressed sparse rows; each edge is stored at both ends.
    """
    is_reached = [False] * len(parents)
    source = choose_source(offsets, is_reached)
    if source is not None:
        reached_by = search(offsets, neighbors, source, is_reached)
        smallest = min(reached_by)
        for v, edge in reached_by.items():
            parents[v] = smallest
            record(v, edge)
    for v in range(len(parents)):
        if not is_reached[v]:
            hook_to_first_neighbor(parents, v, offsets, neighbors, record)
