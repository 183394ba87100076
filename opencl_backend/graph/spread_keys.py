"""Keys of 32 bits for numbers of 64 bits, without sorting them all: for processors.

A table learned from a sample spreads the numbers over 2**28 places, in their order and about evenly
(``spread_numbers`` in ``weight_keys.cl``). Few different numbers then share a place. Those are
sorted, and the last four bits of their keys tell them apart.

Invariant: a larger number never gets a smaller place, and within a place the last bits are the rank
among its different numbers. So keys compare as the numbers do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["spread_keys"]

_CELLS = 2**16
_LEAST_WIDTH = 2**27 // _CELLS
_SAMPLE = 2**16
_RANK_BITS = 4


def spread_keys(runtime: Runtime, numbers: NDArray[np.uint64]) -> NDArray[np.uint32] | None:
    """Compute keys that compare as the numbers do; None if too many of them share a place.

    Parameters
    ----------
    numbers
        At least one.
    """
    least, most = int(numbers.min()), int(numbers.max())
    shift = 64 - max(1, (most - least).bit_length())
    sample = (numbers[:: max(1, numbers.size // _SAMPLE)] - np.uint64(least)) << np.uint64(shift)
    counts = np.bincount((sample >> np.uint64(48)).astype(np.int64), minlength=_CELLS)
    widths = _LEAST_WIDTH + counts * (2**27 // sample.size)
    cells = np.stack([np.cumsum(widths) - widths, widths], axis=1).astype(np.uint32)
    places = _places(runtime, numbers, least, shift, cells)
    ascending = np.sort(places)
    shared = ascending[1:][ascending[1:] == ascending[:-1]]
    if shared.size > numbers.size // 8:
        return None
    keys = places << np.uint32(_RANK_BITS)
    if shared.size:
        some = _at(places, shared)
        ranks = _ranks_within(places[some], numbers[some])
        if ranks.max() >= 2**_RANK_BITS:
            return None
        keys[some] |= ranks.astype(np.uint32)
    return keys


def _places(
    runtime: Runtime, numbers: NDArray[np.uint64], least: int, shift: int, cells: NDArray[np.uint32]
) -> NDArray[np.uint32]:
    tuning = runtime.tuning
    kernel = runtime.kept_kernel("weight_keys", "spread_numbers", dict(tuning.sharing))
    items = min(tuning.groups * tuning.local_size, numbers.size)
    places = runtime.allocate(4 * numbers.size)
    arguments = (np.int64(numbers.size), np.uint64(least), shift)
    buffers = (runtime.upload_writable(cells), runtime.upload(numbers), places)
    with runtime.lock:
        runtime.enqueue([Launch(kernel, items, tuning.local_size, *arguments, *buffers)])
        result: NDArray[np.uint32] = runtime.download(places, numbers.size, np.uint32)
        return result


def _at(places: NDArray[np.uint32], shared: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Where one of the shared places occurs: first those close to one, by a table in the cache."""
    is_close = np.zeros(2**22, dtype=np.bool_)
    is_close[shared >> 6] = True
    close = np.flatnonzero(is_close[places >> np.uint32(6)])
    return close[np.isin(places[close], shared)]


def _ranks_within(places: NDArray[np.uint32], numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The rank of each number among the different numbers of its place."""
    order = np.lexsort((numbers, places))
    place, number = places[order], numbers[order]
    is_new_place = np.append(True, place[1:] != place[:-1])
    is_new = is_new_place | np.append(True, number[1:] != number[:-1])
    counts = np.cumsum(is_new)
    ranks = np.empty(places.size, dtype=np.int64)
    ranks[order] = counts - counts[is_new_place][np.cumsum(is_new_place) - 1]
    return ranks
