"""Count and number the components on the device: ``labels.cl``."""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.opencl_backend.runtime import Launch, Runtime

__all__ = ["count_components", "label_components"]

_SCAN_ITEMS = 256
_LARGEST_BLOCKS = 65536


def _block_size(runtime: Runtime, n: int) -> int:
    """Vertices of a block: few blocks keep the scan short, many keep the device busy."""
    blocks = 1024 if runtime.is_cpu else _LARGEST_BLOCKS
    return max(32, -(-n // blocks))


def _scan(runtime: Runtime, roots: Any, n: int) -> tuple[Any, int, int]:
    block = _block_size(runtime, n)
    blocks = -(-n // block)
    counts = runtime.allocate(4 * (blocks + 1))
    # One item a group would waste a GPU, many would leave a processor's other cores idle.
    local = 8 if runtime.is_cpu else 64
    scan_items = min(_SCAN_ITEMS, runtime.tuning.local_size)
    switches = {"SCAN_ITEMS": scan_items}
    numbers = (np.int32(n), np.int32(block))
    with runtime.lock:
        runtime.enqueue(
            [
                Launch(
                    runtime.kernel("labels", "count_roots", switches), blocks, local,
                    *numbers, roots, counts,
                ),
                Launch(
                    runtime.kernel("labels", "scan_counts", switches), scan_items, scan_items,
                    np.int32(blocks), counts,
                ),
            ]
        )  # fmt: skip
    return counts, block, blocks


def count_components(runtime: Runtime, roots: Any, n: int) -> int:
    """Number of vertices that are their own root.

    Parameters
    ----------
    runtime : Runtime
    roots : pyopencl.Buffer
        Of n int32.
    n : int
    """
    if n == 0:
        return 0
    counts, _, blocks = _scan(runtime, roots, n)
    return int(runtime.download(counts, blocks + 1)[blocks])


def label_components(runtime: Runtime, roots: Any, n: int) -> Any:
    """Number the components in the order of their roots.

    Parameters
    ----------
    runtime : Runtime
    roots : pyopencl.Buffer
        Of n int32.
    n : int

    Returns
    -------
    pyopencl.Buffer
        Of n int32, the labels.
    """
    labels = runtime.allocate(4 * n)
    if n == 0:
        return labels
    counts, block, blocks = _scan(runtime, roots, n)
    local = 8 if runtime.is_cpu else 64
    switches = {"SCAN_ITEMS": min(_SCAN_ITEMS, runtime.tuning.local_size)}
    rank = runtime.kernel("labels", "rank_roots", switches)
    label = runtime.kernel("labels", "label_vertices", switches)
    with runtime.lock:
        runtime.enqueue(
            [
                Launch(rank, blocks, local, np.int32(n), np.int32(block), roots, counts, labels),
                Launch(label, n, runtime.tuning.local_size, np.int32(n), roots, labels),
            ]
        )
    return labels
