"""Hook coverage: a lower bound on what hook-based sampling would cover, from a few vertices.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 4.7: "a
rough lower bound [...] can be obtained by applying the first step of HB for a few
edges". That step hooks each vertex below its first neighbor, if that is smaller.

Invariant: a walk goes from each vertex to its first neighbor as long as that is
smaller. So it goes down the ids and ends at the root of the vertex after that step.
If two walks end at the same root, that step joins their vertices; later samples can
only join more. A walk of more than :data:`STEPS` steps counts as covering nothing, so
the bound stays a lower bound.
"""

from __future__ import annotations

from collections import Counter

from clconn.reference.primitives.hash import spread_place

__all__ = ["SAMPLES", "STEPS", "first_root", "hook_coverage", "sampled_vertices"]

SAMPLES = 1024
"""Number of vertices to look at."""

STEPS = 32
"""Most steps of a walk."""

NO_END = -1


def sampled_vertices(n: int) -> list[int]:
    """Choose :data:`SAMPLES` of n vertices, spread evenly over the ids; none if n is 0."""
    if n == 0:
        return []
    return [spread_place(i, n) for i in range(SAMPLES)]


def first_root(v: int, offsets: list[int], neighbors: list[int]) -> int:
    """Return the end of the walk over first neighbors, or -1 if it takes too many steps."""
    for _ in range(STEPS + 1):
        first = neighbors[offsets[v]] if offsets[v] < offsets[v + 1] else v
        if first >= v:
            return v
        v = first
    return NO_END


def hook_coverage(offsets: list[int], neighbors: list[int]) -> float:
    """Return the share of the sampled vertices in the largest hooked tree; 0 without vertices.

    Examples
    --------
    >>> hook_coverage([0, 3, 4, 5, 6], [1, 2, 3, 0, 0, 0])  # a star
    1.0
    """
    roots = Counter(first_root(v, offsets, neighbors) for v in sampled_vertices(len(offsets) - 1))
    del roots[NO_END]
    return max(roots.values(), default=0) / SAMPLES
