"""Boruvka's algorithm, vertex by vertex: all components choose their lightest edge at once.

O. Borůvka, "O jistém problému minimálním", 1926. In the form of parallel codes: each vertex finds
the lightest edge of its row that leaves its component. Each component chooses the lightest edge
of its vertices, is hooked to the component at the other end, and gets a new label.

Invariant: the labels name the components of the forest's edges so far. The lightest edge that
leaves a component is in the forest. If the order of the edges is total, the components hooked
along their choices form trees, except that two components of each tree have chosen the same edge.
The smaller label of the two is the root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clconn.reference.minimum_forest.weighted_edges import WeightedEdge, ascending, weighted_edges
from clconn.weight_keys import CanonicalEdges

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["boruvka", "hook_along"]


def boruvka(n: int, edges: CanonicalEdges) -> NDArray[np.int64]:
    """The minimum spanning forest by Boruvka's algorithm."""
    rows: list[list[WeightedEdge]] = [[] for _ in range(n)]
    for key, index, u, v in weighted_edges(edges):
        rows[u].append((key, index, u, v))
        rows[v].append((key, index, v, u))

    labels = list(range(n))
    forest: set[int] = set()
    while True:
        lightest: dict[int, WeightedEdge] = {}
        for v, row in enumerate(rows):
            leaving = [edge for edge in row if labels[edge[3]] != labels[v]]
            if leaving:
                own = min(leaving)
                lightest[labels[v]] = min(own, lightest.get(labels[v], own))
        if not lightest:
            return ascending(forest)
        forest |= {index for _, index, _, _ in lightest.values()}
        hooks = hook_along({label: labels[edge[3]] for label, edge in lightest.items()})
        labels = [hooks.get(label, label) for label in labels]


def hook_along(choices: dict[int, int]) -> dict[int, int]:
    """Hook each component to the one that it has chosen; return its root.

    Parameters
    ----------
    choices : dict of int to int
        Without cycles, except pairs that have chosen each other.
    """
    hooks = {
        own: own if choices.get(other) == own and own < other else other
        for own, other in choices.items()
    }
    roots: dict[int, int] = {}
    for own in hooks:
        path = [own]
        # A component without a choice is a root.
        while (above := hooks.get(path[-1], path[-1])) != path[-1]:
            path.append(above)
            if above in roots:
                break
        root = roots.get(path[-1], path[-1])
        roots.update(dict.fromkeys(path, root))
    return roots
