"""Partitions that are read and contracted in one task, so that their edges are forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from clconn.distributed.blocks import integer_block, read_block, submit_each, told_by
from clconn.distributed.contracted_partition import Names, contract_locally
from clconn.distributed.local_numbers import Solver
from clconn.distributed.reading import Reading
from clconn.distributed.reports import Report, TaskReport
from clconn.distributed.weighed import Weighed

if TYPE_CHECKING:
    from distributed import Client

    from clconn.distributed.partitions import Partition

__all__ = ["ReadPartitions", "read_and_contract"]

_BYTES_OF_A_NAME = 12
"""A name of 8 bytes, and its group."""


@dataclass(frozen=True)
class ReadPartitions:
    """All partitions, contracted.

    Attributes
    ----------
    names : list of Future
        Each of :class:`~clconn.distributed.contracted_partition.Names`.
    n : int
        Number of vertices: what was given, or the largest id plus one.
    report : Report
        A task for each partition.
    """

    names: list[Any]
    n: int
    report: Report


@dataclass(frozen=True)
class _Contracted(Weighed):
    names: Names
    n: int
    report: TaskReport


def read_and_contract(
    client: Client,
    partitions: Sequence[Partition],
    reading: Reading,
    solver: Solver,
    *,
    progress: bool = False,
    retries: int = 0,
) -> ReadPartitions:
    """Have all partitions read, and contracted by their workers.

    Raises
    ------
    ClconnError
        Of the partition that cannot be read, or has other names than integers of 64 bits; the
        message names it.
    """
    what = reading, solver
    parts = submit_each(
        client, "contract-components", _contract, partitions, *what, retries=retries
    )
    heads = [client.submit(_head, each, pure=False) for each in parts]
    told = told_by(client, heads, partitions, progress)
    names = [client.submit(attrgetter("names"), each, pure=False) for each in parts]
    return ReadPartitions(
        names, max((n for n, _ in told), default=0), Report([report for _, report in told])
    )


def _contract(value: Any, index: int, origin: str, reading: Reading, solver: Solver) -> _Contracted:
    read = read_block(value, index, origin, reading)
    report, block = read.report, integer_block(read)
    with report.timed("solve_seconds"):
        names = contract_locally(block, solver, report)
    report.forest_edges = names.names.size
    report.forest_bytes = _BYTES_OF_A_NAME * names.names.size
    return _Contracted(names, read.n, report)


def _head(contracted: _Contracted) -> tuple[int, TaskReport]:
    return contracted.n, contracted.report
