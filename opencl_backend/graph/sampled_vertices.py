"""Looks at a few vertices of rows, from which ``"auto"`` tells what the graph is like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["look_at_samples", "sample_switches", "share_with"]

GROUP = 64
"""Work-items of a group: a few of them spread over a device at once."""

# Two cores, PoCL, processor time in ms of the searches for small components by groups of 64 and of
# one, whose barriers wait for nobody and whose table needs no atomic function: a torus 3.0 and 0.3,
# a shuffled grid of three dimensions 2.0 and 0.6, a band 2.4 and 0.4, a random graph 0.7 and 0.4.
GROUP_ON_PROCESSOR = 1
"""Work-items of a group that takes a sample on a processor, where one core runs them in turn."""


def look_at_samples(
    runtime: Runtime,
    rows: DeviceCSR,
    file: str,
    kernel: str,
    samples: int,
    *limits: Any,
    groups: bool = False,
    **switches: int,
) -> Any:
    """Run a kernel that writes an int for each sampled vertex; return these as an array.

    There is at least one vertex, and the rows are valid.

    Parameters
    ----------
    *limits
        The arguments between the number of vertices and the rows.
    groups
        Whether a sample is a work-group's, which the switch LOCAL_SIZE then tells its size, and
        not a work-item's. On a processor such a group is one work-item.
    """
    local = _local_size(runtime, groups)
    defines = sample_switches(runtime, rows.offset_type, groups=groups, **switches)
    found = runtime.allocate(4 * samples)
    with runtime.lock:
        kept = runtime.kept_kernel(file, kernel, defines)
        items = samples * local if groups else samples
        launch = Launch(kept, items, local, rows.n, *limits, *rows.arguments, found)
        runtime.enqueue([launch])
    return runtime.download(found, samples, np.int32)


def share_with(found: NDArray[np.int32], bits: int) -> float:
    """The share of the samples of which any of these bits is set."""
    return int(np.count_nonzero(found & bits)) / found.size


def sample_switches(
    runtime: Runtime, offset_type: str, *, groups: bool = False, **switches: int
) -> dict[str, str | int | None]:
    """The ``-D`` switches of the kernel that :func:`look_at_samples` runs, for its parameters."""
    size = {"LOCAL_SIZE": _local_size(runtime, groups)} if groups else {}
    return {"OFFSET": offset_type, **size, **switches}


def _local_size(runtime: Runtime, groups: bool) -> int:
    if groups and runtime.is_cpu:
        return GROUP_ON_PROCESSOR
    return min(GROUP, runtime.tuning.local_size)
