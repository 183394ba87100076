"""Strong components of arcs that are spread over a cluster: contraction, trimming and coloring.

The arcs stay where they are, without those that local contraction and rounds make superfluous; what
travels are arrays of n, and less. The client sees counts alone, until it gets the roots. As soon
as the live arcs fit one worker, that worker finishes them by clconn's own function.

What a partition does in a round depends on its contracted arcs and on the last state alone; the
client keeps both, and the state before. So a worker that is lost costs its partitions once more,
and the round that it was in; and if it had both states, the rounds from the beginning.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.client import workers_of
from clconn.distributed.futures import as_futures, fold, gather_limit
from clconn.distributed.local_numbers import ON_OWN_DEVICE, Solver
from clconn.distributed.partitions import EdgeBlock
from clconn.distributed.reports import Report, TaskReport
from clconn.distributed.strong import links as of_links
from clconn.distributed.strong import reachability
from clconn.distributed.strong import state as of_state
from clconn.errors import GraphError, OptionError, RoundLimitError
from clconn.results import HostComponents, StrongComponents, Timing
from clconn.results.work import Work

if TYPE_CHECKING:
    from distributed import Client, Future

    from clconn.results.condensation import CondensationSource

__all__ = ["solve_strong_components"]

MOST_ROUNDS = 10_000
_BYTES_OF_ARC = 8
_WORTH_TRIMMING = 8
"""Trimming goes on as long as it takes an eighth of the live vertices; a coloring costs more."""


class _Source(HostComponents):
    """The source of a :class:`StrongComponents` whose arcs are on a cluster."""

    def __init__(self, roots: Any, work: Work) -> None:
        super().__init__(None, roots)
        self._work = work

    def work(self) -> Work:
        return self._work

    def condensation(self, *, on_device: bool) -> CondensationSource:
        raise GraphError(
            "the arcs are on the cluster, and a condensation is made of arcs in one memory; "
            "replace the ends of your arcs by their labels, drop loops and duplicates, and you "
            "have it on the cluster"
        )


@dataclass
class _Run:
    """A computation in progress."""

    client: Client
    n: int
    solver: Solver
    most_rounds: int
    depth: int = 0
    trimmings: int = 0
    colorings: int = 0
    finished_arcs: int = 0
    kept: tuple[Future, ...] = ()

    def submit(self, function: Any, *arguments: Any) -> Future:
        # The same function of the same futures is never asked for twice, so keys need no hash.
        return self.client.submit(function, *arguments, pure=False)

    def sum(self, function: Any, futures: Iterable[Future]) -> int:
        """Return the sum of a function's values, which are all that comes to the client."""
        return sum(self.client.gather([self.submit(function, each) for each in futures]))

    def count_round(self) -> None:
        """Count a round, or raise a RoundLimitError."""
        if self.trimmings + self.colorings >= self.most_rounds:
            raise RoundLimitError(
                f"{self.most_rounds:,} rounds were not enough: long paths lead through many "
                "partitions; raise gather_bytes=, so that one worker finishes sooner, sort the "
                "arcs so that neighbors share a partition, or raise most_rounds="
            )


