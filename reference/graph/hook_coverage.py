"""How much hook-based sampling would cover, bounded from below by a look at a few vertices.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, section 4.7: "a
rough lower bound [...] can be obtained by applying the first step of HB for a few
edges". That step hangs each vertex below its first neighbor, if that is smaller.

Invariant: a walk from a vertex to its first neighbor, as long as that is smaller,
goes down the ids and ends at the root of its tree after that step. Vertices
whose walks end at the same root are joined by then; what is sampled afterwards
can only join more. A walk of more than :data:`STEPS` steps counts as covering
nothing, which keeps the bound one from below.
"""

from __future__ import annotations

from collections import Counter

from clconn.reference.primitives.hash import spread_place

__all__ = ["SAMPLES", "STEPS", "first_root", "hook_coverage", "sampled_vertices"]

SAMPLES = 1024
"""Vertices looked at."""

STEPS = 32
"""Most steps of a walk."""

NO_END = -1


def sampled_vertices(n: int) -> list[int]:
    """Vertices spread evenly over the ids: multiples of the golden ratio.

    Parameters
    ----------
    n : int

    Returns
    -------
    list of int
        :data:`SAMPLES` of them; none if there are no vertices.
    """
    if n == 0:
        return []
    return [spread_place(i, n) for i in range(SAMPLES)]


def first_root(v: int, offsets: list[int], neighbors: list[int]) -> int:
    """Where the walk over first neighbors ends, or -1 if it takes too many steps.

    Parameters
    ----------
    v : int
    offsets, neighbors : list of int
        Compressed sparse rows.
    """
    for _ in range(STEPS + 1):
        first = neighbors[offsets[v]] if offsets[v] < offsets[v + 1] else v
        if first >= v:
            return v
        v = first
    return NO_END


def hook_coverage(offsets: list[int], neighbors: list[int]) -> float:
    """The share of the sampled vertices that are in the largest tree after hooking.

    Parameters
    ----------
    offsets, neighbors : list of int
        Compressed sparse rows.

    Returns
    -------
    float
        In 0..1; 0 without vertices.

    Examples
    --------
    >>> hook_coverage([0, 3, 4, 5, 6], [1, 2, 3, 0, 0, 0])  # a star
    1.0
    """
    roots = Counter(first_root(v, offsets, neighbors) for v in sampled_vertices(len(offsets) - 1))
    del roots[NO_END]
    return max(roots.values(), default=0) / SAMPLES
