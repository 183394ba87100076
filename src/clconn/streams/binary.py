"""Batches of binary files: NumPy's, mapped into memory, and raw numbers; the same from pipes.

Raw numbers are little-endian. ``int32-pairs`` are source, target, source, target, ...;
``int32-columns`` are all sources and then all targets, which come without any copy.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any, cast

import numpy as np

from clconn.errors import GraphFileError
from clconn.files.npy import set_of_parts
from clconn.files.npz import translate_load_errors
from clconn.streams.arrays import (
    ArrayBatches,
    columns_of_array,
    contiguous_ends,
    digest_of_edges,
)
from clconn.streams.batches import HASHED_BYTES, Batch, Batches, digest
from clconn.streams.bytes_in_order import BytesInOrder

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NPY", "RAW_FORMATS", "PairBatches", "mapped_batches"]

NPY = "npy"
_PAIRS, _COLUMNS = "pairs", "columns"
_DTYPES = {name: np.dtype(name).newbyteorder("<") for name in ("int32", "uint32", "int64")}

RAW_FORMATS = {
    f"{name}-{layout}": (dtype, layout)
    for layout in (_PAIRS, _COLUMNS)
    for name, dtype in _DTYPES.items()
}
"""The formats of raw numbers: their type, and how they lie."""


def mapped_batches(
    path: str,
    format: str,
    *,
    batch: int,
    n: int | None,
    weights: NDArray[Any] | bool | None,
) -> ArrayBatches:
    """Map a regular file and return its batches."""
    columns = _npy_columns(path) if format == NPY else Batch(*_raw_columns(path, format), None)
    if weights is False:
        columns = columns._replace(weights=None)
    elif isinstance(weights, np.ndarray):
        columns = columns._replace(weights=weights)
    with open(path, "rb") as stream:
        head = stream.read(HASHED_BYTES)
    size = os.path.getsize(path)
    # The head has no targets where these follow all sources.
    identity = {
        "kind": "mapped",
        "format": format,
        "size": size,
        "head": digest(head),
        "edges": digest_of_edges(columns),
    }
    return ArrayBatches(columns, path, format, batch=batch, n=n, identity=identity)


def map_npy(path: str) -> NDArray[Any]:
    """Map the array of a ``.npy`` file."""
    with translate_load_errors(path, "expected a NumPy array"):
        array = np.load(path, allow_pickle=False, mmap_mode="r")
    if not isinstance(array, np.ndarray):
        raise GraphFileError(path, "expected one array, found an archive")
    return array


def _npy_columns(path: str) -> Batch:
    parts = set_of_parts(path)
    if parts is None:
        return Batch(*columns_of_array(map_npy(path), "the array"), None)
    (first, second), weights = parts
    if first.endswith(".offsets.npy"):
        raise GraphFileError(
            path, "rows do not stream; `clconn convert` makes an .npy file of edges from them"
        )
    columns = [map_npy(each) for each in (first, second)]
    for name, column in zip((first, second), columns, strict=True):
        if column.ndim != 1 or column.dtype.kind not in "iu":
            raise GraphFileError(
                name,
                f"expected a column of integers, found {column.dtype} of shape {column.shape}",
            )
    return Batch(columns[0], columns[1], None if weights is None else map_npy(weights))


def _raw_columns(path: str, format: str) -> tuple[NDArray[Any], NDArray[Any]]:
    dtype, layout = RAW_FORMATS[format]
    size = os.path.getsize(path)
    if size % (2 * dtype.itemsize):
        raise GraphFileError(
            path,
            f"has {size} bytes, no multiple of the {2 * dtype.itemsize} of an edge in {format}",
        )
    numbers = np.memmap(path, dtype, "r") if size else np.empty(0, dtype)
    table = numbers.reshape(-1, 2).T if layout == _PAIRS else numbers.reshape(2, -1)
    return table[0], table[1]


class PairBatches(Batches):
    """The edges of a pipe, or a compressed file, of raw pairs or of an ``.npy`` file of them."""

    def __init__(
        self,
        stream: BytesInOrder,
        format: str,
        *,
        batch: int,
        n: int | None,
    ) -> None:
        super().__init__(stream.path, format, batch)
        self._exits.callback(stream.close)
        self._stream = stream
        self.n, self.n_is_certain = n, n is not None
        if format == NPY:
            self._dtype, self.edge_count = self._npy_header()
        else:
            self._dtype, layout = RAW_FORMATS[format]
            if layout != _PAIRS:
                raise GraphFileError(
                    self.name,
                    f"{format} needs a regular file, because the targets come after all sources; "
                    "send pairs through a pipe",
                )
        self._origin = stream.offset
        self.identity = {
            "kind": "pairs",
            "format": format,
            "size": stream.size,
            "head": digest(stream.head),
        }

    def _npy_header(self) -> tuple[np.dtype[Any], int]:
        stream = cast(IO[bytes], io.BufferedReader(_Raw(self._stream), 1))
        with translate_load_errors(self.name, "expected a NumPy array"):
            version = np.lib.format.read_magic(stream)
            read = {
                (1, 0): np.lib.format.read_array_header_1_0,
                (2, 0): np.lib.format.read_array_header_2_0,
            }.get(version)
            if read is None:
                raise GraphFileError(self.name, f"version {version} of npy; expected 1.0 or 2.0")
            shape, is_fortran, dtype = read(stream)
        if len(shape) != 2 or shape[1] != 2 or is_fortran or dtype.kind not in "iu":
            order = " in Fortran order" if is_fortran else ""
            raise GraphFileError(
                self.name,
                "expected integers of shape (m, 2) in C order from a pipe or a compressed file, "
                f"found {dtype} of shape {shape}{order}; name a regular file",
            )
        return dtype, shape[0]

    def _read(self) -> Iterator[Batch]:
        edge_bytes = 2 * self._dtype.itemsize
        self._stream.move_to(self._origin + self.position["edges"] * edge_bytes)
        while True:
            rest = self.batch
            if self.edge_count is not None:
                rest = min(rest, self.edge_count - self.position["edges"])
            data = self._stream.read(rest * edge_bytes)
            if self.edge_count is not None and len(data) < rest * edge_bytes:
                raise GraphFileError(
                    self.name,
                    f"ends early: {self.edge_count:,} edges are announced",
                    byte=self._stream.offset,
                )
            if len(data) % edge_bytes:
                raise GraphFileError(
                    self.name,
                    f"ends within an edge of {edge_bytes} bytes",
                    byte=self._stream.offset,
                )
            if not data:
                return
            pairs = np.frombuffer(data, self._dtype).reshape(-1, 2)
            self.position = {"edges": self.position["edges"] + len(pairs)}
            yield Batch(*contiguous_ends(*pairs.T), None)

    @property
    def share(self) -> float | None:
        return super().share if self.edge_count is not None else self._stream.share


class _Raw(io.RawIOBase):
    """Gives NumPy the bytes in order, and not more than it asks for."""

    def __init__(self, stream: BytesInOrder) -> None:
        super().__init__()
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        piece = self._stream.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)
