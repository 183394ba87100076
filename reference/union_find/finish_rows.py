"""Finish rows: join a vertex with its neighbors, one edge after another.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and incremental graph
connectivity algorithms on GPUs", PACT 2020, Algorithm 1: what follows the sample. ECL-CC's
computation is the same. Invariant: afterwards the vertex and the neighbors are in one tree.
"""

from __future__ import annotations

from collections.abc import Iterable

from clconn.reference.union_find.edge_map import Row
from clconn.reference.union_find.find import Find, Parents
from clconn.reference.union_find.union_rule import Unite

__all__ = ["finish_rows", "unite_neighbors"]


def unite_neighbors(
    parents: Parents, v: int, neighbors: Iterable[int], unite: Unite, find: Find
) -> None:
    """Join the tree of a vertex with those of its neighbors, one edge after another."""
    source = unite.begin(parents, v, find)
    for neighbor in neighbors:
        source = unite.join(parents, source, neighbor, find)


def finish_rows(parents: Parents, rows: Iterable[Row], unite: Unite, find: Find) -> None:
    """Join each vertex with its neighbors, one row after another.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    rows : iterable of (int, list of int)
        May be made while the parents change.
    unite : Unite
    find : callable
    """
    for v, neighbors in rows:
        unite_neighbors(parents, v, neighbors, unite, find)
