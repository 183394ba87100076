"""Rounds of contraction, until what is left of a graph fits one worker."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from clconn.distributed.exchange import bucket_count
from clconn.distributed.reports import ContractionRound

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Size", "run_rounds"]


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


def run_rounds(
    client: Client,
    states: Sequence[Any],
    limit: int,
    measure: Callable[[Client, Sequence[Any]], Size],
    one_round: Callable[[Sequence[Any], int, int], list[Any]],
) -> tuple[list[Any], list[ContractionRound], Size]:
    """Run rounds until no more than `limit` bytes are left; return the states, and what is left.

    `one_round` gets the states of all partitions, how many buckets the exchange is worth, and the
    number of the round.
    """
    states = list(states)
    rounds: list[ContractionRound] = []
    size = measure(client, states)
    while size.left_bytes > limit:
        began = time.perf_counter()
        buckets = bucket_count(client, size.asked_bytes, len(states))
        states = one_round(states, buckets, len(rounds))
        before, size = size, measure(client, states)
        seconds = time.perf_counter() - began
        rounds.append(ContractionRound(before.live, before.asked_bytes, seconds))
    return states, rounds, size
