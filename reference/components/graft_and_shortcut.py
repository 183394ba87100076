"""Graft and shortcut: Cong and Muzio's CC and CC-updt.

G. Cong and P. Muzio, "Fast parallel connected components algorithms on GPUs",
Euro-Par 2014 workshops, Algorithms 1 and 2. A round grafts, for every edge, the
larger of the two components onto the smaller, and then shortcuts each tree to a
star. CC-updt also replaces every edge by the components of its ends. Then more and
more edges have the same few vertices as ends, whose entries stay in a cache.

Invariant: when a round begins every tree is a star, and its root is the smallest of
its vertices. A graft changes only the pointers of such roots, to a smaller root. So
there are no cycles, and vertices of one tree stay in one tree. If several edges graft
one root, the lowest graft wins; later rounds visit the other edges again, because no
edge is ever dropped. If a round makes no graft, both ends of every edge have the same
root.

Section 3 of the paper sorts the edges to retrieve the components in order, and
argues that this costs more than it gains: :func:`retrieve_sorted`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from clconn.reference.primitives.radix_sort import sort_pairs
from clconn.reference.union_find.edge_map import Edge
from clconn.reference.union_find.find import Parents, finalize, single

__all__ = [
    "RETRIEVALS",
    "finish",
    "finish_with_update",
    "graft",
    "retrieve",
    "retrieve_sorted",
    "update",
]


def graft(parents: Parents, components: list[Edge]) -> bool:
    """Graft the larger component of each edge onto the smaller; return whether any two differed.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    components : list of (int, int)
        The components of the two ends of each edge: roots when the round began.
    """
    for one, other in components:
        larger, smaller = max(one, other), min(one, other)
        parents[larger] = min(parents[larger], smaller)
    return any(one != other for one, other in components)


def retrieve(parents: Parents, edges: list[Edge]) -> list[Edge]:
    """Look up the components of both ends of every edge."""
    return [(parents[u], parents[v]) for u, v in edges]


def retrieve_sorted(parents: Parents, edges: list[Edge]) -> list[Edge]:
    """Look them up in order of the sources, then in order of the targets.

    Returns
    -------
    list of (int, int)
        In the order of the targets' blocks, not of the edges.
    """
    by_source = sort_pairs(edges, len(parents))
    by_target = sort_pairs([(v, parents[u]) for u, v in by_source], len(parents))
    return [(component, parents[v]) for v, component in by_target]


RETRIEVALS: Final[dict[str, Callable[[Parents, list[Edge]], list[Edge]]]] = {
    "none": retrieve,
    "sort": retrieve_sorted,
}
"""Each way to retrieve components, by the value of the option ``coalescing``."""


def update(parents: Parents, edges: list[Edge]) -> list[Edge]:
    """Replace every edge by one between the parents of its ends, which may be their components."""
    return retrieve(parents, edges)


def finish(parents: Parents, edges: list[Edge], *, coalescing: str = "none") -> None:
    """CC, Algorithm 1: join the ends of all edges.

    Parameters
    ----------
    parents : list of int
        Stars with the smallest vertex as root.
    edges : list of (int, int)
    coalescing : str, default "none"
        A name in :data:`RETRIEVALS`.
    """
    while graft(parents, RETRIEVALS[coalescing](parents, edges)):
        finalize(parents, single)


def finish_with_update(parents: Parents, edges: list[Edge]) -> None:
    """CC-updt, Algorithm 2: the same, but replace the edges by edges between components.

    Parameters
    ----------
    parents : list of int
        As for :func:`finish`.
    edges : list of (int, int)
        Between roots.
    """
    while graft(parents, edges):
        finalize(parents, single)
        edges = update(parents, edges)
