"""GConn's static connectivity: sample, find the giant component, finish the rest.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and
incremental graph connectivity algorithms on GPUs", PACT 2020, Algorithm 1, after
L. Dhulipala, C. Hong and J. Shun, "ConnectIt: a framework for static and
incremental parallel graph connectivity algorithms", VLDB 2021, which proves it right.

Invariant: the finish phase may leave out a vertex that is in the tree of the most
frequent label. Each of its edges leads into the same tree, or to a vertex that is
not left out and unites the edge from its own end. If the sample has united the first
edges of every vertex, the finish skips them.

Where edges may be stored at one end only, that end may be the one that is left out
(``unsettled_ends.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from clconn.reference.union_find.edge_map import entries_at
from clconn.reference.union_find.find import Parents, compress, finalize
from clconn.reference.union_find.sampling import most_frequent_label, vertices_to_finish
from clconn.reference.union_find.unsettled_ends import unite_unsettled_ends

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph
    from clconn.reference.components.finishes import Finish

__all__ = ["Sample", "connected_components_sampled"]

Sample = Callable[[Parents, list[int], list[int]], int]
"""Takes parents, where each vertex is its own, offsets and neighbors; unites the sample; returns
how many entries the finish may skip at the head of each row."""


def connected_components_sampled(
    graph: Graph,
    sample: Sample,
    finish: Finish,
    *,
    vertex_gathering: bool,
    skip_settled: bool = True,
) -> NDArray[np.int32]:
    """Return the smallest vertex of each vertex's component, with a sample before the finish.

    Parameters
    ----------
    graph : Graph
    sample : Sample
    finish : Finish
    vertex_gathering : bool
        Whether to list the vertices to finish before finishing them. Otherwise each
        vertex looks at its parent when its turn comes. By then the finds of others may
        have changed whether that parent is the settled label; this costs time only.
    skip_settled : bool
        Whether the settled vertices are left out altogether, as their edges are stored at the
        other end, too.
    """
    adjacency = graph.adjacency()
    offsets, neighbors = adjacency.offsets.tolist(), adjacency.neighbors.tolist()

    # A device votes before it flattens, by a sample, and may leave out no label: that changes how
    # many rows are read, and not the answer.
    labels = list(range(graph.n))
    skip = sample(labels, offsets, neighbors)
    finalize(labels, compress)
    settled_label = most_frequent_label(labels)
    vertices: Iterable[int]
    if vertex_gathering:
        vertices = vertices_to_finish(labels, settled_label)
    else:
        vertices = (v for v in range(graph.n) if labels[v] != settled_label)
    # Before the finish changes the labels.
    unsettled = set() if skip_settled else set(vertices_to_finish(labels, settled_label))
    rows = ((v, entries_at(neighbors, range(offsets[v] + skip, offsets[v + 1]))) for v in vertices)
    finish.unite_rest(labels, rows)
    if not skip_settled:
        unite_unsettled_ends(labels, offsets, neighbors, unsettled, finish.unite_rest)
    finish.end(labels)
    return np.array(labels, dtype=np.int32)
