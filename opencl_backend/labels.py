"""Count and number the components on the device: ``labels.cl``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from clconn.opencl_backend.runtime import Runtime
from clconn.opencl_backend.steps import Launch

__all__ = ["RootScan", "count_components", "label_components", "scan_roots"]

_SCAN_ITEMS = 256
_LARGEST_BLOCKS = 65536


def _block_size(runtime: Runtime, n: int) -> int:
    """Vertices of a block: few blocks keep the scan short, many keep the device busy."""
    blocks = 1024 if runtime.is_cpu else _LARGEST_BLOCKS
    return max(32, -(-n // blocks))


@dataclass(frozen=True)
class RootScan:
    """The prefix sum of the roots over blocks of vertices.

    Attributes
    ----------
    counts : pyopencl.Buffer
        Of blocks + 1 int32: the roots before each block; last, all of them.
    block : int
        Vertices of a block.
    blocks : int
    """

    counts: Any
    block: int
    blocks: int


def scan_roots(runtime: Runtime, roots: Any, n: int) -> RootScan:
    """Count the roots of each block of vertices, and sum them up.

    Parameters
    ----------
    runtime : Runtime
    roots : pyopencl.Buffer
        Of n int32, n > 0.
    n : int
    """
    block = _block_size(runtime, n)
    blocks = -(-n // block)
    counts = runtime.allocate(4 * (blocks + 1))
    items = min(_SCAN_ITEMS, runtime.tuning.local_size)
    with runtime.lock:
        count = runtime.kept_kernel("labels", "count_roots", _switches(runtime))
        scan = runtime.kept_kernel("labels", "scan_counts", _switches(runtime))
        local = _block_group(runtime)
        runtime.enqueue(
            [
                Launch(count, blocks, local, np.int32(n), np.int32(block), roots, counts),
                Launch(scan, items, items, np.int32(blocks), counts),
            ]
        )
    return RootScan(counts, block, blocks)


def count_components(runtime: Runtime, roots: Any, n: int, scan: RootScan | None = None) -> int:
    """Number of vertices that are their own root.

    Parameters
    ----------
    runtime : Runtime
    roots : pyopencl.Buffer
        Of n int32.
    n : int
    scan : RootScan, optional
        Of these roots, if made already.
    """
    if n == 0:
        return 0
    scan = scan or scan_roots(runtime, roots, n)
    return int(runtime.download(scan.counts, scan.blocks + 1)[scan.blocks])


def label_components(runtime: Runtime, roots: Any, n: int, scan: RootScan | None = None) -> Any:
    """Number the components in the order of their roots.

    Parameters
    ----------
    runtime : Runtime
    roots : pyopencl.Buffer
        Of n int32.
    n : int
    scan : RootScan, optional
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
        rank = runtime.kept_kernel("labels", "rank_roots", _switches(runtime))
        label = runtime.kept_kernel("labels", "label_vertices", _switches(runtime))
        sizes = (np.int32(n), np.int32(scan.block))
        local = _block_group(runtime)
        runtime.enqueue(
            [
                Launch(rank, scan.blocks, local, *sizes, roots, scan.counts, labels),
                Launch(label, n, runtime.tuning.local_size, np.int32(n), roots, labels),
            ]
        )
    return labels


def _switches(runtime: Runtime) -> dict[str, Any]:
    return {"SCAN_ITEMS": min(_SCAN_ITEMS, runtime.tuning.local_size)}


def _block_group(runtime: Runtime) -> int:
    # A GPU wants whole warps; a processor has few blocks and must not lose cores to them.
    return 8 if runtime.is_cpu else 64
