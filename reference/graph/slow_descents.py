"""Slow descents: whether links to smaller neighbors would make long chains, from a few vertices.

J. Jaiganesh and M. Burtscher, "A high-performance connected components implementation
for GPUs", HPDC 2018, section 3, link each vertex to its first smaller neighbor. Where ids
follow a long thin structure, such as a path in order, these links make one chain, and so do
all unions that link larger roots under smaller ones.

Invariant: a walk goes from a vertex to its first smaller neighbor, so it goes down the ids.
It is slow if it takes :data:`STEPS` steps, and the second half of them gets less than
:data:`DROP` ids away. The walks of a wide grid in order are long, too, but get far, so that
vertices with neighboring ids, which a device has in work at the same time, are few steps apart.
"""

from __future__ import annotations

from clconn.reference.graph.hook_coverage import SAMPLES, sampled_vertices

__all__ = ["DROP", "MOST_ENTRIES", "STEPS", "is_slow_descent", "slow_descents"]

STEPS = 32
"""Steps of a walk."""

DROP = 2048
"""Ids that the second half of a walk must get away, 128 a step."""

MOST_ENTRIES = 16
"""Entries of a row in which a smaller neighbor is looked for."""


def is_slow_descent(v: int, offsets: list[int], neighbors: list[int]) -> bool:
    """Return whether the walk from a vertex is slow."""
    middle = v
    for step in range(STEPS):
        if step == STEPS // 2:
            middle = v
        begin, end = offsets[v], offsets[v + 1]
        row = neighbors[begin : min(end, begin + MOST_ENTRIES)]
        smaller = next((neighbor for neighbor in row if neighbor < v), None)
        if smaller is None:
            return False
        v = smaller
    return middle - v < DROP


def slow_descents(offsets: list[int], neighbors: list[int]) -> float:
    """Return the share of the sampled vertices whose walks are slow; 0 without vertices.

    Examples
    --------
    >>> slow_descents([0, 1, 3, 4], [1, 0, 2, 1])  # a path of three vertices
    0.0
    """
    samples = sampled_vertices(len(offsets) - 1)
    return sum(is_slow_descent(v, offsets, neighbors) for v in samples) / SAMPLES
