"""Unite the edges that lead from settled vertices to unsettled ones, after a sample.

Our own: the second half of a finish where edges may be stored at one end only. The first
half, in GConn's Algorithm 1 (Hong, Dhulipala and Shun, PACT 2020) all of it, finishes the
rows of unsettled vertices. Invariant: afterwards every entry joins two vertices of one
tree. The first half has united the entries of unsettled vertices, and the sample those
between two settled ones.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

from clconn.reference.union_find.edge_map import Row, entries_at
from clconn.reference.union_find.find import Parents

__all__ = ["unite_unsettled_ends"]


def unite_unsettled_ends(
    parents: Parents,
    offsets: list[int],
    neighbors: list[int],
    unsettled: Container[int],
    unite_rest: Callable[[Parents, Iterable[Row]], None],
) -> None:
    """Unite each entry of a settled vertex whose end the sample has left unsettled.

    Parameters
    ----------
    parents : list of int
        Changed in place.
    offsets, neighbors : list of int
        The rows, which may hold an edge at one end only.
    unsettled : container of int
        The vertices that the sample has left so.
    unite_rest : callable
        Takes the parents and rows, and joins each vertex with the neighbors of its row.

    Examples
    --------
    >>> parents = [0, 0, 2]
    >>> def unite(parents, rows):
    ...     for v, entries in rows:
    ...         for end, place in entries:
    ...             parents[end] = parents[v]
    >>> unite_unsettled_ends(parents, [0, 2, 2, 2], [1, 2], {2}, unite)
    >>> parents
    [0, 0, 0]
    """
    unite_rest(parents, _rows_to(unsettled, offsets, neighbors))


def _rows_to(unsettled: Container[int], offsets: list[int], neighbors: list[int]) -> Iterator[Row]:
    for v in range(len(offsets) - 1):
        if v in unsettled:
            continue
        entries = entries_at(neighbors, range(offsets[v], offsets[v + 1]))
        yield v, [(end, place) for end, place in entries if end in unsettled]
