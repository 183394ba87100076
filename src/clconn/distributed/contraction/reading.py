"""Partitions that are read and contracted in one task, so that their edges are forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from clconn.distributed.blocks import integer_block, read_block, submit_each, told_by
from clconn.distributed.local_numbers import Solver
from clconn.distributed.names import refuse_mixed_names
from clconn.distributed.reading import Reading
from clconn.distributed.reports import Report, TaskReport
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
    *,
    step: str = "contract-components",
    progress: bool = False,
    retries: int = 0,
) -> ReadPartitions:
    """Have all partitions read, and contracted by their workers as `contract` does it.

    Raises
    ------
    ClconnError
        Of the partition that cannot be read, has other names than integers of 64 bits, or names
        where others have numbers of vertices; the message names it.
    """
    what = reading, solver, contract
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
    value: Any, index: int, origin: str, reading: Reading, solver: Solver, contract: Contract
) -> _Contracted:
    read = read_block(value, index, origin, reading)
    report, block = read.report, integer_block(read)
    with report.timed("solve_seconds"):
        state = contract(block, solver, report)
    report.forest_edges, report.forest_bytes = len(state), state.nbytes
    a_name = None if read.nodes is None else read.nodes[:1].copy()
    return _Contracted(state, _Head(read.n, a_name, report))
