"""Partitions that are read and contracted in one task, so that their edges are forgotten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from clconn.distributed.blocks import integer_block, read_block, submit_each, told_by
from clconn.distributed.local_numbers import Solver
from clconn.distributed.reading import Reading
from clconn.distributed.reports import Report, TaskReport
from clconn.distributed.weighed import Weighed

if TYPE_CHECKING:
    from distributed import Client

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
    n : int
        Number of vertices: what was given, or the largest id plus one.
    report : Report
        A task for each partition.
    """

    states: list[Any]
    n: int
    report: Report


@dataclass(frozen=True)
class _Contracted(Weighed):
    state: Names | ForestState
    n: int
    report: TaskReport


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
        Of the partition that cannot be read, or has other names than integers of 64 bits; the
        message names it.
    """
    what = reading, solver, contract
    parts = submit_each(client, step, _contract, partitions, *what, retries=retries)
    heads = [client.submit(_head, each, pure=False) for each in parts]
    told = told_by(client, heads, partitions, progress)
    states = [client.submit(attrgetter("state"), each, pure=False) for each in parts]
    return ReadPartitions(
        states, max((n for n, _ in told), default=0), Report([report for _, report in told])
    )


def _contract(
    value: Any, index: int, origin: str, reading: Reading, solver: Solver, contract: Contract
) -> _Contracted:
    read = read_block(value, index, origin, reading)
    report, block = read.report, integer_block(read)
    with report.timed("solve_seconds"):
        state = contract(block, solver, report)
    report.forest_edges, report.forest_bytes = len(state), state.nbytes
    return _Contracted(state, read.n, report)


def _head(contracted: _Contracted) -> tuple[int, TaskReport]:
    return contracted.n, contracted.report
