"""Partitions that are read and contracted in one task, so that their edges are forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from clconn.distributed.blocks import (
    block_of,
    integer_block,
    read_batches,
    submit_each,
    told_by,
)
from clconn.distributed.local_numbers import Solver
from clconn.distributed.names import refuse_mixed_names
from clconn.distributed.partial_forests import this_worker
from clconn.distributed.reading import Reading
from clconn.distributed.reports import Report, TaskReport
from clconn.distributed.tasks import FAN_IN
from clconn.distributed.weighed import Weighed

if TYPE_CHECKING:
    from distributed import Client
    from numpy.typing import NDArray

    from clconn.distributed.contraction.component_partition import Names
    from clconn.distributed.contraction.forest_partition import ForestState
    from clconn.distributed.partitions import EdgeBlock, Partition

__all__ = ["ReadPartitions", "read_and_contract"]

Contract: TypeAlias = Callable[["EdgeBlock", Solver, TaskReport], "Names | ForestState"]
"""What makes a partition's state of its edges, before any round."""

Join: TypeAlias = Callable[[Sequence[Any], Solver], Any]
"""What makes one state of those of a partition's batches, in their order."""


@dataclass(frozen=True)
class ReadPartitions:
    """All partitions, contracted.

    Attributes
    ----------
    states : list of Future
        What `contract` made of each.
    n : int or None
        Number of vertices: what was given, or the largest id plus one; None if ids are names.
    report : Report
        A task for each partition.
    """

    states: list[Any]
    n: int | None
    report: Report


@dataclass(frozen=True)
class _Head:
    """What the client knows of a partition: vertices, a name, if it has any, and the report."""

    n: int
    a_name: NDArray[Any] | None
    report: TaskReport


@dataclass(frozen=True)
class _Contracted(Weighed):
    state: Names | ForestState
    head: _Head


def read_and_contract(
    client: Client,
    partitions: Sequence[Partition],
    reading: Reading,
    solver: Solver,
    contract: Contract,
    join: Join,
    *,
    step: str = "contract-components",
    progress: bool = False,
    retries: int = 0,
) -> ReadPartitions:
    """Have all partitions read, and contracted by their workers as `contract` does it.

    Texts are contracted batch by batch, whose states `join` joins.

    Raises
    ------
    ClconnError
        Of the partition that cannot be read, has other names than integers of 64 bits, or names
        where others have numbers of vertices; the message names it.
    """
    what = reading, solver, contract, join
    parts = submit_each(client, step, _contract, partitions, *what, retries=retries)
    futures = [client.submit(attrgetter("head"), each, pure=False) for each in parts]
    heads: list[_Head] = told_by(client, futures, partitions, progress)
    filled = [
        (partition.name, head.a_name)
        for partition, head in zip(partitions, heads, strict=True)
        if head.n
    ]
    refuse_mixed_names(filled)
    # Readers number integers by themselves, too, where a column may hold any objects.
    have_names = reading.renumber or any(name is not None for _, name in filled)
    n = None if have_names else max((head.n for head in heads), default=0)
    states = [client.submit(attrgetter("state"), each, pure=False) for each in parts]
    return ReadPartitions(states, n, Report([head.report for head in heads]))


def _contract(
    value: Any,
    index: int,
    origin: str,
    reading: Reading,
    solver: Solver,
    contract: Contract,
    join: Join,
) -> _Contracted:
    report = TaskReport(0, index, worker=this_worker()[0])
    states: list[Names | ForestState] = []
    n, a_name = 0, None
    for batch in read_batches(value, origin, reading, report):
        read = block_of([batch], origin, report, report.edges - batch.edges.sources.size)
        del batch  # the block has its own arrays
        n = max(n, read.n)
        if read.nodes is not None:
            a_name = read.nodes[:1].copy()
        with report.timed("solve_seconds"):
            states.append(contract(integer_block(read), solver, report))
            if len(states) == FAN_IN:
                states = [join(states, solver)]
    with report.timed("solve_seconds"):
        if not states:
            states = [contract(integer_block(block_of([], origin, report)), solver, report)]
        state = join(states, solver) if len(states) > 1 else states[0]
    report.forest_edges, report.forest_bytes = len(state), state.nbytes
    return _Contracted(state, _Head(n, a_name, report))
