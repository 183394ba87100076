"""SSCA#2: random cliques, joined by edges that get rarer with distance.

The generator of the HPCS Scalable Synthetic Compact Application 2, versions
1.0 and 1.1, as GTgraph made it known:

* the vertices, in order, are cut into cliques whose sizes are uniform on
  1..`maximum_clique_size` (the last takes what is left), and the members of
  a clique are all joined;
* from every vertex i and for each distance d = 2, 4, 8, ... up to n / 2, an edge
  goes to vertex i + d + r modulo n, r uniform on 0..d/2 - 1, with a probability
  that starts at `interclique_probability` and halves as the distance doubles;
  it is dropped if both ends are in one clique;
* the vertices are relabeled at random.

Here parallel edges are not made, and edges have no direction.

D. A. Bader and K. Madduri, "Design and Implementation of the HPCS Graph
Analysis Benchmark on Symmetric Multiprocessors", HiPC (2005); the same, "GTgraph:
A Synthetic Graph Generator Suite" (2006).
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
) -> Graph:
    """Cliques of random sizes, joined by edges that get rarer with distance.

    Parameters
    ----------
    n : int
        Number of vertices, 0 or more.
    maximum_clique_size : int
        Most vertices of a clique, 1 or more; SSCA#2 takes the cube root of n.
    interclique_probability : float, default 0.5
        Probability of an edge at the least distance; it halves with each
        doubling of the distance.
    seed : int, default 0
        Start of the random numbers.
    permute : bool, default True
        Whether to relabel the vertices at random; without, the members of a
        clique are consecutive.

    Returns
    -------
    Graph
        Of n vertices.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    n = checks.vertex_count(n)
    largest = min(checks.vertex_count(maximum_clique_size, 1, "maximum_clique_size"), max(n, 1))
    probability = checks.fraction("interclique_probability", interclique_probability)
    permute = checks.flag("permute", permute)
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    checks.memory(n, n)
    first = _first_members(random, n, largest)
    rank = np.arange(n) - first
    checks.memory(n, int(rank.sum()) + 2 * n)

    # Within cliques: every member to all before it.
    members = np.repeat(np.arange(n), rank)
    places = np.arange(members.size) - np.repeat(np.cumsum(rank) - rank, rank)
    parts = [(members, np.repeat(first, rank) + places)]
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
    return simple_graph(n, sources, targets)


def _first_members(random: np.random.Generator, n: int, largest: int) -> NDArray[np.int64]:
    """First vertex of the clique of each vertex, cliques being consecutive vertices."""
    sizes = np.empty(0, dtype=np.int64)
    while sizes.sum() < n:
        # Enough for the mean size, so few rounds are needed.
        more = random.integers(1, largest + 1, size=2 * n // (largest + 1) + 1, dtype=np.int64)
        sizes = np.concatenate([sizes, more])
    ends = np.cumsum(sizes)
    starts = np.concatenate([np.zeros(1, dtype=np.int64), ends[ends < n]])
    return np.repeat(starts, np.diff(starts, append=n))
