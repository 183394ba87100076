"""Preferential attachment: the Barabasi-Albert model.

The first ``edges_per_vertex + 1`` vertices form a star around vertex 0. Every
later vertex adds `edges_per_vertex` edges. Each goes to an earlier vertex, with a
probability proportional to the degree of that vertex before the newcomer.

To draw such a vertex, take a uniformly random entry of the list of all ends of edges so
far, which contains a vertex as often as its degree (Batagelj and Brandes). Entry 2i of
that list is the new end of edge i, which is known in advance. Entry 2i + 1, the other
end, copies an earlier entry. The generator draws all positions to copy from at once and
then follows them through the list until it reaches a known end. At each step half of
the copies reach one, so the method takes linear time. It is exact.

The edges of one newcomer are drawn with repetition, and repetitions are dropped. The
graph is connected, and has at most ``edges_per_vertex * (n - edges_per_vertex)`` edges.

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
        A connected graph with n vertices.

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
    # The number of ends of edges before a newcomer: 2 for each edge of the star and of
    # the earlier newcomers.
    ends_before = 2 * per_vertex * np.arange(1, newcomers.size + 1, dtype=np.int64)
    copy_positions = random.integers(0, np.repeat(ends_before, per_vertex), dtype=np.int64)
    return simple_graph(n, new_ends, _follow(copy_positions, new_ends, star=per_vertex))


def _follow(
    copy_positions: NDArray[np.int64], new_ends: NDArray[np.int32], star: int
) -> NDArray[np.int32]:
    """Return the other end of every edge; vertex 0 is the other end of the first `star` edges.

    Edge ``star + i`` copies entry ``copy_positions[i]`` of the list of ends. Entry ``2 * i`` of
    the list is ``new_ends[i]``.
    """
    entry = copy_positions.copy()
    open_edges = np.flatnonzero((entry % 2 == 1) & (entry // 2 >= star))
    while open_edges.size:
        entry[open_edges] = copy_positions[entry[open_edges] // 2 - star]
        open_edges = open_edges[(entry[open_edges] % 2 == 1) & (entry[open_edges] // 2 >= star)]
    other_ends = np.zeros(new_ends.size, dtype=np.int32)
    is_known = entry % 2 == 0
    other_ends[star:][is_known] = new_ends[entry[is_known] // 2]
    return other_ends
