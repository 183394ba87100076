"""Breadth-first search, direction-optimizing, and what it samples: a whole component.

S. Beamer, K. Asanović and D. Patterson, "Direction-optimizing breadth-first search",
SC 2012; as a sample for components: G. M. Slota, S. Rajamanickam and K. Madduri, "BFS
and coloring-based parallel algorithms for strongly connected components and related
problems", IPDPS 2014; C. Hong, L. Dhulipala and J. Shun, "Exploring the design space
of static and incremental graph connectivity algorithms on GPUs", PACT 2020, section 3.3.

A round goes top-down, along the rows of the frontier, or bottom-up: every vertex that
is not reached looks for a neighbor that is, and most find one soon. Levels are not
wanted, so any neighbor that is reached will do.

Invariant: when a round begins, the neighbors of all that is reached, but for the
frontier, are reached. So a search is done when its frontier is empty, and no edge leads
from a vertex that is reached to one that is not.
"""

from __future__ import annotations

from clconn.reference.graph.hook_coverage import SAMPLES
from clconn.reference.primitives.hash import spread_place
from clconn.reference.union_find.ends import other_end
from clconn.reference.union_find.find import Parents

__all__ = ["ALPHA", "BETA", "bfs_sampling", "choose_source", "search"]

ALPHA = 14
"""Bottom-up, when the frontier has more than this part of the entries not looked at."""

BETA = 24
"""Top-down again, when the frontier has less than this part of the vertices."""


def choose_source(offsets: list[int], reached: list[bool], searches: int = 0) -> int | None:
    """Among some vertices that are not reached one of the largest degree, of several the smallest.

    The vertices are spread evenly over the ids.

    Parameters
    ----------
    offsets : list of int
        Of the compressed sparse rows.
    reached : list of bool
        For each vertex.
    searches : int, default 0
        Searches before; each looks at vertices of its own.

    Returns
    -------
    int or None
        None if all that were looked at are reached, or there are no vertices.
    """
    n = len(reached)
    places = range(searches * SAMPLES, (searches + 1) * SAMPLES) if n else ()
    sampled = {spread_place(i, n) for i in places}
    candidates = sorted(v for v in sampled if not reached[v])
    return max(candidates, key=lambda v: offsets[v + 1] - offsets[v], default=None)


def search(offsets: list[int], neighbors: list[int], source: int, reached: list[bool]) -> list[int]:
    """All vertices that a path from the source leads to.

    Parameters
    ----------
    offsets, neighbors : list of int
        Compressed sparse rows; each edge stands at both ends.
    source : int
        Not reached.
    reached : list of bool
        For each vertex; changed in place. A component is reached as a whole or not at all.

    Returns
    -------
    list of int
        In the order in which they were found; the source first. The others are ends of the
        edges by which they were reached, if the neighbors are ends.
    """
    reached[source] = True
    found, frontier = [source], [source]
    explored, bottom_up = 0, False
    while frontier:
        entries = sum(offsets[v + 1] - offsets[v] for v in frontier)
        explored += entries
        if bottom_up:
            bottom_up = len(frontier) >= len(reached) // BETA
        else:
            bottom_up = entries > (len(neighbors) - explored) // ALPHA
        step = _bottom_up if bottom_up else _top_down
        frontier = step(offsets, neighbors, frontier, reached)
        found += frontier
    return found


def _top_down(
    offsets: list[int], neighbors: list[int], frontier: list[int], reached: list[bool]
) -> list[int]:
    found = []
    for v in frontier:
        for neighbor in neighbors[offsets[v] : offsets[v + 1]]:
            if not reached[neighbor]:
                reached[neighbor] = True
                found.append(neighbor)
    return found


def _bottom_up(
    offsets: list[int], neighbors: list[int], frontier: list[int], reached: list[bool]
) -> list[int]:
    found = []
    for v, is_reached in enumerate(reached):
        if is_reached:
            continue
        row = neighbors[offsets[v] : offsets[v + 1]]
        neighbor = next((neighbor for neighbor in row if reached[neighbor]), None)
        if neighbor is not None:
            reached[v] = True
            found.append(other_end(v, neighbor))
    return found


def bfs_sampling(parents: Parents, offsets: list[int], neighbors: list[int]) -> None:
    """Search from a vertex of large degree, and make one tree of what is reached.

    Every other vertex is hooked below its first neighbor, if that is smaller.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    offsets, neighbors : list of int
        Compressed sparse rows; each edge stands at both ends.
    """
    reached = [False] * len(parents)
    source = choose_source(offsets, reached)
    if source is not None:
        found = search(offsets, neighbors, source, reached)
        smallest = int(min(found))  # the vertex, not the end of an edge
        for v in found:
            parents[v] = smallest
    for v, is_reached in enumerate(reached):
        if not is_reached and offsets[v] < offsets[v + 1]:
            parents[v] = min(v, neighbors[offsets[v]])
