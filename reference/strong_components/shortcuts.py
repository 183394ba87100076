"""Shortcuts through a deep graph: arcs that lead where a way of many arcs leads.

J. D. Ullman and M. Yannakakis, "High-probability parallel transitive-closure algorithms", SIAM
Journal on Computing 20, 1991, and M. Thorup, "On shortcutting digraphs", WG 1992, add arcs that
change no reachability, so that what spreads takes few rounds. The lengths here are those of
W. Pugh, "Skip lists: a probabilistic alternative to balanced trees", CACM 33, 1990.

From each vertex a way leads ahead, by the successor with the largest id, its successor, and so on,
and a way back, by predecessors. A vertex gets a shortcut along each of its ways, of 2 arcs with a
chance of 1/2, of 4 with 1/4, and so on. On a way of 2^10, 2^12 and 2^14 arcs any place is then at
most 24, 43 and 60 steps from its beginning, for two more arcs a vertex.

A device finds the ends of all ways of 2^k arcs by doubling those of 2^(k-1).

Invariant: a shortcut leads from a vertex to one that it reaches, so the components stay.
"""

from __future__ import annotations

from clconn.reference.primitives.hash import mixed_bits
from clconn.reference.strong_components.arcs import Arcs, Rows

__all__ = ["MOST_LOOKS", "length_of", "shortcuts", "with_shortcuts"]

MOST_LOOKS = 32
"""Entries of a row that are looked at."""


def length_of(v: int) -> int:
    """Return the logarithm of the length of the shortcuts of a vertex, from 1 on."""
    word = mixed_bits(v) & 0xFFFFFFFF
    return 1 + 32 - word.bit_length()


def shortcuts(arcs: Arcs) -> list[tuple[int, int]]:
    """Return the shortcuts of a graph, as pairs of a source and a target.

    Examples
    --------
    >>> path = Arcs([[1], [2], [3], [4], []], [[], [0], [1], [2], [3]])
    >>> [length_of(v) for v in range(5)]
    [33, 2, 1, 1, 2]
    >>> shortcuts(path)
    [(2, 4), (0, 2), (1, 3), (0, 4)]
    """
    ahead, back = _ends(arcs.successors), _ends(arcs.predecessors)
    return [
        arc
        for v in range(arcs.n)
        for arc in ((v, ahead[v]), (back[v], v))
        if -1 not in arc and arc[0] != arc[1]
    ]


def with_shortcuts(arcs: Arcs) -> Arcs:
    """Return a graph with its shortcuts among its arcs."""
    more = Arcs([list(row) for row in arcs.successors], [list(row) for row in arcs.predecessors])
    for source, target in shortcuts(arcs):
        more.successors[source].append(target)
        more.predecessors[target].append(source)
    return more


def _ends(rows: Rows) -> list[int]:
    """Return where the shortcut of each vertex leads; -1 if its way ends before."""
    # What is behind the end of a way is the last number, so that it stays there.
    ends = [max(row[:MOST_LOOKS], default=-1) for row in rows] + [-1]
    found = [-1] * len(rows)
    for length in range(1, len(rows).bit_length()):
        ends = [ends[end] for end in ends]
        for v in range(len(rows)):
            if length_of(v) == length:
                found[v] = ends[v]
    return found
