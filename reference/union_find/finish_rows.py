"""Finish rows: join a vertex with its neighbors, one edge after another.

C. Hong, L. Dhulipala and J. Shun, "Exploring the design space of static and incremental graph
connectivity algorithms on GPUs", PACT 2020, Algorithm 1: what follows the sample. ECL-CC's
computation is the same. Invariant: afterwards the vertex and the neighbors are in one tree.
"""

from __future__ import annotations

from collections.abc import Iterable

from clconn.reference.union_find.edge_map import Entry, Row
from clconn.reference.union_find.find import Find, Parents
from clconn.reference.union_find.forest_edges import Record, record_nothing
from clconn.reference.union_find.union_rule import Unite

__all__ = ["finish_rows", "unite_neighbors"]


def unite_neighbors(
    parents: Parents,
    v: int,
    entries: Iterable[Entry],
    unite: Unite,
    find: Find,
    record: Record = record_nothing,
) -> None:
    """Join the tree of a vertex with those of its neighbors, one edge after another."""
    source = unite.begin(parents, v, find)
    for neighbor, edge in entries:
        source, child = unite.join(parents, source, neighbor, find)
        if child is not None:
            record(child, edge)


def finish_rows(
    parents: Parents,
    rows: Iterable[Row],
    unite: Unite,
    find: Find,
    record: Record = record_nothing,
) -> None:
    """Join each vertex with its neighbors, one row after another.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    rows : iterable of Row
        A generator may read the parents between two rows.
    """
    for v, entries in rows:
        unite_neighbors(parents, v, entries, unite, find, record)
