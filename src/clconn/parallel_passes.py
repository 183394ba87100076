"""Passes over large arrays by several threads: one core reads less than the memory gives.

NumPy lets other threads run meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["by_parts", "converted", "gathered", "has_nan", "largest_unsigned", "usable_cores"]

_SHARED = 2**20
"""Numbers that are worth several threads."""
_MOST_THREADS = 12
_BLOCK = 2**16
"""Numbers that stay in the cache."""


def largest_unsigned(numbers: NDArray[Any]) -> int:
    """Return the largest of integers of any type, read as unsigned; -1 if there is none.

    So a negative number is a very large one, and one pass finds ids that are too small or large.
    """
    if not numbers.size:
        return -1
    # Narrow types are widened: their negative numbers could look like vertices.
    wide = numbers.astype(np.int32) if numbers.dtype.itemsize < 4 else numbers
    unsigned = wide.view(wide.dtype.str.replace("i", "u"))
    return int(max(by_parts(np.max, unsigned)))


def converted(numbers: NDArray[Any], dtype: Any) -> NDArray[Any]:
    """Return numbers as a contiguous array of a type that holds them; theirs if possible."""
    if numbers.dtype == dtype:
        return np.ascontiguousarray(numbers)
    result: NDArray[Any] = np.empty(numbers.size, dtype=dtype)

    def convert(part: tuple[NDArray[Any], NDArray[Any]]) -> None:
        part[0][:] = part[1]

    by_parts(convert, result, numbers)
    return result


def gathered(numbers: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    """Return the numbers at some places, all of which exist."""
    result: NDArray[Any] = np.empty(places.size, dtype=numbers.dtype)

    def gather(part: tuple[NDArray[Any], NDArray[Any]]) -> None:
        for begin in range(0, part[0].size, _BLOCK):
            block = slice(begin, begin + _BLOCK)
            # Without a mode it would copy through a buffer.
            np.take(numbers, part[1][block], out=part[0][block], mode="clip")

    by_parts(gather, result, places)
    return result


def has_nan(numbers: NDArray[Any]) -> bool:
    """Whether one of some floats is NaN."""
    # The maximum is, then.
    return bool(numbers.size) and any(by_parts(lambda part: bool(np.isnan(part.max())), numbers))


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS or Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def by_parts(work: Callable[[Any], Any], *arrays: NDArray[Any]) -> list[Any]:
    """Call a function with each part of an array, or of several arrays as a tuple.

    Large arrays have several parts, each of which gets a thread.
    """
    threads = min(_MOST_THREADS, os.cpu_count() or 1) if arrays[0].size >= _SHARED else 1
    split = [np.array_split(array, threads) for array in arrays]
    parts = split[0] if len(arrays) == 1 else list(zip(*split, strict=True))
    if threads == 1:
        return [work(parts[0])]
    return list(_pool(os.getpid()).map(work, parts))


@lru_cache(maxsize=1)
def _pool(process: int) -> ThreadPoolExecutor:
    """The threads of a process; a forked one has none of those that its parent started.

    To start twelve of them takes a millisecond, which is longer than most passes.
    """
    return ThreadPoolExecutor(_MOST_THREADS, thread_name_prefix="clconn-pass")