def solve_strong_components(
    client: Client,
    blocks: Iterable[Any],
    n: int,
    *,
    gather_bytes: int | None = None,
    most_rounds: int = MOST_ROUNDS,
    solver: Solver = ON_OWN_DEVICE,
    reports: Sequence[TaskReport] = (),
) -> StrongComponents:
    """Find strong components of arcs in partitions on a cluster.

    Parameters
    ----------
    client : distributed.Client
    blocks : futures or delayed of EdgeBlock
        One a partition; an edge is the arc from its source to its target.
    n : int
        Number of vertices, which are 0..n-1. Some arrays of n must fit a worker: a task takes
        up to 41 bytes a vertex, beside a partition.
    gather_bytes : int, optional
        One worker finishes what is left as soon as it has no more bytes, 8 for an arc. By default
        a sixteenth of the smallest worker's memory.
    most_rounds : int, default 10,000
        Rounds of trimming and of coloring, together, after which to give up.
    solver : Solver, optional
        What solves partitions on the workers.
    reports : sequence of TaskReport, optional
        What it took to read each partition.

    Returns
    -------
    StrongComponents
        Its report says what it took to read and to contract each partition. ``work`` has the depth
        and the rounds, ``reason`` says what they were. It has no condensation.

    Raises
    ------
    OptionError
        If `gather_bytes` is no number of bytes, or `most_rounds` none of rounds.
    RoundLimitError
        If the rounds were not enough. There are as many as the longest of the shortest paths goes
        from one partition to another, and one more for each depth; of a graph with short paths a
        few dozens.
    """
    began = time.perf_counter()
    limit = gather_limit(client, gather_bytes)
    if not isinstance(most_rounds, int) or most_rounds < 1:
        raise OptionError(f"most_rounds is {most_rounds!r}; expected an integer of 1 or more")
    workers = len(workers_of(client))
    run = _Run(client, n, solver, most_rounds)
    futures = as_futures(client, blocks) or [run.submit(_no_arcs)]
    both = [run.submit(of_links.local_links, each, run.solver) for each in futures]
    parts = [run.submit(itemgetter(0), each) for each in both]
    solved = [run.submit(itemgetter(1), each) for each in both]
    links = fold(client, parts, partial(of_links.merge_links, solver=run.solver))
    representatives = run.submit(of_links.representatives, links, n)
    arcs = [run.submit(of_links.contracted_arcs, each, representatives) for each in futures]
    state, history = _rounds(run, arcs, run.submit(of_state.first_state, representatives), limit)
    roots = run.submit(of_state.canonical_roots, state, history, representatives).result()
    result = StrongComponents(
        n,
        _Source(roots, Work(run.depth, run.trimmings + run.colorings, launches=0)),
        variant="coloring",
        reason=(
            f"{run.trimmings} rounds of trimming and {run.colorings} of coloring, "
            f"in {run.depth} depths; one worker finished {run.finished_arcs:,} arcs"
        ),
        backend="dask",
        device=f"{workers} workers",
        timing=Timing(
            transfer=sum(each.read_seconds for each in reports),
            compute=time.perf_counter() - began,
        ),
    )
    result.report = Report(
        [
            replace(
                solving,
                index=reading.index,
                edges=reading.edges,
                bytes_in=reading.bytes_in,
                read_seconds=reading.read_seconds,
            )
            for reading, solving in zip(reports, client.gather(solved), strict=False)
        ],
        answer_bytes=4 * n,
    )
    return result


def _no_arcs() -> EdgeBlock:
    return EdgeBlock(np.empty(0, np.int64), np.empty(0, np.int64))


def _rounds(run: _Run, arcs: list[Future], state: Future, limit: int) -> tuple[Future, Future]:
    """Return a state without live vertices, and what was bypassed on the way."""
    history = run.submit(list)
    vertices = run.sum(of_state.live_count, [state])
    is_worth_trimming = True
    while True:
        live = [run.submit(reachability.live_arcs, each, state) for each in arcs]
        run.finished_arcs = run.sum(reachability.arc_count, live)
        if run.finished_arcs * _BYTES_OF_ARC <= limit:
            break
        run.kept = state, history
        if is_worth_trimming:
            state, history = _trim(run, live, state, history)
            vertices, before = run.sum(of_state.live_count, [state]), vertices
            is_worth_trimming = (before - vertices) * _WORTH_TRIMMING >= before
        else:
            state = _split(run, live, state)
            vertices = run.sum(of_state.live_count, [state])
            is_worth_trimming = True
    answer = run.submit(of_links.solve_live, live, run.solver)
    return run.submit(of_state.finish, state, answer), history


def _trim(run: _Run, live: list[Future], state: Future, history: Future) -> tuple[Future, Future]:
    run.count_round()
    parts = [run.submit(reachability.neighbors, each) for each in live]
    neighbors = fold(run.client, parts, reachability.merge_maxima)
    both = run.submit(of_state.trim, state, neighbors, run.trimmings)
    run.trimmings += 1
    history = run.submit(of_state.remember, history, run.submit(itemgetter(1), both))
    return run.submit(itemgetter(0), both), history


def _split(run: _Run, live: list[Future], state: Future) -> Future:
    """Color until no partition improves a color, and split the regions by their colors."""
    colors = run.submit(of_state.color, state, run.depth)
    run.depth += 1
    while True:
        run.count_round()
        run.colorings += 1
        parts = [run.submit(reachability.propagate, each, colors) for each in live]
        improved = fold(run.client, parts, reachability.merge_maxima)
        if not run.sum(reachability.improved_count, [improved]):
            return run.submit(of_state.split_regions, state, colors)
        colors = run.submit(of_state.take_colors, colors, improved)
