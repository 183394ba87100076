"""The one exchange between partitions: each names keys, and learns the smallest value of each.

A partition sends a pair for each of its distinct keys to the bucket of the key; the bucket takes
the minimum over all partitions, and answers each of them. So a key that stands in every partition,
such as the hub of a star, costs a pair a partition and not one for each of its edges, no partition
ever grows, and buckets are even because keys are distinct and their hash is.

There are two tasks for each pair of a partition and a bucket, and a scheduler takes a millisecond
for each; so buckets are as few as :func:`bucket_count` says. All tasks are pure functions of their
inputs, so what a lost worker had can be computed again.

Values may be more than integers, if a function is given that finds the smallest of each key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from clconn.distributed.futures import gather_limit
from clconn.distributed.mixing import buckets_of
from clconn.distributed.weighed import Weighed
from clconn.renumbering import number_integers

if TYPE_CHECKING:
    from distributed import Client, Future
    from numpy.typing import NDArray

__all__ = [
    "BUCKET_BYTES",
    "MOST_BUCKETS",
    "MOST_PIECES",
    "Pairs",
    "bucket_count",
    "exchange",
    "minima_by_key",
    "pieces_of_buckets",
    "smallest_values",
    "split",
]

MOST_BUCKETS = 1 << 15
"""So that the number of a bucket is of 16 bits, which numpy sorts by radix."""
BUCKET_BYTES = 1 << 23
"""A bucket is worth its tasks with so many bytes of an exchange."""
MOST_PIECES = 1 << 16
"""More pairs of a partition and a bucket keep a scheduler busy for minutes, so that buckets grow
instead, as long as they fit a worker."""


@dataclass(frozen=True)
class Pairs(Weighed):
    """Keys, each with a value."""

    keys: NDArray[np.int64]
    values: NDArray[Any]


Answer: TypeAlias = Callable[[Sequence[Pairs]], "NDArray[Any]"]


@dataclass(frozen=True)
class _Split(Weighed):
    """Pairs by bucket, and where each of them was before."""

    pieces: list[Pairs]
    order: NDArray[np.int64]


def split(pairs: Pairs, places: NDArray[np.uint16], buckets: int) -> _Split:
    """Divide pairs among buckets."""
    order = np.argsort(places, kind="stable")  # 16 bits, so by radix
    cuts = np.cumsum(np.bincount(places, minlength=buckets))[:-1]
    keys, values = np.split(pairs.keys[order], cuts), np.split(pairs.values[order], cuts)
    # A view would keep the whole array in memory, and be sent with nothing of it less.
    pieces = [Pairs(key.copy(), value.copy()) for key, value in zip(keys, values, strict=True)]
    return _Split(pieces, order)


def minima_by_key(parts: Sequence[Pairs]) -> tuple[NDArray[np.int64], NDArray[Any], NDArray[Any]]:
    """Return the distinct keys, ascending, the smallest value of each, and each key's place."""
    keys, places = number_integers(np.concatenate([part.keys for part in parts]))
    values = np.concatenate([part.values for part in parts])
    smallest = np.full(keys.size, np.iinfo(values.dtype).max, values.dtype)
    np.minimum.at(smallest, places, values)
    return keys.astype(np.int64, copy=False), smallest, places


def bucket_count(client: Client, nbytes: int, partitions: int) -> int:
    """Return how many buckets are worth their tasks in an exchange of so many bytes.

    They are no more than partitions, and so few that there are at most `MOST_PIECES` pieces, unless
    a bucket would take more than a sixteenth of the smallest worker's memory.
    """
    worthwhile = min(nbytes // BUCKET_BYTES, partitions, MOST_PIECES // max(partitions, 1))
    needed = -(-nbytes // max(gather_limit(client, None), 1))
    return max(1, min(max(worthwhile, needed), MOST_BUCKETS))


def exchange(client: Client, asks: Sequence[Future], buckets: int, answer: Answer) -> list[Future]:
    """Return futures of the answer for each key, in the order of each partition's keys.

    Parameters
    ----------
    asks : futures of Pairs
        One a partition. The keys of one are distinct.
    answer : callable
        Takes the pairs of a bucket, from each partition its own, and returns a value for each of
        their keys in turn.
    """
    if not asks:
        return []
    splits = [client.submit(_split_by_hash, ask, buckets, pure=False) for ask in asks]
    replies = [
        client.submit(_reply, pieces, answer, pure=False)
        for pieces in pieces_of_buckets(client, splits, buckets)
    ]
    return [
        client.submit(
            _assemble,
            splits[place],
            [client.submit(itemgetter(place), reply, pure=False) for reply in replies],
            pure=False,
        )
        for place in range(len(splits))
    ]


def pieces_of_buckets(client: Client, splits: Sequence[Future], buckets: int) -> list[list[Future]]:
    """Return futures of the pairs of each bucket, one a partition."""
    return [
        [client.submit(_piece, each, bucket, pure=False) for each in splits]
        for bucket in range(buckets)
    ]


def _split_by_hash(ask: Pairs, buckets: int) -> _Split:
    return split(ask, buckets_of(ask.keys, buckets), buckets)


def _piece(divided: _Split, bucket: int) -> Pairs:
    return divided.pieces[bucket]


def smallest_values(pieces: Sequence[Pairs]) -> NDArray[Any]:
    """Return the smallest value of each key, the answer where values are integers."""
    _, smallest, places = minima_by_key(pieces)
    values: NDArray[Any] = smallest[places]
    return values


def _reply(pieces: Sequence[Pairs], answer: Answer) -> list[NDArray[Any]]:
    cuts = np.cumsum([piece.keys.size for piece in pieces])[:-1]
    return [part.copy() for part in np.split(answer(pieces), cuts)]


def _assemble(divided: _Split, replies: Sequence[NDArray[Any]]) -> NDArray[Any]:
    values = np.concatenate(replies)
    answer = np.empty_like(values)
    answer[divided.order] = values
    return answer
