"""Sampling: unite a few edges of each vertex first, so that most edges can be skipped later.

M. Sutton, T. Ben-Nun and A. Barak, "Optimizing parallel graph connectivity
computation via subgraph sampling", IPDPS 2018 (the first k edges); C. Hong,
L. Dhulipala and J. Shun, "Exploring the design space of static and incremental
graph connectivity algorithms on GPUs", PACT 2020, sections 3.3 (hook-based and random
edges) and 3.5.

In most real graphs a few edges of each vertex already hold the giant component
together. After the sample its vertices are settled; only the others must look at
their remaining edges. Invariant: an edge between a settled and an unsettled
vertex is seen from the unsettled end. So the adjacency must store each edge at
both ends, and the unsettled end must look at all its edges, not only one direction.
The answer is the same whichever label is taken for that of the giant component; a
poor choice costs time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from clconn.reference.primitives.hash import mixed_bits
from clconn.reference.union_find.edge_map import entries_at
from clconn.reference.union_find.find import Find, Parents
from clconn.reference.union_find.finish_rows import unite_neighbors
from clconn.reference.union_find.forest_edges import Record, record_nothing
from clconn.reference.union_find.union_rule import Unite

__all__ = [
    "HOOK_LOOKS",
    "SAMPLE_SIZE",
    "SELECTIONS",
    "draw",
    "hook_sampling",
    "hook_to_first_neighbor",
    "k_out_sampling",
    "most_frequent_label",
    "sampled_entries",
    "vertices_to_finish",
]

HOOK_LOOKS = 8
"""Neighbors of which the first smaller one hooks a vertex, where hooks are flattened."""

SAMPLE_SIZE = 1024
"""Number of vertices that vote for the most frequent label."""

SELECTIONS = ("first", "random", "first-and-random")
"""Which edges of a vertex are sampled."""


def draw(v: int, i: int, count: int) -> int:
    """Draw a random number below ``count``: the same on every device and in every order.

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
    """Choose the entries of the row of v to sample; all of them if there are no more than k.

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
        return [begin + draw(v, i, count) for i in range(k)]
    return [begin, *(begin + 1 + draw(v, i, count - 1) for i in range(1, k))]


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
    flatten: bool = False,
    record: Record = record_nothing,
) -> None:
    """Join each vertex with k of its neighbors.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    offsets, neighbors : list of int
        Compressed sparse rows.
    k : int
        Number of neighbors; a vertex with fewer is joined with all of them.
    selection : str, default "first"
        In :data:`SELECTIONS`.
    passes : bool, default False
        Whether to go through the vertices k times, as Afforest does, for one neighbor of each at
        a time, instead of once (GConn, section 3.5).
    flatten : bool, default False
        Whether each vertex is hooked before, and pointed to its root; as in :func:`hook_sampling`,
        but of other samples than the first neighbors to the first of them alone, if it is smaller.
    """
    samples = [
        sampled_entries(v, offsets[v], offsets[v + 1], k, selection) for v in range(len(parents))
    ]
    if flatten:
        rows = [range(begin, end)[:HOOK_LOOKS] for begin, end in pairwise(offsets)]
        firsts = rows if selection == "first" else [sample[:1] for sample in samples]
        _hook_and_flatten(parents, neighbors, firsts, record)
    for i in range(k if passes else 1):
        for v, sample in enumerate(samples):
            places = sample[i : i + 1] if passes else sample
            unite_neighbors(parents, v, entries_at(neighbors, places), unite, find, record)


def hook_to_first_neighbor(
    parents: Parents, v: int, offsets: list[int], neighbors: list[int], record: Record
) -> None:
    """Hook a vertex below its first neighbor, if that is smaller."""
    first = offsets[v]
    if first < offsets[v + 1] and neighbors[first] < v:
        parents[v] = neighbors[first]
        record(v, first)


def hook_sampling(
    parents: Parents,
    offsets: list[int],
    neighbors: list[int],
    edges: int,
    unite: Unite,
    find: Find,
    record: Record = record_nothing,
    *,
    flatten: bool = False,
) -> None:
    """Hook each vertex below its first neighbor, if that is smaller; unite more edges of the roots.

    Invariant: the finish must look at all entries again. The second loop skips a vertex that has
    been linked before its turn comes, so the edge to its first neighbor may be united from
    neither end.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    offsets, neighbors : list of int
        Compressed sparse rows.
    edges : int
        Number of neighbors; a root with fewer is joined with all of them.
    flatten : bool, default False
        Whether each vertex is pointed to its root in between, which is our own: hooks may make
        chains, and whoever unites an edge of a root would walk them. Then the first smaller one of
        :data:`HOOK_LOOKS` neighbors hooks it: where these do not ascend, half of the first ones are
        larger.
    """
    if flatten:
        firsts = [range(begin, end)[:HOOK_LOOKS] for begin, end in pairwise(offsets)]
        _hook_and_flatten(parents, neighbors, firsts, record)
    else:
        for v in range(len(parents)):
            hook_to_first_neighbor(parents, v, offsets, neighbors, record)
    for v in range(len(parents)):
        if parents[v] == v:
            places = range(offsets[v], min(offsets[v] + edges, offsets[v + 1]))
            unite_neighbors(parents, v, entries_at(neighbors, places), unite, find, record)


def _hook_and_flatten(
    parents: Parents, neighbors: list[int], firsts: Iterable[Sequence[int]], record: Record
) -> None:
    """Hook each vertex by the first of some entries that leads down, and point it to its root."""
    for v, entries in enumerate(firsts):
        for entry in entries:
            if neighbors[entry] < v:
                # Hooks go down the ids, so the parent is flat already.
                parents[v] = parents[neighbors[entry]]
                record(v, entry)
                break


def most_frequent_label(labels: Parents, seed: int = 0) -> int:
    """Return the label that most vertices of a sample have; on a tie, the smallest such label.

    Parameters
    ----------
    labels : list of int
        The root of each vertex.
    seed : int, default 0
        Of the sample of :data:`SAMPLE_SIZE` vertices, drawn with repetition. If there are no more
        vertices than that, all are counted and the answer is exact.

    Returns
    -------
    int
        -1, which is no label, if there are no vertices.
    """
    if not labels:
        return -1
    sample = np.array(labels)
    if sample.size > SAMPLE_SIZE:
        sample = np.random.default_rng(seed).choice(sample, SAMPLE_SIZE)
    values, counts = np.unique(sample, return_counts=True)
    return int(values[np.argmax(counts)])


def vertices_to_finish(labels: Parents, settled_label: int) -> list[int]:
    """Vertex gathering: list the vertices whose label is not the settled one, in order.

    Parameters
    ----------
    labels : list of int
        The root of each vertex.
    settled_label : int
        The most frequent label.
    """
    return [v for v, label in enumerate(labels) if label != settled_label]
