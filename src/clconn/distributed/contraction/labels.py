"""Labels for tables of vertices: components numbered in the order of their smallest vertices.

Each table asks for the distinct roots that its vertices have, those tables that have the roots,
which number them. A root is the smallest vertex of its component, so it is in the same table or in
an earlier one. With each root goes how many vertices have it, so sizes add up where the root is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.contraction.tables import Tables
from clconn.distributed.exchange import Pairs
from clconn.distributed.weighed import Weighed

if TYPE_CHECKING:
    from distributed import Client
    from numpy.typing import NDArray

__all__ = ["Labeled", "label_tables"]


@dataclass(frozen=True)
class Labeled:
    """Futures of the arrays of an answer, one of each a table.

    Attributes
    ----------
    labels, roots : list of Future
        Of arrays, like those of :class:`clconn.Components`.
    nodes : list of Future
        Of the ids of the vertices.
    sizes : list of Future
        Of the sizes of the components whose roots are in the table.
    dtype : numpy.dtype
        Of labels and roots.
    """

    labels: list[Any]
    roots: list[Any]
    nodes: list[Any]
    sizes: list[Any]
    dtype: Any


@dataclass(frozen=True)
class _Asked(Weighed):
    """The distinct roots of a table by the table that has them, and each row's place in them."""

    pieces: list[Pairs]
    places: NDArray[Any]


@dataclass(frozen=True)
class _Reply(Weighed):
    """For each piece the labels of its roots, and their numbers; and the sizes of components."""

    pieces: list[Pairs]
    sizes: NDArray[np.int64]


def label_tables(client: Client, tables: Tables) -> Labeled:
    """Return the labels and roots of all rows, and the sizes of components."""
    dtype = np.dtype(np.int32 if sum(tables.sizes) < 1 << 31 else np.int64)
    first_rows = np.cumsum([0, *tables.sizes]).tolist()
    first_labels = np.cumsum([0, *tables.counts]).tolist()
    asks = [
        client.submit(_ask, table, tables.cuts[:place], pure=False)
        for place, table in enumerate(tables.tables)
    ]
    replies = []
    for place, table in enumerate(tables.tables):
        pieces = [client.submit(_piece, each, place, pure=False) for each in asks[place:]]
        starts = first_rows[place], first_labels[place]
        replies.append(client.submit(_reply, table, pieces, starts, dtype, pure=False))
    found = [
        client.submit(
            _assemble,
            ask,
            [client.submit(_answer, reply, place - at, pure=False)
             for at, reply in enumerate(replies[: place + 1])],
            pure=False,
        )
        for place, ask in enumerate(asks)
    ]  # fmt: skip
    return Labeled(
        labels=[client.submit(itemgetter(0), each, pure=False) for each in found],
        roots=[client.submit(itemgetter(1), each, pure=False) for each in found],
        nodes=[client.submit(attrgetter("keys"), each, pure=False) for each in tables.tables],
        sizes=[client.submit(attrgetter("sizes"), each, pure=False) for each in replies],
        dtype=dtype,
    )


def _ask(table: Pairs, cuts: NDArray[np.int64]) -> _Asked:
    roots, places, counts = np.unique(table.values, return_inverse=True, return_counts=True)
    ends = np.searchsorted(roots, cuts)
    pieces = [
        Pairs(keys.copy(), values.copy())
        for keys, values in zip(np.split(roots, ends), np.split(counts, ends), strict=True)
    ]
    return _Asked(pieces, places)


def _piece(asked: _Asked, place: int) -> Pairs:
    return asked.pieces[place]


def _reply(table: Pairs, pieces: Sequence[Pairs], starts: tuple[int, int], dtype: Any) -> _Reply:
    rows = np.flatnonzero(table.keys == table.values)
    roots = table.keys[rows]
    sizes = np.zeros(roots.size, np.int64)
    answers = []
    for piece in pieces:
        places = np.searchsorted(roots, piece.keys)
        sizes[places] += piece.values
        answers.append(
            Pairs((places + starts[1]).astype(dtype), (rows[places] + starts[0]).astype(dtype))
        )
    return _Reply(answers, sizes)


def _answer(reply: _Reply, place: int) -> Pairs:
    return reply.pieces[place]


def _assemble(asked: _Asked, answers: Sequence[Pairs]) -> tuple[NDArray[Any], NDArray[Any]]:
    labels = np.concatenate([each.keys for each in answers])
    roots = np.concatenate([each.values for each in answers])
    return labels[asked.places], roots[asked.places]
