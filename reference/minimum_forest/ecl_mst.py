"""ECL-MST: Boruvka's rounds over a worklist of edges, with one filter step.

A. Fallin, A. Gonzalez, J. Seo and M. Burtscher, "A high-performance MST implementation for
GPUs", SC 2023, Algorithms 1 and 2. It unites as Kruskal does, in rounds of deterministic
reservations (Blelloch, Fineman, Gibbons and Shun, PPoPP 2012): each edge reserves both of its
trees unless a lighter edge holds them, and an edge that holds either tree joins them.

Invariant: at the end of a reservation the lightest edge that leaves a tree holds it, and that
edge is in the forest. An edge within a tree is dropped: it is the heaviest of a cycle.

The paper's Table 5 removes the optimizations, one more in each row. Some change what a serial
algorithm does. Without the filter all edges are on the list from the start. Without implicit path
compression the list keeps the edges' ends, not their trees. With both directions each edge is
listed twice. Topology-driven, no list shrinks and every round looks at all edges. Vertex-centric,
the edges come row by row. Guards, warps and tuples only change how fast memory is read.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from clconn.design_space.minimum_forest import ECL_MST_FORMS
from clconn.reference.minimum_forest.weighted_edges import WeightedEdge, ascending, weighted_edges
from clconn.reference.union_find.disjoint_sets import DisjointSets
from clconn.reference.union_find.find import halve
from clconn.weight_keys import CanonicalEdges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ecl_mst", "sampled_threshold"]

SAMPLES = 20
"""Size of the sample for the threshold (section 3.2)."""

LEAST_DEGREE = 4
"""The filter pays from this number of entries per vertex on (section 3.2)."""


def ecl_mst(
    n: int, edges: CanonicalEdges, form: str = "all", c: float = 3, seed: int = 1
) -> NDArray[np.int64]:
    """The minimum spanning forest by ECL-MST.

    Parameters
    ----------
    n : int
    edges : CanonicalEdges
    form : str, default "all"
        In :data:`~clconn.design_space.minimum_forest.ECL_MST_FORMS`.
    c : float, default 3
        About c n of the lightest edges come first.
    seed : int, default 1
        Of the sample from which the threshold is estimated.
    """
    level = ECL_MST_FORMS.index(form)
    everything = weighted_edges(edges)
    if level >= ECL_MST_FORMS.index("both-directions"):
        everything += [(key, index, v, u) for key, index, u, v in everything]
    if level >= ECL_MST_FORMS.index("vertex-centric"):
        everything.sort(key=lambda edge: edge[2])
    run = _Run(
        n,
        implicit=level < ECL_MST_FORMS.index("no-implicit-compression"),
        data_driven=level < ECL_MST_FORMS.index("topology-driven"),
    )
    threshold = None
    if level < ECL_MST_FORMS.index("no-filter"):
        threshold = sampled_threshold(n, everything, c, seed)
    if threshold is None:
        run.join_all(everything)
    else:
        run.join_all([edge for edge in everything if edge <= threshold])
        run.join_all(run.between_trees([edge for edge in everything if edge > threshold]))
    return ascending(run.forest)


def sampled_threshold(
    n: int, edges: list[WeightedEdge], c: float, seed: int
) -> WeightedEdge | None:
    """Return about the c n-th lightest edge; None if the filter would not pay.

    Parameters
    ----------
    n : int
    edges : list of WeightedEdge
        Each edge once.
    c : float
    seed : int
    """
    if not edges or 2 * len(edges) < LEAST_DEGREE * n:
        return None
    rank = int(SAMPLES * c * n / len(edges))
    if rank >= SAMPLES:
        return None
    return sorted(random.Random(seed).choices(edges, k=SAMPLES))[rank]


class _Run:
    """The trees so far, and the indices of their edges."""

    def __init__(self, n: int, *, implicit: bool, data_driven: bool) -> None:
        self._trees = DisjointSets(n)
        self._implicit = implicit
        self._data_driven = data_driven
        self.forest: list[int] = []

    def _tree(self, v: int) -> int:
        return halve(self._trees.parents, v)

    def between_trees(self, edges: list[WeightedEdge]) -> list[WeightedEdge]:
        """Drop the edges within a tree; if compression is implicit, replace ends by trees."""
        remaining = []
        for key, index, u, v in edges:
            source, target = self._tree(u), self._tree(v)
            if source != target:
                ends = (source, target) if self._implicit else (u, v)
                remaining.append((key, index, *ends))
        return remaining

    def join_all(self, worklist: list[WeightedEdge]) -> None:
        """Go through the list in rounds until no edge goes between two trees."""
        while remaining := self.between_trees(worklist):
            if self._data_driven:
                worklist = remaining
            holders: dict[int, WeightedEdge] = {}
            for edge in remaining:
                for tree in (self._tree(edge[2]), self._tree(edge[3])):
                    holders[tree] = min(edge, holders.get(tree, edge))
            for _, index, u, v in set(holders.values()):
                # One edge may hold both of its trees, or be on the list in both directions.
                if self._trees.union(u, v):
                    self.forest.append(index)
