"""Ordered segments: ids cut where all arcs lead across in one direction.

A cycle with ids on both sides of a cut crosses it in both directions. So where all arcs that cross
lead to larger ids, or all to smaller ones, no strongly connected component has vertices on both
sides. Graphs whose ids are in order, by time or by levels, are cut nearly everywhere: those of an
acyclic graph in topological order at each vertex, however long its paths are.

Only the rarer direction is looked at. An arc between ``a`` and a larger ``b`` covers the cuts
before ``a + 1`` to ``b``, and a cut that no arc of this direction covers divides the ids.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from clconn.reference.graph.hook_coverage import sampled_vertices

__all__ = ["SHORT", "SegmentLook", "look_at_segments", "ordered_segments"]

SHORT = 64
"""Ids of a segment in which signatures take few rounds."""


class SegmentLook(NamedTuple):
    """Where the sampled vertices are that may be on a cycle, at which arcs begin and end.

    Attributes
    ----------
    in_short : float
        The share in segments of at most :data:`SHORT` ids; 1 without such a vertex.
    in_largest : float
        The share in the segment that has most of them; 0 without one.
    """

    in_short: float
    in_largest: float


def ordered_segments(successors: list[list[int]]) -> list[range]:
    """Return the segments, in the order of the ids.

    Parameters
    ----------
    successors : list of list of int
        Of each vertex.

    Examples
    --------
    >>> ordered_segments([[1], [2], [1, 3], []])
    [range(0, 1), range(1, 3), range(3, 4)]
    """
    n = len(successors)
    arcs = [(v, w) for v, others in enumerate(successors) for w in others]
    to_larger = [(v, w) for v, w in arcs if v < w]
    to_smaller = [(w, v) for v, w in arcs if v > w]
    least = list(range(n))
    for a, b in to_larger if len(to_larger) < len(to_smaller) else to_smaller:
        least[b] = min(least[b], a)
    segments: list[range] = []
    end, smallest = n, n
    for v in reversed(range(n)):
        smallest = min(smallest, least[v])
        if smallest == v:
            segments.append(range(v, end))
            end = v
    return segments[::-1]


def look_at_segments(successors: list[list[int]]) -> SegmentLook:
    """Look at the segments of sampled vertices.

    Examples
    --------
    >>> look_at_segments([[1], [0]])
    SegmentLook(in_short=1.0, in_largest=1.0)
    """
    segments = {v: segment for segment in ordered_segments(successors) for v in segment}
    followed_by_some = {w for others in successors for w in others}
    samples = sampled_vertices(len(successors))
    in_doubt = [segments[v] for v in samples if successors[v] and v in followed_by_some]
    if not in_doubt:
        return SegmentLook(in_short=1.0, in_largest=0.0)
    short = sum(len(segment) <= SHORT for segment in in_doubt)
    ((_, most),) = Counter(segment.start for segment in in_doubt).most_common(1)
    return SegmentLook(in_short=short / len(in_doubt), in_largest=most / len(in_doubt))
