"""Rounds of contraction, until what is left of a graph fits one worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from clconn.distributed.exchange import Answer, Pairs, bucket_count, exchange
from clconn.distributed.futures import gather_limit
from clconn.distributed.reports import ContractionRound

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Ran", "RoundSteps", "Size", "run_round", "run_rounds"]


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


class RoundSteps(NamedTuple):
    """What a round is made of: functions of one partition, but for `answer`; all run on workers.

    Attributes
    ----------
    measure : callable
        Takes the state of a partition and the salt of the next round, and returns a `Size`.
    ask : callable
        Takes a state and the salt of the round, and returns pairs for the exchange.
    answer : callable
        Takes the pairs of a bucket; see :func:`~clconn.distributed.exchange.exchange`.
    take : callable
        Takes a state, the answers to what it asked, and the salt; it returns the next state, and
        what stays behind.
    """

    measure: Callable[[Any, int], Size]
    ask: Callable[[Any, int], Pairs]
    answer: Answer
    take: Callable[[Any, Any, int], tuple[Any, Any]]


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
    client: Client, partitions: Iterable[Any], gather_bytes: int | None, steps: RoundSteps
) -> Ran:
    """Run rounds until one worker may have what is left, by default by the memory of the smallest.

    The salt of a round is its number.
    """
    limit = gather_limit(client, gather_bytes)
    # Kept to the end, so that after the loss of a worker what others have read is not read again;
    # the vertices and edges of an answer are there.
    first = list(partitions)
    states = first
    notes: list[list[Any]] = [[] for _ in first]
    rounds: list[ContractionRound] = []
    size = _measured(client, states, 0, steps)
    while size.left_bytes > limit:
        began = time.perf_counter()
        buckets = bucket_count(client, size.asked_bytes, len(states))
        both = run_round(client, states, buckets, len(rounds), steps)
        for kept, each in zip(notes, both, strict=True):
            kept.append(client.submit(itemgetter(1), each, pure=False))
        states = [client.submit(itemgetter(0), each, pure=False) for each in both]
        before, size = size, _measured(client, states, len(rounds) + 1, steps)
        seconds = time.perf_counter() - began
        rounds.append(ContractionRound(before.live, before.asked_bytes, seconds, before.left_bytes))
    return Ran(first, states, notes, rounds, size)


def run_round(
    client: Client, states: Sequence[Any], buckets: int, salt: int, steps: RoundSteps
) -> list[Any]:
    """Return futures of each partition's next state with what stays behind."""
    # The asks are not kept until their answers come: who takes an answer knows what it asked.
    asks = [client.submit(steps.ask, each, salt, pure=False) for each in states]
    answers = exchange(client, asks, buckets, steps.answer)
    return [
        client.submit(steps.take, state, answer, salt, pure=False)
        for state, answer in zip(states, answers, strict=True)
    ]


def _measured(client: Client, states: Sequence[Any], salt: int, steps: RoundSteps) -> Size:
    sizes = client.gather([client.submit(steps.measure, each, salt, pure=False) for each in states])
    return Size(*(sum(column) for column in zip(Size(0, 0, 0), *sizes, strict=True)))
