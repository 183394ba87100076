"""Prefix sums on the device: ``prefix_sum.cl``.

An array is divided into blocks. A kernel of the caller counts in each block, the counts are summed,
and another kernel of the caller writes from the resulting places on: count, scan, write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["BlockScan", "block_group", "scan_blocks", "scan_launch"]

_SCAN_ITEMS = 256
_MOST_BLOCKS = 65536


def _block_size(runtime: Runtime, n: int) -> int:
    """Items of a block: few blocks keep the scan short, many keep the device busy."""
    blocks = 1024 if runtime.is_cpu else _MOST_BLOCKS
    return max(32, -(-n // blocks))


@dataclass(frozen=True)
class BlockScan:
    """The prefix sum of the counts of all blocks.

    Attributes
    ----------
    counts : pyopencl.Buffer
        blocks + 1 int32: the sum before each block, then the sum of all.
    block
        Items of a block.
    blocks
        Number of blocks.
    """

    counts: Any
    block: int
    blocks: int

    def total(self, runtime: Runtime) -> int:
        """Download the sum of all blocks."""
        return int(runtime.download(self.counts, self.blocks + 1)[self.blocks])


def scan_blocks(runtime: Runtime, kernel: Any, n: int, array: Any) -> BlockScan:
    """Count in each block of an array, and sum the counts; the caller holds the lock.

    Parameters
    ----------
    kernel : pyopencl.Kernel
        Counts in one block. Takes n, the items of a block, the array and the counts.
    n
        Items of the array, more than 0.
    array : pyopencl.Buffer
    """
    block = _block_size(runtime, n)
    blocks = -(-n // block)
    counts = runtime.allocate(4 * (blocks + 1))
    items = min(_SCAN_ITEMS, runtime.tuning.local_size)
    scan = runtime.kept_kernel("prefix_sum", "scan_counts", _scan_switches(runtime))
    local = block_group(runtime)
    runtime.enqueue(
        [
            Launch(kernel, blocks, local, n, block, array, counts),
            Launch(scan, items, items, blocks, counts),
        ]
    )
    return BlockScan(counts, block, blocks)


def _scan_switches(runtime: Runtime) -> dict[str, Any]:
    return {"SCAN_ITEMS": min(_SCAN_ITEMS, runtime.tuning.local_size)}


def block_group(runtime: Runtime) -> int:
    """Work-items of a work-group in which each work-item has a block."""
    # A GPU needs whole warps; a processor has few blocks, and large groups would idle its cores.
    return 8 if runtime.is_cpu else 64


def scan_launch(runtime: Runtime, counts: Any, length: int) -> Launch:
    """A step of a plan: an exclusive prefix sum by one work-group.

    Parameters
    ----------
    counts : pyopencl.Buffer
        ``length`` + 1 int32, overwritten.
    """
    switches = _scan_switches(runtime)
    kernel = runtime.kernel("prefix_sum", "scan_counts", switches)
    return Launch(kernel, switches["SCAN_ITEMS"], switches["SCAN_ITEMS"], length, counts)
