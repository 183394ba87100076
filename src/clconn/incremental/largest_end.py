"""The largest end of the edges of a batch, as fast as the memory gives it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.incremental.pairs import are_columns_of_pairs, block_of_pairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["largest_end"]

_SHARED = 2**21
"""Ends whose largest several threads find: from 8 MiB on."""


def largest_end(sources: NDArray[Any], targets: NDArray[Any]) -> int:
    """Return the largest end, of which a negative one is very large; -1 if there is none.

    Parameters
    ----------
    sources, targets
        Of any integer types.
    """
    if sources.dtype == targets.dtype == np.int32 and are_columns_of_pairs(sources, targets):
        return _largest_unsigned(block_of_pairs(sources))
    return max(_largest_unsigned(sources), _largest_unsigned(targets))


def _largest_unsigned(ends: NDArray[Any]) -> int:
    if not ends.size:
        return -1
    # Narrow types are widened: their negative numbers could look like vertices.
    wide = ends.astype(np.int32) if ends.dtype.itemsize < 4 else ends
    unsigned = np.uint32 if wide.dtype == np.int32 else wide.dtype.str.replace("i", "u")
    numbers = wide.view(unsigned)
    threads = min(8, os.cpu_count() or 1)
    if numbers.size < _SHARED or threads < 4:
        return int(numbers.max())
    # One core reads less than the memory gives, and less than a GPU takes.
    with ThreadPoolExecutor(threads) as pool:
        return int(max(pool.map(np.max, np.array_split(numbers, threads))))
