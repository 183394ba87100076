"""Arrays of binary files, mapped into memory.

Pages come from the file when they are first read, so numbers go to a device without a copy in
between. The map is private: writing to an array leaves the file as it is. But what another
program writes into the file may show in the array, and to read a page that another program has
cut off ends the process (SIGBUS). A file that is replaced, as clconn does when it writes, or
removed stays as it was for those who have it mapped.
"""

from __future__ import annotations

import math
import os
import struct
import zipfile
from typing import IO, TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ALIGNMENT", "mapped_array", "mapped_member", "usable"]

ALIGNMENT = 64
"""Bytes to a multiple of which members of archives are aligned."""

FEWEST_MAPPED_BYTES = 1 << 16
"""A map keeps a file open, of which a process has not many; smaller arrays are read."""

_LOCAL_HEADER = struct.Struct("<4s22xHH")
_HEADER_READERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}
_ENCRYPTED = 1


def mapped_array(
    file: IO[bytes], dtype: np.dtype[Any], shape: tuple[int, ...], offset: int, order: str = "C"
) -> NDArray[Any] | None:
    """Map numbers of a file; None if they are not there, or the file cannot be mapped."""
    size = math.prod(shape) * dtype.itemsize
    is_there = offset + size <= os.fstat(file.fileno()).st_size
    if size < FEWEST_MAPPED_BYTES or not is_there or dtype.hasobject:
        return None
    try:
        # "C" and "F" are what numpy's type stubs want literally.
        array = np.memmap(file, dtype, "c", offset, shape, order)  # type: ignore[call-overload]
    except OSError:  # not every file system maps files
        return None
    return usable(array)


def usable(array: NDArray[Any]) -> NDArray[Any]:
    """Return a map as a plain array: copied if it is small, or not aligned, or in foreign order."""
    plain = array.view(np.ndarray)
    if not plain.flags.aligned or plain.nbytes < FEWEST_MAPPED_BYTES:
        plain = plain.copy()
    return plain.astype(plain.dtype.newbyteorder("="), copy=False)


def mapped_member(file: IO[bytes], archive: zipfile.ZipFile, name: str) -> NDArray[Any] | None:
    """Map an array of an archive of NumPy arrays; None if it is compressed or otherwise special."""
    member = archive.getinfo(f"{name}.npy")
    if member.compress_type != zipfile.ZIP_STORED or member.flag_bits & _ENCRYPTED:
        return None
    file.seek(member.header_offset)
    header = file.read(_LOCAL_HEADER.size)
    if len(header) < _LOCAL_HEADER.size:
        return None
    magic, name_length, extra_length = _LOCAL_HEADER.unpack(header)
    begin = member.header_offset + _LOCAL_HEADER.size + name_length + extra_length
    file.seek(begin)
    if magic != b"PK\x03\x04":
        return None
    reader = _HEADER_READERS.get(np.lib.format.read_magic(file))
    if reader is None:
        return None
    shape, is_fortran, dtype = reader(file)
    offset = file.tell()
    if offset + math.prod(shape) * dtype.itemsize != begin + member.file_size:
        return None
    return mapped_array(file, dtype, shape, offset, "F" if is_fortran else "C")
