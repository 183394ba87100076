"""Sort pairs of numbers by their first number, on the device: ``radix_sort.cl``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch, Step
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.primitives.prefix_sum import scan_launch

__all__ = ["DIGIT_BITS", "MOST_PAIRS", "sort_now", "sort_pairs"]

DIGIT_BITS = 5
"""Bits of a digit: the logarithm of the coalescing width, 32; Cong and Muzio prove it the best."""

MakeBuffer = Callable[[str, int], Any]

MOST_PAIRS = 2**31 - 1
"""The most pairs that can be sorted: their places are ints."""


def sort_pairs(
    runtime: Runtime, buffer: MakeBuffer, pairs: Any, other: Any, count: int, bits: range
) -> tuple[list[Step], Any]:
    """Steps that sort pairs by some bits of the first number.

    Parameters
    ----------
    buffer
        Allocates a buffer; takes a name and a number of bytes.
    pairs, other : pyopencl.Buffer
        ``count`` int2 each; the steps overwrite both.
    count
        At most MOST_PAIRS.
    bits
        The bits to sort by. The first numbers count as unsigned if these include the highest bit.

    Returns
    -------
    steps : list of Launch
    sorted : pyopencl.Buffer
        The one of the two buffers that holds the sorted pairs.
    """
    tuning = runtime.tuning
    groups = max(1, min(tuning.groups, -(-count // tuning.local_size)))
    items = groups * tuning.local_size
    counts = buffer("digit-counts", 4 * (groups * 2**DIGIT_BITS + 1))
    switches = {"DIGIT_BITS": DIGIT_BITS, "GROUP_SIZE": tuning.local_size}
    sizes = (np.int64(count), np.int64(-(-count // groups)))
    scan = scan_launch(runtime, counts, groups * 2**DIGIT_BITS)

    def launch(name: str, *arguments: Any) -> Launch:
        kernel = runtime.planned_kernel("radix_sort", name, switches)
        return Launch(kernel, items, tuning.local_size, *arguments)

    steps: list[Step] = []
    for bit in range(bits.start, bits.stop, DIGIT_BITS):
        head = (*sizes, bit, pairs, counts)
        steps += [launch("count_digits", *head), scan, launch("scatter_pairs", *head, other)]
        pairs, other = other, pairs
    return steps, pairs


def sort_now(runtime: Runtime, pairs: Any, other: Any, count: int, bits: range) -> Any:
    """Enqueue the steps of :func:`sort_pairs`, and return the buffer that gets the sorted pairs.

    The caller holds the lock.
    """
    steps, sorted_pairs = sort_pairs(
        runtime, lambda _, size: runtime.allocate(size), pairs, other, count, bits
    )
    runtime.enqueue(steps)
    runtime.kernels.give_back(steps)
    # The counts return to the pool, which serves this queue, so in order.
    return sorted_pairs
