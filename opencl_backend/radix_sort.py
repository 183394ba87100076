"""Sort pairs of numbers by their first, on the device: ``radix_sort.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.opencl_backend.steps import Launch, Step
from clconn.opencl_backend.workspace import Workspace

__all__ = ["DIGIT_BITS", "sort_pairs"]

DIGIT_BITS = 5
"""Bits of a digit: the logarithm of the coalescing width, 32; Cong and Muzio prove it the best."""

_SCAN_ITEMS = 256
_MOST_PAIRS = 2**31 - 1


def sort_pairs(
    space: Workspace, pairs: Any, other: Any, count: int, first_bit: int
) -> tuple[list[Step], Any]:
    """Steps that sort pairs by the first number, but for its lowest bits.

    Parameters
    ----------
    space : Workspace
    pairs, other : pyopencl.Buffer
        Of ``count`` int2 each; both are overwritten. First numbers are vertices.
    count : int
    first_bit : int
        The lowest bit that counts.

    Returns
    -------
    steps : list of Launch
    sorted : pyopencl.Buffer
        The one of the two that holds the sorted pairs.

    Raises
    ------
    GraphError
        If there are more pairs than 32-bit places.
    """
    if count > _MOST_PAIRS:
        raise GraphError(
            f"{space.variant.name} sorts at most {_MOST_PAIRS} edges and the graph has {count}; "
            "leave the option coalescing out"
        )
    tuning = space.runtime.tuning
    groups = max(1, min(tuning.groups, -(-count // tuning.local_size)))
    items = groups * tuning.local_size
    counts = space.buffer("digit-counts", 4 * (groups * 2**DIGIT_BITS + 1))
    switches = {"DIGIT_BITS": DIGIT_BITS, "GROUP_SIZE": tuning.local_size}
    sizes = (np.int64(count), np.int64(-(-count // groups)))
    scan = _scan(space, counts, groups * 2**DIGIT_BITS)
    steps: list[Step] = []
    for bit in range(first_bit, max(space.graph.n - 1, 0).bit_length(), DIGIT_BITS):
        head = (*sizes, np.int32(bit), pairs, counts)
        steps += [
            space.launch("radix_sort", "count_digits", items, *head, **switches),
            scan,
            space.launch("radix_sort", "scatter_pairs", items, *head, other, **switches),
        ]
        pairs, other = other, pairs
    return steps, pairs


def _scan(space: Workspace, counts: Any, length: int) -> Launch:
    """An exclusive prefix sum by one work-group."""
    items = min(_SCAN_ITEMS, space.runtime.tuning.local_size)
    kernel = space.runtime.kernel("labels", "scan_counts", {"SCAN_ITEMS": items})
    return Launch(kernel, items, items, np.int32(length), counts)
