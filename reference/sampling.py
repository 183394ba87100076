"""Sampling: join a few edges of each vertex first, so that most edges need no look later.

M. Sutton, T. Ben-Nun and A. Barak, "Optimizing parallel graph connectivity
computation via subgraph sampling", IPDPS 2018 (the first k edges); C. Hong,
L. Dhulipala and J. Shun, "Exploring the design space of static and incremental
graph connectivity algorithms on GPUs", PACT 2020, sections 3.3 and 3.5.

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

from clconn.reference.find import Find, Parents
from clconn.reference.unite import Unite, unite_neighbors

__all__ = ["SAMPLE_SIZE", "k_out_sampling", "most_frequent_label", "vertices_to_finish"]

SAMPLE_SIZE = 1024
"""Vertices asked for the most frequent label."""


def k_out_sampling(
    parents: Parents,
    offsets: list[int],
    neighbors: list[int],
    k: int,
    unite: Unite,
    find: Find,
) -> None:
    """Join each vertex with the first k of its neighbors.

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
    """
    for v in range(len(parents)):
        end = min(offsets[v] + k, offsets[v + 1])
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
