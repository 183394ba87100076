"""Passes over large arrays by several threads: one core reads less than the memory gives.

NumPy lets other threads run meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["largest_unsigned", "to_int32"]

_SHARED = 2**21
"""Numbers that are worth several threads."""


def largest_unsigned(numbers: NDArray[Any]) -> int:
    """Return the largest of integers of any type, read as unsigned; -1 if there is none.

    So a negative number is a very large one, and one pass finds ids that are too small or large.
    """
    if not numbers.size:
        return -1
    # Narrow types are widened: their negative numbers could look like vertices.
    wide = numbers.astype(np.int32) if numbers.dtype.itemsize < 4 else numbers
    unsigned = wide.view(wide.dtype.str.replace("i", "u"))
    return int(max(_by_parts(np.max, unsigned)))


def to_int32(numbers: NDArray[Any]) -> NDArray[np.int32]:
    """Return integers that fit int32 as a contiguous array of it, which is theirs if possible."""
    if numbers.dtype == np.int32:
        return np.ascontiguousarray(numbers)
    result = np.empty(numbers.size, dtype=np.int32)

    def convert(part: tuple[NDArray[np.int32], NDArray[Any]]) -> None:
        part[0][:] = part[1]

    _by_parts(convert, result, numbers)
    return result


def _by_parts(work: Callable[[Any], Any], *arrays: NDArray[Any]) -> list[Any]:
    """Call a function with each part of an array, or of several arrays as a tuple."""
    threads = min(8, os.cpu_count() or 1) if arrays[0].size >= _SHARED else 1
    split = [np.array_split(array, threads) for array in arrays]
    parts = split[0] if len(arrays) == 1 else list(zip(*split, strict=True))
    if threads == 1:
        return [work(parts[0])]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, parts))
