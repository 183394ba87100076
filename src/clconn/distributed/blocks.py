"""All edges at once in the memory of the workers, for algorithms in rounds.

Other functions read a partition, solve it and forget it. Rounds come back to the edges, so these
stay, as futures of :class:`EdgeBlock`; Dask moves to disk what a worker has no room for, and reads
the partitions of a dead worker again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.names import merge_names, places_of_names
from clconn.distributed.partitions import EdgeBlock, Partition
from clconn.distributed.reading import Reading, batches_of
from clconn.distributed.tasks import FAN_IN, called, named_error
from clconn.errors import ClconnError, GraphError
from clconn.exact_weights import join_weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Blocks", "NamedBlock", "edge_blocks", "integer_block", "read_block"]


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
    """

    blocks: list[Any]
    counts: list[int]
    n: int
    nodes: Any


@dataclass(frozen=True)
class _Head:
    """What the client knows of a block: edges, vertices, and whether they have names."""

    edges: int
    n: int
    is_named: bool


@dataclass(frozen=True)
class NamedBlock:
    """A block whose ends are places in its own names, if it has any."""

    block: EdgeBlock
    origin: str
    n: int
    nodes: NDArray[Any] | None
    bytes_in: int

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + _sizeof(self.block) + _sizeof(self.nodes)


def edge_blocks(
    partitions: Sequence[Partition], client: Any, reading: Reading, *, fan_in: int = FAN_IN
) -> Blocks:
    """Have all partitions read, and their vertices and edges numbered.

    Raises
    ------
    ClconnError
        Of the partition that cannot be read, which the message names.
    """
    read, heads = _read_all(partitions, client, reading)
    counts = [head.edges for head in heads]
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
    return Blocks(blocks, counts, n, nodes)


def _read_all(
    partitions: Sequence[Partition], client: Any, reading: Reading
) -> tuple[list[Any], list[_Head]]:
    """Return futures of what the partitions have, and their heads."""
    names = [each.name for each in partitions]
    values = [
        client.compute(each.value) if hasattr(each.value, "dask") else each.value
        for each in partitions
    ]
    read = client.map(
        read_block, values, names, [reading] * len(names), pure=False, key="read-edges"
    )
    seen = client.map(_head, read, pure=False)
    try:
        heads: list[_Head] = client.gather(seen)
    except ClconnError:
        raise
    except Exception as error:
        raise named_error(error, seen, partitions) from error
    return read, heads


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
    if not np.can_cast(nodes.dtype, np.int64):
        raise GraphError(
            f"{read.origin} has names of type {nodes.dtype}; without room for all vertices on one "
            "worker they must be integers of 64 bits: number them in a column of the data frame, "
            "or give the workers more memory"
        )
    sources, targets = read.block.sources, read.block.targets
    return EdgeBlock(nodes[sources].astype(np.int64), nodes[targets].astype(np.int64))


def _sizeof(value: Any) -> int:
    from dask.sizeof import sizeof

    return int(sizeof(value))


def read_block(value: Any, origin: str, reading: Reading) -> NamedBlock:
    """Read a partition, which errors name."""
    with called(origin):
        batches = list(batches_of(value, reading))
    parts = [batch.edges for batch in batches]
    bytes_in = sum(batch.nbytes for batch in batches)
    nodes = None
    if parts and parts[0].nodes is not None:  # a partition with names comes at once
        nodes = np.asarray(parts[0].nodes)
    ends = [
        np.concatenate([np.empty(0, np.int64), *(getattr(part, end) for part in parts)])
        for end in ("sources", "targets")
    ]
    weights = None
    for part in parts:
        if weights is None or part.weights is None:
            weights = part.weights
        else:
            weights = join_weights(weights, part.weights, "edge {}".format)
    n = max((part.n or 0 for part in parts), default=0)
    return NamedBlock(EdgeBlock(ends[0], ends[1], weights), origin, n, nodes, bytes_in)


def _head(read: NamedBlock) -> _Head:
    return _Head(len(read.block), read.n, read.nodes is not None)


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
