"""Rank numbers of 64 bits on the device: ``dense_ranks.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.primitives.prefix_sum import scan_blocks
from clconn.opencl_backend.primitives.radix_sort import sort_now

__all__ = ["rank", "rank_needs"]


def rank_needs(count: int) -> dict[str, int]:
    """Bytes that ranking takes in addition to the numbers, by what they hold."""
    return {
        "pairs": 8 * count, "sorted pairs": 8 * count, "numbers in order": 8 * count,
        "ranks": 4 * count,
    }  # fmt: skip


def rank(runtime: Runtime, numbers: Any, count: int) -> Any:
    """Rank each number by how many different numbers are smaller, in a buffer of uint32.

    Parameters
    ----------
    numbers : pyopencl.Buffer
        ``count`` uint64.
    count
        From 1 to 2**31 - 1.
    """
    size = np.int32(count)
    pairs, other = (runtime.allocate(8 * count) for _ in range(2))
    with runtime.lock:
        _run(runtime, "pair_lower_halves", count, size, numbers, pairs)
        first = sort_now(runtime, pairs, other, count, range(32))
        _run(runtime, "pair_upper_halves", count, size, numbers, first)
        free = other if first is pairs else pairs
        order = sort_now(runtime, first, free, count, range(32))
        ascending = runtime.allocate(8 * count)
        _run(runtime, "gather_sorted", count, size, numbers, order, ascending)
        count_larger = runtime.kept_kernel("dense_ranks", "count_larger", {})
        scan = scan_blocks(runtime, count_larger, count, ascending)
        ranks = runtime.allocate(4 * count)
        kernel = runtime.kept_kernel("dense_ranks", "write_ranks", {})
        runtime.enqueue([scan.launch(runtime, kernel, order, ranks)])
    # The buffers allocated here return to the pool, which serves this queue, so in order.
    return ranks


def _run(runtime: Runtime, name: str, count: int, *arguments: Any) -> None:
    kernel = runtime.kept_kernel("dense_ranks", name, {})
    runtime.enqueue([Launch(kernel, count, runtime.tuning.local_size, *arguments)])
