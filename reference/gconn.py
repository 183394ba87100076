"""GConn's static connectivity: sample, find the giant component, finish the rest.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, Algorithm 1, after
L. Dhulipala, C. Hong and J. Shun, "ConnectIt: a framework for static and
incremental parallel graph connectivity algorithms", VLDB 2021, which proves it right.

Invariant: a vertex may be left out of the finish phase when it is in the tree of
the most frequent label. Each of its edges leads into the same tree, or to a
vertex that is not left out and unites the edge from its own end. The first k edges
of a vertex were united in the sample and need no second look from that vertex.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.find import Find, compress, finalize
from clconn.reference.sampling import k_out_sampling, most_frequent_label, vertices_to_finish
from clconn.reference.unite import Unite, unite_neighbors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["connected_components_sampled"]


def connected_components_sampled(
    graph: Graph,
    unite: Unite,
    find: Find,
    *,
    k: int,
    vertex_gathering: bool,
    finalization: Find,
) -> NDArray[np.int32]:
    """Connected components with k-out sampling.

    Parameters
    ----------
    graph : Graph
    unite : Unite
        A row of :data:`clconn.reference.unite.UNITES`.
    find : callable
        A row of :data:`clconn.reference.find.FINDS`.
    k : int
        Edges sampled of each vertex.
    vertex_gathering : bool
        Whether to list the vertices to finish before finishing them. Otherwise each
        vertex looks at its parent when its turn comes: the finds of others may have
        moved it into or out of the settled tree's sight, at the cost of time only.
    finalization : callable
        The find of the last phase.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.
    """
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()

    labels = list(range(graph.n))
    k_out_sampling(labels, offsets, neighbors, k, unite, find)
    finalize(labels, compress)
    settled = most_frequent_label(labels)
    vertices: Iterable[int]
    if vertex_gathering:
        vertices = vertices_to_finish(labels, settled)
    else:
        vertices = (v for v in range(graph.n) if labels[v] != settled)
    for v in vertices:
        unite_neighbors(labels, v, neighbors[offsets[v] + k : offsets[v + 1]], unite, find)
    finalize(labels, finalization)
    return np.array(labels, dtype=np.int32)
