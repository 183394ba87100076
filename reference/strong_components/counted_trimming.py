"""Trimming by counts: each vertex knows how many successors and predecessors it has left.

B. Guo and E. Sekerinski, "Efficient parallel graph trimming by arc-consistency", The Journal of
Supercomputing 78, 2022 (AC4Trim); A. B. Kahn, "Topological sorting of large networks",
Communications of the ACM 5, 1962. Both directions are trimmed at once.

Invariant: a count is the number of different neighbors that remain. A vertex whose one count is 0
is on no cycle with what remains, so it is a component.
"""

from __future__ import annotations

from clconn.reference.strong_components.arcs import Arcs, other_neighbors

__all__ = ["counted_trimming"]


def counted_trimming(arcs: Arcs, within: set[int]) -> list[list[int]]:
    """Remove vertices that are components, as long as there are any, and return them."""
    directions = (arcs.predecessors, arcs.successors)
    counts = [{v: len(other_neighbors(rows, v, within)) for v in within} for rows in directions]
    removed = [v for v in within if any(count[v] == 0 for count in counts)]
    is_removed = set(removed)
    for v in removed:  # which grows
        for rows, count in zip(reversed(directions), counts, strict=True):
            # The vertex is one predecessor less of each successor, and the other way round.
            for w in other_neighbors(rows, v, within):
                count[w] -= 1
                if count[w] == 0 and w not in is_removed:
                    is_removed.add(w)
                    removed.append(w)
    within -= is_removed
    return [[v] for v in removed]
