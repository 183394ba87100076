"""Connected components when not even the vertices fit one worker: contraction by rounds.

The state is in partitions; :mod:`contracted_partition` says what a round does to them, and why
there are few, and :mod:`exchange` how they talk. No task has more than a partition, or a bucket of
the exchange, in memory. As soon as what is live fits one worker, that worker finishes it by
clconn's own function. In the end one more exchange finds the smallest vertex of each component.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed import contracted_partition as partition_of
from clconn.distributed.exchange import (
    MOST_BUCKETS,
    Pairs,
    exchange_minima,
    minima_by_key,
    pieces_of_buckets,
    split,
)
from clconn.distributed.futures import as_futures, gather_limit
from clconn.distributed.local_numbers import ON_OWN_DEVICE, Solver
from clconn.distributed.mixing import buckets_of

if TYPE_CHECKING:
    from distributed import Client, Future
    from numpy.typing import NDArray

    from clconn.distributed.contracted_partition import Names

__all__ = ["ContractedComponents", "ContractionRound", "contract_components"]

_BYTES_ASKED = 24
"""A key and a value go to a bucket, and a value comes back."""
_BYTES_LIVE = 16
BUCKET_BYTES = 1 << 23
"""A bucket is worth its tasks with so many bytes of an exchange; each task takes a millisecond."""


@dataclass(frozen=True)
class ContractionRound:
    """What a round of contraction began with, and what it cost.

    Attributes
    ----------
    live : int
        Names that share a local component with another one, summed over the partitions.
    shuffled_bytes : int
        Bytes of the keys and values that went to the buckets and came back.
    seconds : float
    """

    live: int
    shuffled_bytes: int
    seconds: float


@dataclass(frozen=True)
class ContractedComponents:
    """Components whose vertices are spread over the workers of a cluster.

    Attributes
    ----------
    frame : dask.dataframe.DataFrame
        A row for each vertex: the vertex, and the smallest vertex of its component in ``root``,
        both int64. If the number of vertices was given, the rows ascend, and the index is the
        vertex, with known divisions; else each partition has the vertices of a hash, ascending.
        Vertices without a row have no edge, and are their own components.
    count : int
        Number of components of the vertices with a row.
    rounds : tuple of ContractionRound
        The rounds of contraction that it took.
    gathered : int
        How many names one worker finished in the end; 0 if the rounds finished it.
    """

    frame: Any
    count: int
    rounds: tuple[ContractionRound, ...]
    gathered: int

    def __repr__(self) -> str:
        return f"{type(self).__name__}(count={self.count}, rounds={len(self.rounds)})"


def contract_components(
    client: Client,
    blocks: Iterable[Any],
    n: int | None = None,
    *,
    gather_bytes: int | None = None,
    solver: Solver = ON_OWN_DEVICE,
) -> ContractedComponents:
    """Find connected components without an array of all vertices on any machine.

    Parameters
    ----------
    client : distributed.Client
    blocks : futures or delayed of EdgeBlock
        One a partition. A partition and what is computed of it must fit a worker several times:
        it takes some 25 bytes for each distinct end of its edges, and a task of it up to 80.
    n : int, optional
        Number of vertices, if ids are 0..n-1: the frame then has a row for each of them. By
        default ids are any integers of 64 bits, and vertices those that occur.
    gather_bytes : int, optional
        One worker finishes what is left as soon as it has no more bytes, 16 for a vertex and a
        partition that has it. By default a sixteenth of the smallest worker's memory.
    solver : Solver, optional
        What solves partitions on the workers.

    Returns
    -------
    ContractedComponents

    Raises
    ------
    OptionError
        If `gather_bytes` is no number of bytes.

    Notes
    -----
    A round shuffles 24 bytes for each distinct vertex of each partition that is not finished, and
    leaves three quarters of them at most in expectation; how many edges a vertex has, and in how
    many partitions, does not matter. The alternating algorithm of [1]_ takes O(log n) rounds, too,
    as far as is known, but shuffles all edges in each of them, and all edges of a vertex to one
    place.

    References
    ----------
    .. [1] R. Kiveris, S. Lattanzi, V. Mirrokni, V. Rastogi and S. Vassilvitskii, "Connected
       components in MapReduce and beyond", SoCC 2014.
    """
    limit = gather_limit(client, gather_bytes)
    # Kept to the end, so that after the loss of a worker what others have read is not read again.
    first = [
        client.submit(partition_of.contract_locally, each, solver, pure=False)
        for each in as_futures(client, blocks)
    ]
    states = first
    steps: list[list[Future]] = [[] for _ in states]
    rounds: list[ContractionRound] = []
    asked, live = _measure(client, states)
    while live * _BYTES_LIVE > limit:
        began = time.perf_counter()
        states = _round(client, states, steps, _buckets(asked, len(states)), len(rounds), solver)
        size = live, asked * _BYTES_ASKED
        asked, live = _measure(client, states)
        rounds.append(ContractionRound(*size, time.perf_counter() - began))
    answers = _finish(client, states, solver) if live else None
    names = [
        client.submit(partition_of.last_names, *each, pure=False)
        for each in zip(states, repeat(answers), steps, strict=False)
    ]
    rows = _with_roots(client, first, names)
    tables = _tables(client, rows, max(1, min(len(rows), n or MOST_BUCKETS, MOST_BUCKETS)), n)
    count = sum(client.gather([client.submit(_count_roots, each, pure=False) for each in tables]))
    return ContractedComponents(_frame(tables, n), count, tuple(rounds), live)


def _measure(client: Client, partitions: Sequence[Future]) -> tuple[int, int]:
    sizes = client.gather(
        [client.submit(partition_of.measure, each, pure=False) for each in partitions]
    )
    return sum(asked for asked, _ in sizes), sum(live for _, live in sizes)


def _round(
    client: Client,
    states: Sequence[Future],
    steps: Sequence[list[Future]],
    buckets: int,
    salt: int,
    solver: Solver,
) -> list[Future]:
    """Return futures of the next names, and append what became of the old ones to the steps."""
    asks = [client.submit(partition_of.propose, each, salt, pure=False) for each in states]
    answers = exchange_minima(client, asks, buckets)
    both = [
        client.submit(partition_of.adopt, state, answer, salt, solver, pure=False)
        for state, answer in zip(states, answers, strict=True)
    ]
    for step, each in zip(steps, both, strict=True):
        step.append(client.submit(itemgetter(1), each, pure=False))
    return [client.submit(itemgetter(0), each, pure=False) for each in both]


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
    answers = exchange_minima(client, asks, _buckets(asked, len(asks)))
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


def _buckets(asked: int, partitions: int) -> int:
    """Return how many buckets are worth their tasks, two for each partition and each of them."""
    return max(1, min(asked * _BYTES_ASKED // BUCKET_BYTES, partitions, MOST_BUCKETS))


def _key_count(pairs: Pairs) -> int:
    return int(pairs.keys.size)


def _tables(client: Client, rows: Sequence[Future], buckets: int, n: int | None) -> list[Future]:
    """Return futures of data frames that have each vertex once."""
    splits = [client.submit(_split_rows, each, buckets, n, pure=False) for each in rows]
    return [
        client.submit(_table, pieces, bucket, buckets, n, pure=False)
        for bucket, pieces in enumerate(pieces_of_buckets(client, splits, buckets))
    ]


def _cut(bucket: int, buckets: int, n: int) -> int:
    """Return the first vertex of a bucket of 0..n-1."""
    return -(-bucket * n // buckets)


def _split_rows(rows: Pairs, buckets: int, n: int | None) -> Any:
    if n is None:
        return split(rows, buckets_of(rows.keys, buckets), buckets)
    cuts = [_cut(bucket, buckets, n) for bucket in range(1, buckets)]
    places = np.searchsorted(np.array(cuts, np.int64), rows.keys, side="right")
    return split(rows, places.astype(np.uint16), buckets)


def _table(pieces: list[Pairs], bucket: int, buckets: int, n: int | None) -> Any:
    import pandas as pd

    # Without an edge a vertex is in no piece, and its own root.
    first, end = (0, 0) if n is None else (_cut(b, buckets, n) for b in (bucket, bucket + 1))
    own = np.arange(first, end, dtype=np.int64)
    vertices, roots, _ = minima_by_key([Pairs(own, own), *pieces])
    return pd.DataFrame(
        {"vertex": vertices, "root": roots}, index=pd.RangeIndex(first, first + vertices.size)
    )


def _count_roots(table: Any) -> int:
    return int((table["vertex"] == table["root"]).sum())


def _frame(tables: list[Future], n: int | None) -> Any:
    import dask.dataframe as dd
    import pandas as pd

    empty = np.empty(0, np.int64)
    meta = pd.DataFrame({"vertex": empty, "root": empty}, index=pd.RangeIndex(0))
    divisions = None
    if n:
        divisions = (*(_cut(bucket, len(tables), n) for bucket in range(len(tables))), n - 1)
    return dd.from_delayed(tables, meta=meta, divisions=divisions, verify_meta=False)
