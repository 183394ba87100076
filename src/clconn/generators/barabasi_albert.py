"""Preferential attachment: the Barabasi-Albert model.

The first ``edges_per_vertex + 1`` vertices form a star around vertex 0. Every
later vertex brings `edges_per_vertex` edges, each to an earlier vertex that is
chosen with probability proportional to its degree before the newcomer came.

Such a vertex is a uniformly random entry of the list of all ends of edges so
far, in which a vertex stands as often as its degree (Batagelj and Brandes).
Entry 2i of that list is the new end of edge i, known beforehand; entry 2i + 1,
the other end, copies an earlier entry. All places to copy from are drawn at
once and then followed through the list until a known end is met. Half the
copies reach one at each step, so the whole takes linear time, and no
approximation is made.

Edges of one newcomer are drawn with repetition; repetitions are dropped.
A graph is connected, and has at most ``edges_per_vertex * (n -
edges_per_vertex)`` edges.

A.-L. Barabasi and R. Albert, "Emergence of Scaling in Random Networks",
Science 286 (1999). V. Batagelj and U. Brandes, "Efficient generation of large
random networks", Physical Review E 71 (2005).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from clconn.errors import GraphError
from clconn.generators import checks
from clconn.generators.simple import simple_graph
from clconn.graph import Graph

__all__ = ["barabasi_albert"]


def barabasi_albert(n: int, edges_per_vertex: int, seed: int = 0) -> Graph:
    """Preferential attachment: new vertices prefer those of high degree.

    Parameters
    ----------
    n : int
        Number of vertices, more than `edges_per_vertex`.
    edges_per_vertex : int
        Edges drawn for each new vertex, 1 or more.
    seed : int, default 0
        Start of the random numbers.

    Returns
    -------
    Graph
        Of n vertices in one component.

    Raises
    ------
    GraphError
        If a parameter is outside its range.
    """
    n = checks.vertex_count(n, 2)
    per_vertex = checks.integer("edges_per_vertex", edges_per_vertex, 1)
    if per_vertex >= n:
        raise GraphError(
            f"edges_per_vertex is {per_vertex} and n is {n}; "
            "give fewer edges per vertex than there are vertices"
        )
    random = np.random.Generator(np.random.PCG64(checks.seed_value(seed)))
    checks.memory(n, per_vertex * (n - per_vertex))
    newcomers = np.arange(per_vertex + 1, n, dtype=np.int32)
    new_ends = np.concatenate(
        [np.arange(1, per_vertex + 1, dtype=np.int32), np.repeat(newcomers, per_vertex)]
    )
    # The ends of all edges before a newcomer: 2 for each edge of the star and of
    # the newcomers before it.
    ends_before = 2 * per_vertex * np.arange(1, newcomers.size + 1, dtype=np.int64)
    copied = random.integers(0, np.repeat(ends_before, per_vertex), dtype=np.int64)
    return simple_graph(n, new_ends, _follow(copied, new_ends, star=per_vertex))


def _follow(copied: NDArray[np.int64], new_ends: NDArray[np.int32], star: int) -> NDArray[np.int32]:
    """Other end of every edge: the center of the star, or the entry that is copied.

    Parameters
    ----------
    copied : numpy.ndarray, shape (edges - star,), int64
        For edge ``star + i``, the entry in the list of ends that it copies.
    new_ends : numpy.ndarray, shape (edges,), int32
        Entry ``2 * i`` of the list is ``new_ends[i]``.
    star : int
        Edges in the star; the other end of each is vertex 0.

    Returns
    -------
    numpy.ndarray, shape (edges,), int32
    """
    entry = copied.copy()
    unknown = np.flatnonzero((entry % 2 == 1) & (entry // 2 >= star))
    while unknown.size:
        entry[unknown] = copied[entry[unknown] // 2 - star]
        unknown = unknown[(entry[unknown] % 2 == 1) & (entry[unknown] // 2 >= star)]
    other_ends = np.zeros(new_ends.size, dtype=np.int32)
    known = entry % 2 == 0
    other_ends[star:][known] = new_ends[entry[known] // 2]
    return other_ends
