"""Count and number the components on the device: ``component_labels.cl``."""

from __future__ import annotations

from typing import Any

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.primitives.prefix_sum import (
    BlockScan,
    expect_scan,
    scan_blocks,
)

__all__ = ["count_components", "expect_labels", "label_components", "scan_roots"]


def expect_labels(runtime: Runtime) -> None:
    """Build the kernels of this file with the plan that is being made."""
    runtime.kernels.expect("component_labels", {})
    expect_scan(runtime)


def scan_roots(runtime: Runtime, roots: Any, n: int) -> BlockScan:
    """Count the roots in each block of vertices, and sum the counts.

    Parameters
    ----------
    roots : pyopencl.Buffer
        n int32, n > 0.
    """
    with runtime.lock:
        count = runtime.kept_kernel("component_labels", "count_roots", {})
        return scan_blocks(runtime, count, n, roots)


def count_components(runtime: Runtime, roots: Any, n: int, scan: BlockScan | None = None) -> int:
    """Count the vertices that are their own root.

    Parameters
    ----------
    roots : pyopencl.Buffer
        n int32.
    scan
        The result of :func:`scan_roots` for these roots; None to compute it here.
    """
    if n == 0:
        return 0
    scan = scan or scan_roots(runtime, roots, n)
    return scan.total(runtime)


def label_components(runtime: Runtime, roots: Any, n: int, scan: BlockScan | None = None) -> Any:
    """Number the components in the order of their roots, and return n int32 labels in a buffer.

    The parameters are those of :func:`count_components`.
    """
    labels = runtime.allocate(4 * n)
    if n == 0:
        return labels
    scan = scan or scan_roots(runtime, roots, n)
    with runtime.lock:
        rank = runtime.kept_kernel("component_labels", "rank_roots", {})
        label = runtime.kept_kernel("component_labels", "label_vertices", {})
        runtime.enqueue(
            [
                scan.launch(runtime, rank, labels),
                Launch(label, n, runtime.tuning.local_size, n, roots, labels),
            ]
        )
    return labels
