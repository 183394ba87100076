"""Batches of arrays: in memory, mapped from files, or made one after the other by an iterator.

A mapped file is never read whole. Columns whose numbers lie side by side come as views of the
map; pairs are taken apart batch by batch.
"""

from __future__ import annotations

import contextlib
import mmap
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import GraphError
from clconn.files.npy import as_columns
from clconn.graph_checks import refuse_device_arrays, refuse_unequal_ends, vertex_ids
from clconn.host_arrays import host_array, plain_array
from clconn.incremental.batches import NUMBERING
from clconn.incremental.pairs import are_columns_of_pairs
from clconn.streams.batches import HASHED_BYTES, Batch, Batches, digest
from clconn.streams.pending import Pending

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ArrayBatches",
    "IteratorBatches",
    "columns_of_array",
    "contiguous_ends",
    "digest_of_edges",
]

HASHED_EDGES = HASHED_BYTES // 16
_POPULATE_READ = 22  # of Linux 5.14; mmap has no name for it yet
_WILL_NEED = getattr(mmap, "MADV_WILLNEED", None)
_MOST_BYTES_AHEAD = 1 << 26
"""Pages of so many bytes are asked for before a batch of them is yielded."""


class ArrayBatches(Batches):
    """The edges of two columns, in memory, or mapped from a file, which has an identity."""

    def __init__(
        self,
        columns: Batch,
        name: str,
        format: str,
        *,
        batch: int,
        n: int | None = None,
        identity: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(name, format, batch)
        sources, targets, weights = columns
        refuse_unequal_ends(sources, targets)
        if weights is not None and weights.shape != sources.shape:
            raise GraphError(
                f"weights has shape {weights.shape}; expected ({sources.size},), one per edge"
            )
        self._columns = columns
        self.n, self.n_is_certain = n, n is not None
        self.edge_count = int(sources.size)
        self.is_file = identity is not None
        self.identity = identity or {
            "kind": "arrays",
            "format": format,
            "size": self.edge_count,
            "head": digest_of_edges(columns),
        }

    def _read(self) -> Iterator[Batch]:
        edge_count = self._columns.sources.size
        while (begin := self.position["edges"]) < edge_count:
            end = min(begin + self.batch, edge_count)
            part = [None if each is None else each[begin:end] for each in self._columns]
            for each in part:
                _populate(each)
            self.position = {"edges": end}
            yield _contiguous(part)


class IteratorBatches(Batches):
    """The edges of an iterable of arrays, cut or joined to batches of the wanted size."""

    is_file = False

    def __init__(
        self,
        items: Iterable[Any],
        *,
        batch: int,
        n: int | None,
        weighted: bool,
    ) -> None:
        name = f"<{type(items).__name__}>"
        super().__init__(name, "arrays", batch)
        self.n, self.n_is_certain = n, n is not None
        self._weighted = weighted
        self._count = 0
        self._are_weighted: bool | None = None
        self._has_columns = False
        """Whether an array of shape (2, 2) has sources and targets, as those before it."""
        self._items = iter(items)
        self._pending = Pending()
        while self._pending.size < HASHED_EDGES and self._add_next():
            pass
        first = self._pending.peek(HASHED_EDGES)
        self.identity = {
            "kind": "arrays",
            "format": "arrays",
            "size": None,
            "head": digest_of_edges(first),
        }

    def _add_next(self) -> bool:
        try:
            item = next(self._items)
        except StopIteration:
            return False
        part = self._part_of(item)
        if self._are_weighted not in (None, part.weights is not None):
            which = (
                ("has no weights", "have some")
                if self._are_weighted
                else ("has weights", "have none")
            )
            raise GraphError(
                f"item {self._count} of the iterable {which[0]}, and those before it {which[1]}"
            )
        self._are_weighted = part.weights is not None
        self._count += 1
        self._pending.add(part if self._weighted else part._replace(weights=None))
        return True

    def _part_of(self, item: Any) -> Batch:
        item = host_array(item)
        if not isinstance(item, np.ndarray):
            return _part_of_item(item, self._count)
        # An iterator may fill the same array again and again, while batches still wait.
        copied = item.copy()
        if copied.shape == (2, 2) and self._has_columns:
            copied = copied.T
        elif copied.ndim == 2 and copied.shape != (2, 2):
            self._has_columns = copied.shape[1] != 2
        return Batch(*columns_of_array(copied, f"item {self._count} of the iterable"), None)

    def _read(self) -> Iterator[Batch]:
        pending = self._pending
        to_skip = self.position["edges"]
        is_open = True
        while is_open:
            if to_skip:
                to_skip -= pending.drop(to_skip)
            while not to_skip and pending.size >= self.batch:
                yield self._take()
            is_open = self._add_next()
        to_skip -= pending.drop(to_skip)
        if to_skip:
            raise GraphError(
                f"the iterable ends {to_skip:,} edges before the position; is it another one?"
            )
        if pending.size:
            yield self._take()

    def _take(self) -> Batch:
        batch = self._pending.take(self.batch)
        self.position = {"edges": self.position["edges"] + batch.sources.size}
        return _contiguous(batch)


def columns_of_array(array: NDArray[Any], name: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the columns of an array of shape (m, 2) or (2, m); that of shape (2, 2) has rows."""
    columns = as_columns(array)
    if columns is None:
        raise GraphError(
            f"{name}: expected an array of shape (m, 2) or (2, m), found {array.shape}"
        )
    if array.dtype.kind not in "iu":
        if array.size:
            vertex_ids(array[:1].ravel(), name, advice=NUMBERING)  # says what is there instead
        columns = columns.astype(np.int32)
    return columns[0], columns[1]


def _part_of_item(item: Any, number: int) -> Batch:
    name = f"item {number} of the iterable"
    try:
        columns = tuple(item)
    except TypeError:
        columns = ()
    if len(columns) not in (2, 3):
        raise GraphError(f"{name} is {type(item).__name__}; expected arrays (u, v) or (u, v, w)")
    refuse_device_arrays(*columns)
    # An iterator may fill the same arrays again and again, while batches still wait.
    ends = [
        vertex_ids(_copy(each, f"{word} of {name}"), f"{word} of {name}", advice=NUMBERING)
        for each, word in zip(columns[:2], ("u", "v"), strict=True)
    ]
    if ends[0].size != ends[1].size:
        raise GraphError(f"{name} has {ends[0].size} sources and {ends[1].size} targets")
    weights = _copy(columns[2], f"w of {name}") if len(columns) == 3 else None
    if weights is not None and weights.shape != ends[0].shape:
        raise GraphError(f"{name} has {ends[0].size} edges, but weights of shape {weights.shape}")
    return Batch(ends[0], ends[1], weights)


def _copy(values: Any, name: str) -> NDArray[Any]:
    return np.array(plain_array(values, name), ndmin=1)


def _contiguous(columns: Iterable[NDArray[Any] | None]) -> Batch:
    sources, targets, weights = columns
    assert sources is not None
    assert targets is not None
    weights = None if weights is None else np.ascontiguousarray(weights)
    return Batch(*contiguous_ends(sources, targets), weights)


def contiguous_ends(
    sources: NDArray[Any], targets: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return contiguous ends, or pairs of int32 as they are, which devices take."""
    if sources.dtype == targets.dtype == np.int32 and are_columns_of_pairs(sources, targets):
        return sources, targets
    return np.ascontiguousarray(sources), np.ascontiguousarray(targets)


def _populate(column: NDArray[Any] | None) -> None:
    """Have the pages of a mapped column read now, here, and not one by one when they are used."""
    base: Any = column
    while isinstance(base, np.ndarray):
        base = base.base
    if (
        column is None
        or not column.size
        or not isinstance(base, mmap.mmap)
        or not hasattr(base, "madvise")
    ):
        return
    begin = column.ctypes.data - np.frombuffer(base, dtype=np.uint8).ctypes.data
    end = begin + (column.size - 1) * column.strides[0] + column.itemsize
    begin -= begin % mmap.PAGESIZE
    length = min(end - begin, _MOST_BYTES_AHEAD)
    for advice in (_POPULATE_READ if sys.platform == "linux" else None, _WILL_NEED):
        if advice is not None:
            with contextlib.suppress(OSError):
                base.madvise(advice, begin, length)
                return


def digest_of_edges(columns: Batch) -> str:
    """Return what tells the first edges, and their weights, from others."""
    ends = [_modulo_64_bits(each[:HASHED_EDGES]) for each in columns[:2]]
    weights = columns.weights
    if weights is None:
        return digest(np.column_stack(ends).tobytes())
    kind = f"{weights.dtype.str} {weights.size}".encode()
    head = np.ascontiguousarray(weights[:HASHED_EDGES]).tobytes()
    return digest(np.column_stack(ends).tobytes() + kind + head)


def _modulo_64_bits(ends: NDArray[Any]) -> NDArray[np.int64]:
    if ends.dtype == object:  # of negative ids beside some of 2**63 and more
        ends = (ends % 2**64).astype(np.uint64)
    return ends.astype(np.int64)
