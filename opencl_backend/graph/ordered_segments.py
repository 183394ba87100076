"""Ids of a directed graph, cut where arcs lead across in one direction: ``ordered_segments.cl``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.hook_coverage import SAMPLES
from clconn.opencl_backend.graph.sampled_vertices import share_with
from clconn.opencl_backend.primitives.prefix_sum import scan_launch

__all__ = [
    "SegmentLook",
    "look_at_segments",
    "ordered_segments",
    "segment_bytes",
    "segment_switches",
]

_MAY_CYCLE, _IN_SHORT = 1, 2
"""What a sample is found to be, as in the kernel."""


class SegmentLook(NamedTuple):
    """Where the sampled vertices are that may be on a cycle, at which arcs begin and end.

    Attributes
    ----------
    in_short : float
        The share in segments of few ids; 1 without such a vertex.
    in_largest : float
        The share in the segment that has most of them; 0 without one.
    """

    in_short: float
    in_largest: float


LaunchKernel = Callable[..., Launch]
"""Takes the name of a kernel, how many work-items, and its arguments."""


def segment_bytes(runtime: Runtime, n: int) -> tuple[int, int, int, int]:
    """How much memory there must be for segments, numbers of two kinds for tiles, and one more."""
    of_tiles = 4 * (_tiles(runtime, n) + 1)
    return 4 * max(n, 1), of_tiles, of_tiles, 4


def segment_switches(runtime: Runtime, offset_type: str) -> dict[str, str | int | None]:
    """The ``-D`` switches of all kernels."""
    tuning = runtime.tuning
    local = tuning.local_size
    sizes = {"PIECE": tuning.piece, "LOCAL_SIZE": local, "TILE": local}
    return {"OFFSET": offset_type, **sizes, **tuning.sharing}


def ordered_segments(
    runtime: Runtime, launch: LaunchKernel, rows: DeviceCSR, memory: tuple[Any, ...]
) -> list[Launch]:
    """Launches that store the number of its segment for each vertex, as steps of a plan.

    Parameters
    ----------
    rows
        With at least one vertex.
    memory : tuple of pyopencl.Buffer
        Of :func:`segment_bytes`, or more; the first gets the numbers, which fall from that of
        vertex 0 to that of the last one, 0.
    """
    cut = _cut(runtime, launch, rows, memory, at_once=False)
    return cut + _number(runtime, launch, rows.n, memory, at_once=False)


def look_at_segments(runtime: Runtime, rows: DeviceCSR, transpose: DeviceCSR) -> SegmentLook:
    """Look at the segments of a few vertices; it takes 4 n bytes for a while."""
    n = rows.n
    if n == 0:
        return SegmentLook(in_short=1.0, in_largest=0.0)
    memory = tuple(runtime.allocate(size) for size in segment_bytes(runtime, n))
    found = runtime.allocate(8 * SAMPLES)
    switches = segment_switches(runtime, rows.offset_type)

    def launch(kernel: str, items: int, *arguments: Any) -> Launch:
        kept = runtime.kept_kernel("ordered_segments", kernel, switches)
        return Launch(kept, items, runtime.tuning.local_size, *arguments)

    with runtime.lock:
        # Each has a prefix sum by the one kept kernel, whose arguments a second launch would
        # replace before the first is enqueued.
        runtime.enqueue(_cut(runtime, launch, rows, memory, at_once=True))
        runtime.enqueue(_number(runtime, launch, n, memory, at_once=True))
        offsets = rows.offsets, transpose.offsets
        look = launch("look_at_segments", SAMPLES, n, SAMPLES, *offsets, memory[0], found)
        runtime.enqueue([look])
    samples, segments = runtime.download(found, 2 * SAMPLES, np.int32).reshape(2, SAMPLES)
    may_cycle = samples & _MAY_CYCLE > 0
    in_doubt = samples[may_cycle]
    if not in_doubt.size:
        return SegmentLook(in_short=1.0, in_largest=0.0)
    _, counts = np.unique(segments[may_cycle], return_counts=True)
    largest = int(counts.max()) / in_doubt.size
    return SegmentLook(in_short=share_with(in_doubt, _IN_SHORT), in_largest=largest)


def _cut(
    runtime: Runtime,
    launch: LaunchKernel,
    rows: DeviceCSR,
    memory: tuple[Any, ...],
    *,
    at_once: bool,
) -> list[Launch]:
    """Launches that store 1 for each vertex before which the ids are cut, and 0 for the others."""
    n, tuning = rows.n, runtime.tuning
    cuts, least, counts, balance = memory
    items = min(tuning.groups * tuning.local_size, n * tuning.lanes)
    return [
        launch("begin_segments", n, n, cuts, balance),
        launch("balance_directions", items, n, *rows.arguments, balance),
        launch("cover_cuts", items, n, *rows.arguments, balance, cuts),
        launch("find_least_of_tiles", n, n, cuts, least),
        scan_launch(runtime, least, _tiles(runtime, n), least=True, at_once=at_once),
        launch("cut_segments", n, n, least, cuts, counts),
    ]


def _number(
    runtime: Runtime, launch: LaunchKernel, n: int, memory: tuple[Any, ...], *, at_once: bool
) -> list[Launch]:
    """Launches that store the number of its segment for each vertex, after these."""
    segments, _, counts, _ = memory
    return [
        scan_launch(runtime, counts, _tiles(runtime, n), at_once=at_once),
        launch("number_segments", n, n, counts, segments),
    ]


def _tiles(runtime: Runtime, n: int) -> int:
    return max(1, -(-n // runtime.tuning.local_size))
