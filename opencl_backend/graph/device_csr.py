"""Compressed sparse rows in a device's memory, as one object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from clconn.csr import Adjacency
    from clconn.opencl_backend.device.runtime import Runtime
    from clconn.user_rows import UserRows

__all__ = [
    "DeviceCSR",
    "csr_bytes",
    "dtype_of",
    "offset_type_of",
    "upload_csr",
    "upload_user_rows",
]

_DTYPES: dict[str, Any] = {"int": np.dtype(np.int32), "long": np.dtype(np.int64)}


def offset_type_of(dtype: Any) -> str:
    """The OpenCL type of offsets: ``"int"`` or ``"long"``."""
    return "int" if dtype == np.int32 else "long"


def dtype_of(offset_type: str) -> Any:
    """The numpy type of ``"int"`` or ``"long"``."""
    return _DTYPES[offset_type]


@dataclass(frozen=True)
class DeviceCSR:
    """Compressed sparse rows on a device.

    Attributes
    ----------
    n
        Number of rows.
    entry_count
        Number of entries.
    offsets : pyopencl.Buffer
        n + 1 numbers: the entries of row v are ``offsets[v]`` to ``offsets[v + 1] - 1``.
    neighbors : pyopencl.Buffer
        ``entry_count`` int32.
    offset_type
        ``"int"`` or ``"long"``, the OpenCL type of the offsets.
    """

    n: int
    entry_count: int
    offsets: Any
    neighbors: Any
    offset_type: str

    @property
    def arguments(self) -> tuple[Any, Any]:
        """Offsets and neighbors, in the order of the parameters of a kernel that reads rows."""
        return self.offsets, self.neighbors

    @property
    def offset_dtype(self) -> Any:
        """The numpy type of the offsets, and of an entry's place."""
        return dtype_of(self.offset_type)

    @property
    def needs(self) -> dict[str, int]:
        """Bytes on the device, by what they hold."""
        return csr_bytes(self.n, self.entry_count, self.offset_type)

    def place(self, number: int) -> Any:
        """Convert a number of entries, or a place among them, to a kernel's argument."""
        return self.offset_dtype.type(number)


def csr_bytes(n: int, entry_count: int, offset_type: str) -> dict[str, int]:
    """Bytes of rows on a device, by what they hold."""
    return {"offsets": (n + 1) * dtype_of(offset_type).itemsize, "neighbors": entry_count * 4}


def upload_csr(runtime: Runtime, rows: Adjacency) -> DeviceCSR:
    """Copy host rows to a device; a processor reads them in place.

    Raises
    ------
    DeviceMemoryError
        Before any allocation, if the rows do not fit.
    """
    return _upload(runtime, rows.offsets, rows.neighbors, offset_type_of(rows.offsets.dtype))


def upload_user_rows(runtime: Runtime, rows: UserRows) -> DeviceCSR:
    """Copy rows to a device that nobody may have checked; a processor gets them checked.

    Elsewhere they may be used only after the device has inspected them, unless they are valid.

    Raises
    ------
    GraphError
        If the host finds a fault.
    DeviceMemoryError
        Before any allocation, if the rows do not fit.
    """
    if runtime.is_cpu:
        return upload_csr(runtime, rows.adjacency())
    try:
        return _upload(runtime, rows.offsets, rows.neighbors, offset_type_of(rows.offset_dtype))
    except OverflowError:
        rows.check()
        raise


def _upload(runtime: Runtime, offsets: Any, neighbors: Any, offset_type: str) -> DeviceCSR:
    n, entry_count = int(offsets.size) - 1, int(neighbors.size)
    runtime.check_memory(csr_bytes(n, entry_count, offset_type), "the graph")
    return DeviceCSR(
        n, entry_count,
        runtime.upload(offsets, dtype_of(offset_type)), runtime.upload(neighbors, dtype_of("int")),
        offset_type,
    )  # fmt: skip
