"""Sampling: join a few edges of each vertex first, so that most edges need no look later.

M. Sutton, T. Ben-Nun and A. Barak, "Optimizing parallel graph connectivity
computation via subgraph sampling", IPDPS 2018 (the first k edges); C. Hong,
L. Dhulipala and J. Shun, "Exploring the design space of static and incremental
graph connectivity algorithms on GPUs", PACT 2020, sections 3.3 (hook-based and random
edges) and 3.5.

In most real graphs a few edges of each vertex already hold the giant component
together. After the sample its vertices are settled; only the others must look at
their remaining edges. Invariant: an edge between a settled and an unsettled
vertex is seen from the unsettled end, so the adjacency must hold each edge at
both ends, and the unsettled end must look at all its edges, not only one direction.
Whichever label is taken for the giant one, the answer is the same; a poor choice
costs time.
"""

from __future__ import annotations

import numpy as np

from clconn.reference.primitives.hash import mixed_bits
from clconn.reference.union_find.find import Find, Parents
from clconn.reference.union_find.finish_rows import unite_neighbors
from clconn.reference.union_find.union_rule import Unite

__all__ = [
    "SAMPLE_SIZE",
    "SELECTIONS",
    "drawn",
    "hook_sampling",
    "k_out_sampling",
    "most_frequent_label",
    "sampled_entries",
    "vertices_to_finish",
]

SAMPLE_SIZE = 1024
"""Vertices asked for the most frequent label."""

SELECTIONS = ("first", "random", "first-and-random")
"""Which edges of a vertex are sampled."""


def drawn(v: int, i: int, count: int) -> int:
    """A number below ``count``, at random but the same whenever it is drawn.

    Every device and every order of the vertices draws the same.

    Parameters
    ----------
    v : int
    i : int
        Less than 16.
    count : int
        1 or more.
    """
    return mixed_bits((v << 4 | i) + 1) * count >> 64


def sampled_entries(v: int, begin: int, end: int, k: int, selection: str) -> list[int]:
    """Which entries of the row of v are sampled; all of them if there are no more than k.

    Parameters
    ----------
    v : int
    begin, end : int
        The row is ``begin`` to ``end - 1``.
    k : int
    selection : str
        In :data:`SELECTIONS`: the first k, any k with repetition, or the first one and any k - 1
        of the others.
    """
    count = end - begin
    if count <= k or selection == "first":
        return list(range(begin, min(begin + k, end)))
    if selection == "random":
        return [begin + drawn(v, i, count) for i in range(k)]
    return [begin, *(begin + 1 + drawn(v, i, count - 1) for i in range(1, k))]


def k_out_sampling(
    parents: Parents,
    offsets: list[int],
    neighbors: list[int],
    k: int,
    unite: Unite,
    find: Find,
    selection: str = "first",
    *,
    passes: bool = False,
) -> None:
    """Join each vertex with k of its neighbors.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    offsets, neighbors : list of int
        Compressed sparse rows.
    k : int
        Neighbors taken of each vertex, all of them if it has fewer.
    unite : Unite
    find : callable
    selection : str, default "first"
        In :data:`SELECTIONS`.
    passes : bool, default False
        Whether to go through the vertices k times, as Afforest does, for one neighbor of each at
        a time, instead of once (GConn, section 3.5).
    """
    samples = [
        sampled_entries(v, offsets[v], offsets[v + 1], k, selection) for v in range(len(parents))
    ]
    for i in range(k if passes else 1):
        for v, sample in enumerate(samples):
            entries = sample[i : i + 1] if passes else sample
            unite_neighbors(parents, v, [neighbors[entry] for entry in entries], unite, find)


def hook_sampling(
    parents: Parents,
    offsets: list[int],
    neighbors: list[int],
    edges: int,
    unite: Unite,
    find: Find,
) -> None:
    """Hook each vertex below its first neighbor, if that is smaller; unite more edges of the roots.

    After the hooks, a vertex that still is a root when its turn comes is joined with its first
    neighbors. One that has been linked meanwhile is left alone, so that the edge to its first
    neighbor may be united from neither end: the finish must look at all entries again.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    offsets, neighbors : list of int
        Compressed sparse rows.
    edges : int
        Neighbors taken of each root, all of them if it has fewer.
    unite : Unite
    find : callable
    """
    for v in range(len(parents)):
        if offsets[v] < offsets[v + 1]:
            parents[v] = min(v, neighbors[offsets[v]])
    for v in range(len(parents)):
        if parents[v] == v:
            end = min(offsets[v] + edges, offsets[v + 1])
            unite_neighbors(parents, v, neighbors[offsets[v] : end], unite, find)


def most_frequent_label(labels: Parents, seed: int = 0) -> int:
    """The label that most vertices of a sample have; the smallest such label on a tie.

    Parameters
    ----------
    labels : list of int
        The root of each vertex.
    seed : int, default 0
        Of the sample of :data:`SAMPLE_SIZE` vertices, drawn with repetition.
        With no more vertices than that, all are counted and the answer is exact.

    Returns
    -------
    int
        A label, or -1, which no vertex has, if there are no vertices.
    """
    if not labels:
        return -1
    sample = np.array(labels)
    if sample.size > SAMPLE_SIZE:
        sample = np.random.default_rng(seed).choice(sample, SAMPLE_SIZE)
    found, counts = np.unique(sample, return_counts=True)
    return int(found[np.argmax(counts)])


def vertices_to_finish(labels: Parents, settled: int) -> list[int]:
    """Vertex gathering: the vertices whose label is not the settled one, in order.

    Parameters
    ----------
    labels : list of int
        The root of each vertex.
    settled : int
        The most frequent label.
    """
    return [v for v, label in enumerate(labels) if label != settled]
