"""First links: whether they would make long chains or meet at hubs, from a few vertices.

J. Jaiganesh and M. Burtscher, "A high-performance connected components implementation
for GPUs", HPDC 2018, section 3, link each vertex to its first smaller neighbor. Where ids
follow a long thin structure, such as a path in order, these links make one chain, and so do
all unions that link larger roots under smaller ones.

Invariant: a walk goes from a vertex to its first smaller neighbor, so it goes down the ids.
It is long if it takes :data:`STEPS` steps. It is slow if in addition the second half of them gets
less than :data:`DROP` ids away. The walks of a wide grid in order are long, too, but get far, so
that vertices with neighboring ids, which a device has in work at the same time, are few steps
apart. A vertex is at a hub if it or one of its neighbors has more than :data:`HUB` entries. It is
scattered if it has neighbors, and none of them is :func:`near`. It is paired if in addition its
first two different neighbors are near each other and it is at no hub: ids then follow the graph on
two sides, as in a banded matrix of which rows and columns are vertices. A vertex that is a hub
itself is paired if all its first neighbors and the last one are near each other: the first two of
many neighbors may be so in any graph. An entry is within a block if it is one of a row of no more
than :data:`MOST_ENTRIES` and leads to the same block of ids (``union_find/block_trees.py``). A
vertex is consecutive if one of its first neighbors has the id before or after it, as along a path
in order, but not with a stride.
"""

from __future__ import annotations

from typing import NamedTuple

from clconn.reference.graph.hook_coverage import SAMPLES, sampled_vertices

__all__ = [
    "BLOCK",
    "DROP",
    "HUB",
    "MOST_ENTRIES",
    "STEPS",
    "FirstLinks",
    "first_links",
    "look",
    "near",
]

STEPS = 32
"""Steps of a long walk."""

DROP = 2048
"""Ids that the second half of a walk must get away, 128 a step."""

HUB = 16
"""Entries of a vertex that is no hub."""

MOST_ENTRIES = 16
"""Entries of a row that are looked at."""

BLOCK = 1024
"""Ids of a block. (A device takes up to four times as many where there are many vertices.)"""


class FirstLinks(NamedTuple):
    """Shares of the sampled vertices, in 0..1; of one vertex, truth values.

    Attributes
    ----------
    long, slow
        Those whose walks are so.
    at_hubs
        Those that are at a hub.
    scattered
        Those that are scattered.
    paired
        Those that are paired.
    within
        Entries within a block, of the first entries of these vertices; of one vertex, how many.
    slow_entries
        No share: how many first entries a slow vertex has on average; 0 without one.
    consecutive
        Those that are consecutive.
    """

    long: float
    slow: float
    at_hubs: float
    scattered: float
    paired: float
    within: float
    slow_entries: float
    consecutive: float


def near(n: int) -> int:
    """Return how many ids away a near neighbor is at most: a 256th of all, or 16."""
    return max(n // 256, 16)


def look(v: int, offsets: list[int], neighbors: list[int], block: int = BLOCK) -> FirstLinks:
    """Return what holds for a vertex and the walk from it, with blocks of so many ids."""

    def row(v: int) -> list[int]:
        return neighbors[offsets[v] : min(offsets[v + 1], offsets[v] + MOST_ENTRIES)]

    at_hub = any(offsets[u + 1] - offsets[u] > HUB for u in [v, *row(v)])
    scattered = bool(row(v)) and all(abs(u - v) > near(len(offsets) - 1) for u in row(v))
    is_hub = offsets[v + 1] - offsets[v] > HUB
    # Of parallel edges one counts.
    pair = list(dict.fromkeys(row(v)))[:2]
    if is_hub:
        pair = [*row(v), neighbors[offsets[v + 1] - 1]]
    paired = scattered and (is_hub or not at_hub) and len(pair) > 1
    paired = paired and max(pair) - min(pair) <= near(len(offsets) - 1)
    is_long_row = offsets[v + 1] - offsets[v] > MOST_ENTRIES
    within = 0 if is_long_row else sum(u // block == v // block for u in row(v))
    entries = len(row(v))
    consecutive = any(abs(u - v) == 1 for u in row(v))
    middle = v
    for step in range(STEPS):
        if step == STEPS // 2:
            middle = v
        smaller = next((neighbor for neighbor in row(v) if neighbor < v), None)
        if smaller is None:
            return FirstLinks(False, False, at_hub, scattered, paired, within, 0, consecutive)
        v = smaller
    is_slow = middle - v < DROP
    slow_entries = entries * is_slow
    return FirstLinks(
        True, is_slow, at_hub, scattered, paired, within, slow_entries, consecutive
    )  # fmt: skip


def first_links(offsets: list[int], neighbors: list[int], block: int = BLOCK) -> FirstLinks:
    """Return the shares of the sampled vertices for which it holds; 0 without vertices.

    Examples
    --------
    >>> first_links([0, 1, 3, 4], [1, 0, 2, 1]).within  # a path of three vertices
    1.0
    """
    samples = sampled_vertices(len(offsets) - 1)
    looks = [look(v, offsets, neighbors, block) for v in samples]
    columns = list(zip(*looks, strict=True)) if looks else [()] * len(FirstLinks._fields)
    entries = sum(min(offsets[v + 1] - offsets[v], MOST_ENTRIES) for v in samples)
    sums = FirstLinks(*map(sum, columns))
    shares = FirstLinks(*(total / SAMPLES for total in sums))
    return shares._replace(
        within=sums.within / max(entries, 1), slow_entries=sums.slow_entries / max(sums.slow, 1)
    )
