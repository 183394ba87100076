"""Minimum spanning forests when not even the vertices fit one worker: contraction by rounds.

:mod:`forest_partition` says what a round does to a partition, why it is right, and why there are
few rounds. They are those of :mod:`contraction` but for what is exchanged: as soon as what is left
fits one worker, that worker finishes it by clconn's own function.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from clconn.distributed.contraction import forest_partition as partition_of
from clconn.distributed.contraction.rounds import RoundSteps, run_rounds
from clconn.distributed.local_numbers import Solver

if TYPE_CHECKING:
    from distributed import Client

    from clconn.distributed.reports import ContractionRound

__all__ = ["ContractedForest", "contract_forests", "round_steps"]


@dataclass(frozen=True)
class ContractedForest:
    """What rounds of contraction found.

    Attributes
    ----------
    edges : list of Future
        Of :class:`~clconn.distributed.contraction.forest_partition.ChosenEdges`, one a partition.
    rounds : list of ContractionRound
    gathered : int
        How many names, counted in each partition, one worker finished in the end; 0 if the rounds
        finished them.
    """

    edges: list[Any]
    rounds: list[ContractionRound]
    gathered: int


def contract_forests(
    client: Client,
    partitions: Sequence[Any],
    solver: Solver,
    *,
    gather_bytes: int | None = None,
) -> ContractedForest:
    """Find the minimum spanning forest without an array of all vertices on any machine.

    Parameters
    ----------
    client : distributed.Client
    partitions : futures of ForestState
        What :func:`~clconn.distributed.contraction.forest_partition.contract_forest` made of each.
    solver : Solver
        What solves partitions on the workers.
    gather_bytes : int, optional
        One worker finishes what is left as soon as its arrays have no more bytes. By default a
        sixteenth of the smallest worker's memory.

    Notes
    -----
    A round shuffles 40 bytes and a weight for each name that has an edge in a partition and shows
    tails, which is half of them. It leaves three quarters of the distinct names at most, in
    expectation, and no partition more names than it had.
    """
    ran = run_rounds(client, partitions, gather_bytes, round_steps(solver))
    last = None
    if ran.left.live:
        last = client.submit(partition_of.finish_forest, ran.states, solver, pure=False)
    edges = [
        client.submit(partition_of.chosen_edges, state, keys, last, pure=False)
        for state, keys in zip(ran.first, ran.notes, strict=True)
    ]
    return ContractedForest(edges, ran.rounds, ran.left.live)


def round_steps(solver: Solver) -> RoundSteps:
    """Return what a round of forests is made of."""
    return RoundSteps(
        partition_of.measure_forest,
        partial(partition_of.offer, solver=solver),
        partial(partition_of.choose, solver=solver),
        partial(partition_of.hook, solver=solver),
    )
