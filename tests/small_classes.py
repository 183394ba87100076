"""Degree classes so small that tiny graphs fill all of them.

A processor takes every vertex in one work-item and so never meets the lists and pieces
that a GPU works with. With these numbers every device meets them: rows of three entries
are shared by four work-items, rows of nine are cut into pieces.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any


def runtime_with_small_classes(device: Any, *, blocks: bool | None = None) -> Any:
    """A new runtime of a device, with degree classes for small graphs.

    ``blocks`` says whether a work-item takes neighboring positions of a list; as is usual
    for the device if not given.
    """
    import pyopencl

    from clconn.opencl_backend.runtime import Runtime

    runtime = Runtime(pyopencl.CommandQueue(pyopencl.Context([device])))
    runtime.tuning = replace(
        runtime.tuning, local_size=8, lanes=4, low_degree=2, high_degree=8, piece=4, groups=3
    )
    if blocks is not None:
        runtime.tuning = replace(runtime.tuning, blocks=blocks)
    return runtime
