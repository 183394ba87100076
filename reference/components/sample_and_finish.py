"""GConn's static connectivity: sample, find the giant component, finish the rest.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, Algorithm 1, after
L. Dhulipala, C. Hong and J. Shun, "ConnectIt: a framework for static and
incremental parallel graph connectivity algorithms", VLDB 2021, which proves it right.

Invariant: a vertex may be left out of the finish phase when it is in the tree of
the most frequent label. Each of its edges leads into the same tree, or to a
vertex that is not left out and unites the edge from its own end. Where the first
edges of every vertex were united in the sample, they need no second look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.union_find.find import Parents, compress, finalize
from clconn.reference.union_find.sampling import most_frequent_label, vertices_to_finish

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.reference.components.finishes import Finish

__all__ = ["Sample", "connected_components_sampled"]

Sample = Callable[[Parents, list[int], list[int]], int]
"""Takes parents, of which each vertex is its own, offsets and neighbors; joins what it samples;
returns how many entries at the head of each row need no second look."""


def connected_components_sampled(
    graph: Graph, sample: Sample, finish: Finish, *, vertex_gathering: bool
) -> NDArray[np.int32]:
    """Connected components with sampling.

    Parameters
    ----------
    graph : Graph
    sample : callable
    finish : Finish
    vertex_gathering : bool
        Whether to list the vertices to finish before finishing them. Otherwise each
        vertex looks at its parent when its turn comes: the finds of others may have
        moved it into or out of the settled tree's sight, at the cost of time only.

    Returns
    -------
    numpy.ndarray, shape (n,), int32
        The smallest vertex of each vertex's component.
    """
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), finish.ends(adjacency.neighbors)

    labels = finish.begin(graph.n)
    skipped = sample(labels, offsets, neighbors)
    finalize(labels, compress)
    settled = most_frequent_label(labels)
    vertices: Iterable[int]
    if vertex_gathering:
        vertices = vertices_to_finish(labels, settled)
    else:
        vertices = (v for v in range(graph.n) if labels[v] != settled)
    rows = ((v, neighbors[offsets[v] + skipped : offsets[v + 1]]) for v in vertices)
    finish.unite_rest(labels, rows)
    finish.end(labels)
    return np.array(labels, dtype=np.int32)
