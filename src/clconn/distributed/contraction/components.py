"""Connected components when not even the vertices fit one worker: contraction by rounds.

The state is in partitions; :mod:`component_partition` says what a round does to them, and why
there are few, and :mod:`exchange` how they talk. No task has more than a partition, or a bucket of
the exchange, in memory. As soon as what is live fits one worker, that worker finishes it by
clconn's own function. In the end one more exchange finds the smallest vertex of each component.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.contraction import component_partition as partition_of
from clconn.distributed.contraction.rounds import RoundSteps, run_rounds
from clconn.distributed.exchange import Pairs, bucket_count, exchange, smallest_values
from clconn.distributed.local_numbers import ON_OWN_DEVICE, Solver

if TYPE_CHECKING:
    from distributed import Client, Future
    from numpy.typing import NDArray

    from clconn.distributed.contraction.component_partition import Names
    from clconn.distributed.reports import ContractionRound

__all__ = ["Contraction", "contract", "round_steps"]


@dataclass(frozen=True)
class Contraction:
    """What rounds of contraction found.

    Attributes
    ----------
    rows : list of Future
        Of pairs, one a partition: its vertices, ascending, each with the smallest vertex of its
        component.
    rounds : list of ContractionRound
    gathered : int
        How many names one worker finished in the end; 0 if the rounds finished it.
    """

    rows: list[Any]
    rounds: list[ContractionRound]
    gathered: int


def contract(
    client: Client,
    partitions: Iterable[Any],
    *,
    gather_bytes: int | None = None,
    solver: Solver = ON_OWN_DEVICE,
) -> Contraction:
    """Find connected components without an array of all vertices on any machine.

    Parameters
    ----------
    client : distributed.Client
    partitions : futures of Names
        What :func:`.component_partition.contract_locally` made of each.
    gather_bytes : int, optional
        One worker finishes what is left as soon as it has no more bytes, 16 for a vertex and a
        partition that has it. By default a sixteenth of the smallest worker's memory.
    solver : Solver, optional
        What solves partitions on the workers.

    Returns
    -------
    Contraction

    Raises
    ------
    OptionError
        If `gather_bytes` is no number of bytes.

    Notes
    -----
    A round shuffles 24 bytes for each name of each partition that is not finished. It leaves three
    quarters of the distinct names at most, in expectation, however many edges a name has, and no
    partition more names than it had; but a name that stays may be in most of its partitions, so
    thin partitions can keep more than three quarters of theirs. The alternating algorithm of [1]_
    takes O(log n) rounds, too, as far as is known, but shuffles all edges in each of them, and all
    edges of a vertex to one place.

    References
    ----------
    .. [1] R. Kiveris, S. Lattanzi, V. Mirrokni, V. Rastogi and S. Vassilvitskii, "Connected
       components in MapReduce and beyond", SoCC 2014.
    """
    ran = run_rounds(client, partitions, gather_bytes, round_steps(solver))
    answers = _finish(client, ran.states, solver) if ran.left.live else None
    names = [
        client.submit(partition_of.last_names, state, answers, steps, pure=False)
        for state, steps in zip(ran.states, ran.notes, strict=True)
    ]
    return Contraction(_with_roots(client, ran.first, names), ran.rounds, ran.left.live)


def round_steps(solver: Solver) -> RoundSteps:
    """Return what a round of components is made of."""
    return RoundSteps(
        partition_of.measure,
        partition_of.propose,
        smallest_values,
        partial(partition_of.adopt, solver=solver),
    )


def _finish(client: Client, states: Sequence[Future], solver: Solver) -> Future:
    stars = [client.submit(partition_of.stars, each, pure=False) for each in states]
    return client.submit(partition_of.answer_stars, stars, solver, pure=False)


def _with_roots(client: Client, first: Sequence[Future], names: Sequence[Future]) -> list[Future]:
    """Return futures of each partition's vertices with the smallest of their components."""
    both = [
        client.submit(_smallest_vertices, state, name, pure=False)
        for state, name in zip(first, names, strict=True)
    ]
    asks = [client.submit(itemgetter(0), each, pure=False) for each in both]
    asked = sum(client.gather([client.submit(_key_count, each, pure=False) for each in asks]))
    buckets = bucket_count(client, asked * partition_of.BYTES_ASKED, len(asks))
    answers = exchange(client, asks, buckets, smallest_values)
    return [
        client.submit(_roots, state, each, answer, pure=False)
        for state, each, answer in zip(first, both, answers, strict=True)
    ]


def _smallest_vertices(state: Names, names: NDArray[np.int64]) -> tuple[Pairs, NDArray[np.int32]]:
    return partition_of.smallest_vertices(state.names, names)


def _roots(
    state: Names, asked: tuple[Pairs, NDArray[np.int32]], smallest: NDArray[np.int64]
) -> Pairs:
    return Pairs(state.names, smallest[asked[1]])


def _key_count(pairs: Pairs) -> int:
    return int(pairs.keys.size)
