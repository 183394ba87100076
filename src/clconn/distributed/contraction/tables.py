"""Vertices in ascending order, in tables on the workers, each with the root of its component.

A table has the vertices from its cut on, up to the next cut. If ids are 0..n-1, cuts are even, and
a vertex without an edge has a row, too; else they are quantiles of the ids, from samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.distributed.exchange import (
    MOST_BUCKETS,
    Pairs,
    bucket_count,
    minima_by_key,
    pieces_of_buckets,
    split,
)

if TYPE_CHECKING:
    from distributed import Client, Future
    from numpy.typing import NDArray

__all__ = ["MOST_ROWS", "Tables", "frame_of_tables", "tables_of_rows"]

MOST_ROWS = 1 << 22
"""Rows of a table that need no partition to be there: 64 MiB."""
_SAMPLES = 32
"""Ids of each table in a sample, so that none has much more rows than another."""
_BYTES_OF_A_ROW = 16


@dataclass(frozen=True)
class Tables:
    """Tables of all vertices.

    Attributes
    ----------
    tables : list of Future
        Of pairs, each a vertex and the smallest vertex of its component; vertices ascend.
    cuts : numpy.ndarray, int64
        The first id that may be in each table but the first.
    sizes, counts : list of int
        The rows of each table, and how many of them are roots.
    """

    tables: list[Any]
    cuts: NDArray[np.int64]
    sizes: list[int]
    counts: list[int]


def tables_of_rows(client: Client, rows: Sequence[Future], n: int | None) -> Tables:
    """Return tables of the rows that partitions have; a vertex may be in several partitions."""
    sizes = client.gather([client.submit(_size, each, pure=False) for each in rows])
    total = sum(sizes)
    count = bucket_count(client, _BYTES_OF_A_ROW * max(total, n or 0), len(rows))
    count = min(max(count, -(-(n or 0) // MOST_ROWS)), MOST_BUCKETS)
    if n is None:
        step = max(1, total // (count * _SAMPLES))
        samples = client.gather([client.submit(_sample, each, step, pure=False) for each in rows])
        cuts = _quantiles(np.concatenate([np.empty(0, np.int64), *samples]), count)
    else:
        count = max(1, min(count, n))
        cuts = np.array([-(-place * n // count) for place in range(1, count)], np.int64)
    splits = [client.submit(_split_rows, each, cuts, pure=False) for each in rows]
    ends = [0] * (cuts.size + 2) if n is None else [0, *cuts.tolist(), n]
    tables = [
        client.submit(_table, pieces, *ends[place : place + 2], pure=False)
        for place, pieces in enumerate(pieces_of_buckets(client, splits, cuts.size + 1))
    ]
    both = client.gather([client.submit(_sizes, each, pure=False) for each in tables])
    return Tables(tables, cuts, [size for size, _ in both], [count for _, count in both])


def frame_of_tables(client: Client, tables: Tables) -> Any:
    """Return a Dask data frame of all rows, which its index counts."""
    import dask.dataframe as dd
    import pandas as pd

    starts = np.concatenate([[0], np.cumsum(tables.sizes)]).tolist()
    parts = [
        client.submit(_frame, table, start, pure=False)
        for table, start in zip(tables.tables, starts, strict=False)
    ]
    empty = np.empty(0, np.int64)
    meta = pd.DataFrame({"vertex": empty, "root": empty}, index=pd.RangeIndex(0))
    divisions = (*starts[:-1], starts[-1] - 1) if min(tables.sizes) else None
    return dd.from_delayed(parts, meta=meta, divisions=divisions, verify_meta=False)


def _size(rows: Pairs) -> int:
    return int(rows.keys.size)


def _sample(rows: Pairs, step: int) -> NDArray[np.int64]:
    return rows.keys[step // 2 :: step].copy()


def _quantiles(samples: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return distinct ids that cut the samples into so many parts, or fewer."""
    if not samples.size:
        return samples
    samples.sort()
    places = np.arange(1, count) * samples.size // count
    return np.unique(samples[places])


def _split_rows(rows: Pairs, cuts: NDArray[np.int64]) -> Any:
    places = np.searchsorted(cuts, rows.keys, side="right")
    return split(rows, places.astype(np.uint16), cuts.size + 1)


def _table(pieces: list[Pairs], first: int, end: int) -> Pairs:
    # Without an edge a vertex of 0..n-1 is in no piece, and its own root.
    own = np.arange(first, end, dtype=np.int64)
    vertices, roots, _ = minima_by_key([Pairs(own, own), *pieces])
    return Pairs(vertices, roots)


def _sizes(table: Pairs) -> tuple[int, int]:
    return table.keys.size, int(np.count_nonzero(table.keys == table.values))


def _frame(table: Pairs, start: int) -> Any:
    import pandas as pd

    index = pd.RangeIndex(start, start + table.keys.size)
    return pd.DataFrame({"vertex": table.keys, "root": table.values}, index=index)
