"""The condensation: each strong component becomes one vertex of an acyclic graph.

Arcs inside a component vanish, and parallel arcs become one. The components are numbered in a
topological order, so that every arc leads from a smaller number to a larger one: R. E. Tarjan,
Edge-disjoint spanning trees and depth-first search, Acta Informatica 6, 1976. A depth-first search
leaves a vertex after everything that is reachable from it; so the reverse of the order in which it
leaves the vertices is topological. To make the order unique, the search starts from the components
in descending order of their labels, and takes the successors of each in ascending order. Labels
that are in a topological order already keep it: the search leaves each component at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clconn.reference.strong_components.arcs import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["condensation", "topological_order"]


def condensation(arcs: Rows, labels: Sequence[int], count: int) -> tuple[list[int], Rows]:
    """Return the label of each vertex of the condensation, and its rows, which ascend."""
    successors: list[set[int]] = [set() for _ in range(count)]
    for u, row in enumerate(arcs):
        successors[labels[u]].update(labels[v] for v in row if labels[v] != labels[u])
    order = topological_order(list(map(sorted, successors)))
    rank = {label: place for place, label in enumerate(order)}
    return order, [sorted(rank[label] for label in successors[at]) for at in order]


def topological_order(rows: Rows) -> list[int]:
    """Return the vertices of an acyclic graph, each before its successors; the rows ascend."""
    is_found = [False] * len(rows)
    left: list[int] = []
    for start in reversed(range(len(rows))):
        if is_found[start]:
            continue
        is_found[start] = True
        path = [(start, iter(rows[start]))]
        while path:
            v, rest = path[-1]
            successor = next((w for w in rest if not is_found[w]), None)
            if successor is None:
                left.append(v)
                path.pop()
            else:
                is_found[successor] = True
                path.append((successor, iter(rows[successor])))
    return left[::-1]
