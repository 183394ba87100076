"""Rounds of contraction, until what is left of a graph fits one worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from clconn.distributed.exchange import bucket_count
from clconn.distributed.futures import gather_limit
from clconn.distributed.reports import ContractionRound

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Ran", "Size", "run_rounds"]


class Size(NamedTuple):
    """What is left of a graph, summed over the partitions.

    Attributes
    ----------
    live : int
        Names that are not finished.
    left_bytes : int
        What one worker would get to finish them.
    asked_bytes : int
        What the exchange of a round shuffles.
    """

    live: int
    left_bytes: int
    asked_bytes: int


class Ran(NamedTuple):
    """What rounds have made of a graph.

    Attributes
    ----------
    first, states : list of Future
        Each partition before any round, and what is left of it.
    notes : list of list of Future
        For each partition what each round left behind.
    rounds : list of ContractionRound
    left : Size
        What one worker has to finish.
    """

    first: list[Any]
    states: list[Any]
    notes: list[list[Any]]
    rounds: list[ContractionRound]
    left: Size


def run_rounds(
    client: Client,
    partitions: Iterable[Any],
    gather_bytes: int | None,
    measure: Callable[[Client, Sequence[Any]], Size],
    one_round: Callable[[Sequence[Any], int, int], list[Any]],
) -> Ran:
    """Run rounds until one worker may have what is left, by default by the memory of the smallest.

    `one_round` gets the states of all partitions, how many buckets the exchange is worth, and the
    number of the round. It returns futures of pairs: the next state, and what stays behind.
    """
    limit = gather_limit(client, gather_bytes)
    # Kept to the end, so that after the loss of a worker what others have read is not read again;
    # the vertices and edges of an answer are there.
    first = list(partitions)
    states = first
    notes: list[list[Any]] = [[] for _ in first]
    rounds: list[ContractionRound] = []
    size = measure(client, states)
    while size.left_bytes > limit:
        began = time.perf_counter()
        buckets = bucket_count(client, size.asked_bytes, len(states))
        both = one_round(states, buckets, len(rounds))
        for kept, each in zip(notes, both, strict=True):
            kept.append(client.submit(itemgetter(1), each, pure=False))
        states = [client.submit(itemgetter(0), each, pure=False) for each in both]
        before, size = size, measure(client, states)
        seconds = time.perf_counter() - began
        rounds.append(ContractionRound(before.live, before.asked_bytes, seconds))
    return Ran(first, states, notes, rounds, size)
