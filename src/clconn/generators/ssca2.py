"""SSCA#2: random cliques, joined by edges that get rarer with distance.

This is the generator of the HPCS Scalable Synthetic Compact Application 2, versions
1.0 and 1.1, as published in GTgraph:

* It cuts the vertices, in order, into cliques whose sizes are uniform on
  1..`maximum_clique_size`; the last clique takes the rest.
* For every vertex i and each distance d = 2, 4, 8, ... up to n / 2, it draws an edge to
  vertex i + d + r modulo n, with r uniform on 0..d/2 - 1. The probability of the edge
  starts at `interclique_probability` and halves as the distance doubles. An edge
  within a clique is dropped.
* It relabels the vertices at random.

In this version there are no parallel edges. In a directed graph the members of a clique
have arcs both ways, and an edge between cliques is an arc from the vertex that drew it.

D. A. Bader and K. Madduri, "Design and Implementation of the HPCS Graph
Analysis Benchmark on Symmetric Multiprocessors", HiPC (2005); D. A. Bader and
K. Madduri, "GTgraph: A Synthetic Graph Generator Suite" (2006).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["ssca2"]


def ssca2(
    n: int,
    maximum_clique_size: int,
    interclique_probability: float = 0.5,
    seed: int = 0,
    permute: bool = True,
    directed: bool = False,
) -> Graph:
    """Cliques of random sizes, joined by edges that get rarer with distance.

    Parameters
    ----------
    n : int
        Number of vertices, 0 or more.
    maximum_clique_size : int
        Largest number of vertices in a clique, 1 or more; SSCA#2 uses the cube root of n.
    interclique_probability : float, default 0.5
        Probability of an edge at the smallest distance; it halves as the distance
        doubles.
    seed : int, default 0
        Start of the random numbers.
    permute : bool, default True
        Whether to relabel the vertices at random; otherwise the members of a
        clique are consecutive.
    directed : bool, default False
        Whether to join the members of a clique by arcs both ways, and cliques by arcs.

    Returns
    -------
    Graph
        A graph with n vertices.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    n = checks.vertex_count(n)
    largest = min(checks.vertex_count(maximum_clique_size, 1, "maximum_clique_size"), max(n, 1))
    probability = checks.fraction("interclique_probability", interclique_probability)
    permute, directed = checks.flag("permute", permute), checks.flag("directed", directed)
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    checks.memory(n, n)
    first = _first_members(random, n, largest)
    rank = np.arange(n) - first
    checks.memory(n, int(rank.sum()) + 2 * n)

    # Within cliques, join every member to all members before it.
    members = np.repeat(np.arange(n), rank)
    places = np.arange(members.size) - np.repeat(np.cumsum(rank) - rank, rank)
    earlier = np.repeat(first, rank) + places
    parts = [(members, earlier), (earlier, members)] if directed else [(members, earlier)]
    distance = 2
    while distance <= n // 2:
        near = np.flatnonzero(random.random(n) < probability)
        far = (near + distance + random.integers(0, distance // 2, size=near.size)) % n
        between = first[near] != first[far]
        parts.append((near[between], far[between]))
        distance *= 2
        probability /= 2
    sources, targets = (np.concatenate(ends) for ends in zip(*parts, strict=True))
    if permute:
        relabeling = random.permutation(n)
        sources, targets = relabeling[sources], relabeling[targets]
    return simple_graph(n, sources, targets, directed=directed)


def _first_members(random: np.random.Generator, n: int, largest: int) -> NDArray[np.int64]:
    """Draw cliques of consecutive vertices; return the first vertex of each vertex's clique."""
    sizes = np.empty(0, dtype=np.int64)
    while sizes.sum() < n:
        # Draw enough sizes for the mean size, so that a few rounds suffice.
        more = random.integers(1, largest + 1, size=2 * n // (largest + 1) + 1, dtype=np.int64)
        sizes = np.concatenate([sizes, more])
    ends = np.cumsum(sizes)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), ends[ends < n]])
    return np.repeat(starts, np.diff(starts, append=n))
