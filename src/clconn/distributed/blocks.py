"""All edges at once in the memory of the workers, for algorithms in rounds.

Other functions read a partition, solve it and forget it. Rounds come back to the edges, so these
stay, as futures of :class:`EdgeBlock`; Dask moves to disk what a worker has no room for, and reads
the partitions of a dead worker again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.names import are_contractible, merge_names, places_of_names
from clconn.distributed.partial_forests import peak_bytes, this_worker
from clconn.distributed.partitions import EdgeBlock, Partition
from clconn.distributed.reading import Batch, Reading, batches_of
from clconn.distributed.reports import TaskReport
from clconn.distributed.tasks import FAN_IN, called, named_error, show_progress
from clconn.distributed.weights import joined_weights
from clconn.errors import ClconnError, GraphError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Blocks",
    "NamedBlock",
    "block_of",
    "edge_blocks",
    "integer_block",
    "read_batches",
    "read_block",
    "submit_each",
    "told_by",
]


@dataclass(frozen=True)
class Blocks:
    """The edges of all partitions.

    Attributes
    ----------
    blocks : list of Future
        Each of an :class:`EdgeBlock`, with ends 0..n-1.
    counts : list of int
        Number of edges of each.
    n : int
        Number of vertices.
    nodes : Future or None
        Of the names of the vertices, ascending; None if there are none.
    reports : list of TaskReport
        What it took to read each.
    """

    blocks: list[Any]
    counts: list[int]
    n: int
    nodes: Any
    reports: list[TaskReport]


@dataclass(frozen=True)
class _Head:
    """What the client knows of a block: vertices, whether they have names, and the report."""

    n: int
    is_named: bool
    report: TaskReport


@dataclass(frozen=True)
class NamedBlock:
    """A block whose ends are places in its own names, if it has any."""

    block: EdgeBlock
    origin: str
    n: int
    nodes: NDArray[Any] | None
    report: TaskReport

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + _sizeof(self.block) + _sizeof(self.nodes)


def edge_blocks(
    partitions: Sequence[Partition],
    client: Any,
    reading: Reading,
    *,
    fan_in: int = FAN_IN,
    progress: bool = False,
    retries: int = 0,
) -> Blocks:
    """Have all partitions read, and their vertices and edges numbered.

    Raises
    ------
    ClconnError
        Of the partition that cannot be read, which the message names.
    """
    read = submit_each(client, "read-edges", read_block, partitions, reading, retries=retries)
    heads: list[_Head] = told_by(client, client.map(_head, read, pure=False), partitions, progress)
    reports = [head.report for head in heads]
    counts = [each.edges for each in reports]
    firsts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int).tolist()
    n, nodes = max(head.n for head in heads), None
    if any(head.is_named for head in heads):
        tables = client.map(_names, read, pure=False)
        while len(tables) > 1:
            groups = [tables[at : at + fan_in] for at in range(0, len(tables), fan_in)]
            tables = [client.submit(_union, group, pure=False) for group in groups]
        nodes = client.submit(_nodes, tables[0], pure=False)
        n = client.submit(len, nodes, pure=False).result()
    blocks = client.map(_numbered, read, firsts, [nodes] * len(read), pure=False)
    return Blocks(blocks, counts, n, nodes, reports)


def submit_each(
    client: Any,
    step: str,
    function: Callable[..., Any],
    partitions: Sequence[Partition],
    *more: Any,
    retries: int,
) -> list[Any]:
    """Submit a task for each partition, which gets its value, its number and its name."""
    token = uuid.uuid4().hex
    futures = []
    for index, each in enumerate(partitions):
        value = client.compute(each.value) if hasattr(each.value, "dask") else each.value
        key = f"{step}-{token}", index
        futures.append(
            client.submit(function, value, index, each.name, *more, key=key, retries=retries)
        )
    return futures


def told_by(
    client: Any, heads: Sequence[Any], partitions: Sequence[Partition], progress: bool
) -> list[Any]:
    """Return what futures tell of partitions, or raise an error that names one of these.

    Raises
    ------
    ClconnError
        Of the partition that cannot be read, which the message names.
    """
    if progress:
        show_progress(heads)
    try:
        told: list[Any] = client.gather(heads)
    except ClconnError:
        raise
    except Exception as error:
        raise named_error(error, heads, partitions) from error
    return told


def integer_block(read: NamedBlock) -> EdgeBlock:
    """Return a block whose ends are the integers as given.

    Raises
    ------
    GraphError
        If it has other names than integers of 64 bits.
    """
    nodes = read.nodes
    if nodes is None:
        return read.block
    if not are_contractible(nodes):
        raise GraphError(
            f"{read.origin} has names of type {nodes.dtype}; without room for all vertices on one "
            "worker they must be integers of 64 bits: number them in a column of the data frame, "
            "or give the workers more memory"
        )
    sources, targets = read.block.sources, read.block.targets
    ends = nodes[sources].astype(np.int64), nodes[targets].astype(np.int64)
    return replace(read.block, sources=ends[0], targets=ends[1])


def _sizeof(value: Any) -> int:
    from dask.sizeof import sizeof

    return int(sizeof(value))


def read_block(value: Any, index: int, origin: str, reading: Reading) -> NamedBlock:
    """Read a partition, which errors name."""
    report = TaskReport(0, index, worker=this_worker()[0])
    return block_of(list(read_batches(value, origin, reading, report)), origin, report)


def read_batches(value: Any, origin: str, reading: Reading, report: TaskReport) -> Iterator[Batch]:
    """Yield the edges of a partition, which errors name; those of a text as they are asked for."""
    with called(origin):
        batches = batches_of(value, reading)
        while True:
            with report.timed("read_seconds"):
                held = list(islice(batches, 1))
            if not held:
                break
            report.edges += held[0].edges.sources.size
            report.bytes_in += held[0].nbytes
            report.weighted |= held[0].edges.weights is not None
            yield held.pop()  # which whoever asked may forget, then
    report.peak_bytes = peak_bytes()


def block_of(
    batches: Sequence[Batch], origin: str, report: TaskReport, first_id: int = 0
) -> NamedBlock:
    """Return batches of a partition as one block."""
    parts = [batch.edges for batch in batches]
    nodes = None
    if parts and parts[0].nodes is not None:  # a partition with names comes at once
        nodes = np.asarray(parts[0].nodes)
    ends = [
        np.concatenate([np.empty(0, np.int64), *(getattr(part, end) for part in parts)])
        for end in ("sources", "targets")
    ]
    weights = joined_weights([part.weights for part in parts])
    n = max((part.n or 0 for part in parts), default=0)
    return NamedBlock(EdgeBlock(ends[0], ends[1], weights, first_id), origin, n, nodes, report)


def _head(read: NamedBlock) -> _Head:
    return _Head(read.n, read.nodes is not None, read.report)


def _names(read: NamedBlock) -> tuple[str, NDArray[Any] | None]:
    is_empty = read.nodes is None and not len(read.block)
    return read.origin, np.empty(0, np.int64) if is_empty else read.nodes


def _union(parts: list[tuple[str, NDArray[Any] | None]]) -> tuple[str, NDArray[Any] | None]:
    return parts[0][0], merge_names(parts)[0]


def _nodes(table: tuple[str, NDArray[Any] | None]) -> NDArray[Any] | None:
    return table[1]


def _numbered(read: NamedBlock, first_id: int, nodes: NDArray[Any] | None) -> EdgeBlock:
    block = replace(read.block, first_id=first_id)
    if nodes is None or read.nodes is None:
        return block
    places = places_of_names(read.nodes, nodes)
    return replace(block, sources=places[block.sources], targets=places[block.targets])
