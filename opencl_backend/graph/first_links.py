"""What first links would be like, from a few vertices: ``first_links.cl``."""

from __future__ import annotations

from typing import NamedTuple

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.hook_coverage import SAMPLES
from clconn.opencl_backend.graph.sampled_vertices import (
    look_at_samples,
    sample_switches,
    share_with,
)

__all__ = ["DROP", "HUB", "STEPS", "FirstLinks", "expect_first_links", "first_links", "near"]

STEPS = 32
"""Steps of a long walk."""

# An H100 has 270,000 work-items in work, so they meet 2,000 links of a walk with 128 ids a step.
DROP = 2048
"""Ids that the second half of a walk must get away."""

HUB = 16
"""Entries of a vertex that is no hub."""

_LONG, _SLOW, _AT_HUB, _SCATTERED, _PAIRED = 1, 2, 4, 8, 16
_LOOKED_AT, _WITHIN, _CONSECUTIVE = 32, 1024, 32768
_MOST = 32
"""What a sample is found to be, as in the kernel; of entries there are less than ``_MOST``."""


def near(n: int) -> int:
    """How many ids away a near neighbor is at most: a 256th of all, or 16."""
    return max(n // 256, 16)


class FirstLinks(NamedTuple):
    """Shares of the sampled vertices, and of their first entries, in 0..1.

    Attributes
    ----------
    long
        Those whose walks down the ids are long.
    slow
        Those of which these get nowhere: one chain would be made of a long thin structure.
    at_hubs
        Those that are hubs, or have one among their first neighbors.
    scattered
        Those whose first neighbors are all far away by their ids, as in a random numbering.
    paired
        Those that are scattered and at no hub, but whose first two different neighbors are near
        each other; and of hubs that are scattered those whose neighbors are all so.
    within
        First entries that lead to the same block of ids, of rows that a block takes.
    slow_entries
        No share: how many first entries a slow vertex has on average; 0 without one.
    consecutive
        Those of which a first neighbor has the id before or after theirs.
    """

    long: float
    slow: float
    at_hubs: float
    scattered: float
    paired: float
    within: float
    slow_entries: float
    consecutive: float


def expect_first_links(runtime: Runtime, offset_type: str) -> None:
    """Build the kernel of :func:`first_links` with the next one."""
    runtime.kernels.expect("first_links", sample_switches(runtime, offset_type))


def first_links(runtime: Runtime, rows: DeviceCSR) -> FirstLinks:
    """Look at a few vertices of valid rows; all shares are 0 for a graph without vertices."""
    if rows.n == 0:
        return FirstLinks(*[0.0] * len(FirstLinks._fields))
    found = look_at_samples(
        runtime, rows, "first_links", "follow_first_links", SAMPLES, SAMPLES, STEPS, DROP, HUB,
        near(rows.n), runtime.tuning.id_block_bits_for(rows.n),
    )  # fmt: skip
    bits = (_LONG, _SLOW, _AT_HUB, _SCATTERED, _PAIRED, _CONSECUTIVE)
    entries = found // _LOOKED_AT % _MOST
    is_slow = found & _SLOW > 0
    long, slow, at_hubs, scattered, paired, consecutive = (share_with(found, bit) for bit in bits)
    return FirstLinks(
        long, slow, at_hubs, scattered, paired,
        within=int((found // _WITHIN % _MOST).sum()) / max(int(entries.sum()), 1),
        slow_entries=int(entries[is_slow].sum()) / max(int(is_slow.sum()), 1),
        consecutive=consecutive,
    )  # fmt: skip
