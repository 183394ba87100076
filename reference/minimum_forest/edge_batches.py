"""The minimum spanning forest of edges that arrive in batches, of which only a forest is kept.

D. Eppstein, Z. Galil, G. F. Italiano and A. Nissenzweig, "Sparsification: a technique for speeding
up dynamic graph algorithms", Journal of the ACM 44(5), 1997, section 2: a strong certificate of a
union of edge sets is that of the union of their certificates, and the minimum spanning forest is
one for itself.

Invariant: the algorithm keeps the minimum spanning forest of the edges so far. An edge that was
dropped is the heaviest of a cycle of edges so far. More edges do not destroy that cycle. They may
replace another edge of it, but only one that is the heaviest of a second cycle; the two cycles
without that edge contain a cycle in which the dropped edge is still the heaviest. So it is in no
later forest.

Ties go by the edge's place among all edges. A batch comes after the forest of the edges before it,
so its edges follow those of the forest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clconn.reference.minimum_forest.kruskal import take_in_order
from clconn.reference.union_find.disjoint_sets import DisjointSets

__all__ = ["minimum_forest_of_batches"]

Edge = tuple[int, int, Any]
"""Source, target and weight: numbers of one type, or Python's."""


def minimum_forest_of_batches(
    n: int, batches: Iterable[Iterable[Edge]], *, maximum: bool = False
) -> list[int]:
    """Return the edges of the forest by their numbers in the order of arrival, ascending.

    It takes a memory of n and the size of a batch, and for each batch the time to sort both.
    """
    forest: list[tuple[Any, int, int, int]] = []
    edge_count = 0
    for batch in batches:
        edges = {index: (weight, index, u, v) for weight, index, u, v in forest}
        for u, v, weight in batch:
            edges[edge_count] = (-weight if maximum else weight, edge_count, u, v)
            edge_count += 1
        chosen = take_in_order(edges.values(), DisjointSets(n))
        forest = [edges[index] for index in sorted(chosen)]
    return [index for _, index, _, _ in forest]
