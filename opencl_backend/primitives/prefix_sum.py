"""Count and number the components on the device: ``prefix_sum.cl``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime

__all__ = [
    "BlockScan",
    "block_group",
    "count_components",
    "label_components",
    "scan_blocks",
    "scan_roots",
]

_SCAN_ITEMS = 256
_LARGEST_BLOCKS = 65536


def _block_size(runtime: Runtime, n: int) -> int:
    """Items of a block: few blocks keep the scan short, many keep the device busy."""
    blocks = 1024 if runtime.is_cpu else _LARGEST_BLOCKS
    return max(32, -(-n // blocks))


@dataclass(frozen=True)
class BlockScan:
    """The prefix sum over blocks of what was counted in each.

    Attributes
    ----------
    counts : pyopencl.Buffer
        Of blocks + 1 int32: the sum before each block; last, that of all.
    block : int
        Items of a block.
    blocks : int
    """

    counts: Any
    block: int
    blocks: int

    def total(self, runtime: Runtime) -> int:
        """The sum of all blocks."""
        return int(runtime.download(self.counts, self.blocks + 1)[self.blocks])


def scan_blocks(runtime: Runtime, kernel: Any, n: int, array: Any) -> BlockScan:
    """Count in each block of an array, and sum the counts up; the caller holds the lock.

    Parameters
    ----------
    runtime : Runtime
    kernel : pyopencl.Kernel
        Given n, the items of a block, the array and the counts, counts in one block.
    n : int
        Items of the array, more than 0.
    array : pyopencl.Buffer
    """
    block = _block_size(runtime, n)
    blocks = -(-n // block)
    counts = runtime.allocate(4 * (blocks + 1))
    items = min(_SCAN_ITEMS, runtime.tuning.local_size)
    scan = runtime.kept_kernel("prefix_sum", "scan_counts", _switches(runtime))
    local = block_group(runtime)
    runtime.enqueue(
        [
            Launch(kernel, blocks, local, np.int32(n), np.int32(block), array, counts),
            Launch(scan, items, items, np.int32(blocks), counts),
        ]
    )
    return BlockScan(counts, block, blocks)


def scan_roots(runtime: Runtime, roots: Any, n: int) -> BlockScan:
    """Count the roots of each block of vertices, and sum them up.

    Parameters
    ----------
    runtime : Runtime
    roots : pyopencl.Buffer
        Of n int32, n > 0.
    n : int
    """
    with runtime.lock:
        count = runtime.kept_kernel("prefix_sum", "count_roots", _switches(runtime))
        return scan_blocks(runtime, count, n, roots)


def count_components(runtime: Runtime, roots: Any, n: int, scan: BlockScan | None = None) -> int:
    """Number of vertices that are their own root.

    Parameters
    ----------
    runtime : Runtime
    roots : pyopencl.Buffer
        Of n int32.
    n : int
    scan : BlockScan, optional
        Of these roots, if made already.
    """
    if n == 0:
        return 0
    scan = scan or scan_roots(runtime, roots, n)
    return scan.total(runtime)


def label_components(runtime: Runtime, roots: Any, n: int, scan: BlockScan | None = None) -> Any:
    """Number the components in the order of their roots.

    Parameters
    ----------
    runtime : Runtime
    roots : pyopencl.Buffer
        Of n int32.
    n : int
    scan : BlockScan, optional
        Of these roots, if made already.

    Returns
    -------
    pyopencl.Buffer
        Of n int32, the labels.
    """
    labels = runtime.allocate(4 * n)
    if n == 0:
        return labels
    scan = scan or scan_roots(runtime, roots, n)
    with runtime.lock:
        rank = runtime.kept_kernel("prefix_sum", "rank_roots", _switches(runtime))
        label = runtime.kept_kernel("prefix_sum", "label_vertices", _switches(runtime))
        sizes = (np.int32(n), np.int32(scan.block))
        local = block_group(runtime)
        runtime.enqueue(
            [
                Launch(rank, scan.blocks, local, *sizes, roots, scan.counts, labels),
                Launch(label, n, runtime.tuning.local_size, np.int32(n), roots, labels),
            ]
        )
    return labels


def _switches(runtime: Runtime) -> dict[str, Any]:
    return {"SCAN_ITEMS": min(_SCAN_ITEMS, runtime.tuning.local_size)}


def block_group(runtime: Runtime) -> int:
    """Work-items of a group where each has a block."""
    # A GPU wants whole warps; a processor has few blocks and must not lose cores to them.
    return 8 if runtime.is_cpu else 64
