"""Prefix sums on the device: ``prefix_sum.cl``.

An array is divided into blocks. A kernel of the caller counts in each block, the counts are summed,
and another kernel of the caller writes from the resulting places on: count, scan, write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["BlockScan", "expect_scan", "scan_blocks", "scan_launch"]

_SCAN_ITEMS = 256
_MOST_BLOCKS = 65536


@dataclass(frozen=True)
class BlockScan:
    """The prefix sum of the counts of all blocks of an array.

    Attributes
    ----------
    n
        Items of the array.
    block
        Items of a block.
    blocks
        Number of blocks.
    array : pyopencl.Buffer
    counts : pyopencl.Buffer
        blocks + 1 int32: the sum before each block, then the sum of all.
    """

    n: int
    block: int
    blocks: int
    array: Any
    counts: Any

    def total(self, runtime: Runtime) -> int:
        """Download the sum of all blocks."""
        return int(runtime.download(self.counts, self.blocks + 1)[self.blocks])

    def launch(self, runtime: Runtime, kernel: Any, *arguments: Any) -> Launch:
        """A launch with a work-item for each block.

        Parameters
        ----------
        kernel : pyopencl.Kernel
            Takes n, the items of a block, the array, the counts, and then ``arguments``.
        """
        # A GPU needs whole warps; a processor has few blocks, and large groups would idle its
        # cores.
        local = 8 if runtime.is_cpu else 64
        own = (self.n, self.block, self.array, self.counts)
        return Launch(kernel, self.blocks, local, *own, *arguments)


def scan_blocks(runtime: Runtime, kernel: Any, n: int, array: Any) -> BlockScan:
    """Count in each block of an array, and sum the counts; the caller holds the lock.

    Parameters
    ----------
    kernel : pyopencl.Kernel
        Counts in one block, as :meth:`BlockScan.launch` calls it.
    n
        Items of the array, more than 0.
    array : pyopencl.Buffer
    """
    block = _block_size(runtime, n)
    blocks = -(-n // block)
    scan = BlockScan(n, block, blocks, array, runtime.allocate(4 * (blocks + 1)))
    sums = scan_launch(runtime, scan.counts, blocks, at_once=True)
    runtime.enqueue([scan.launch(runtime, kernel), sums])
    return scan


def _block_size(runtime: Runtime, n: int) -> int:
    """Items of a block: few blocks keep the scan short, many keep the device busy."""
    blocks = 1024 if runtime.is_cpu else _MOST_BLOCKS
    return max(32, -(-n // blocks))


def scan_launch(
    runtime: Runtime, counts: Any, length: int, *, least: bool = False, at_once: bool = False
) -> Launch:
    """A step of a plan: an exclusive prefix sum by one work-group.

    Parameters
    ----------
    counts : pyopencl.Buffer
        ``length`` + 1 int32, overwritten.
    least
        Whether it is the least number before each instead.
    at_once
        Whether the step is executed at once, as part of no plan.
    """
    kernel_of = runtime.kept_kernel if at_once else runtime.planned_kernel
    items = _scan_items(runtime)
    kernel = kernel_of("prefix_sum", "scan_counts", {"SCAN_ITEMS": items})
    return Launch(kernel, items, items, length, int(least), counts)


def expect_scan(runtime: Runtime) -> None:
    """Build the kernel of :func:`scan_blocks` with the plan that is being made."""
    runtime.kernels.expect("prefix_sum", {"SCAN_ITEMS": _scan_items(runtime)})


def _scan_items(runtime: Runtime) -> int:
    return min(_SCAN_ITEMS, runtime.tuning.local_size)
