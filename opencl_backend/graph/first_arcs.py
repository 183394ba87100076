"""What the first arcs of a few vertices say about the cycles of a graph: ``first_arcs.cl``."""

from __future__ import annotations

from typing import NamedTuple

from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.hook_coverage import SAMPLES
from clconn.opencl_backend.graph.sampled_vertices import look_at_samples, sample_switches

__all__ = ["BLOCK_BITS", "FirstArcs", "expect_first_arcs", "first_arcs"]

BLOCK_BITS = 10
"""The logarithm of the number of ids in a block, as contraction joins them."""

_MOST = 32
_UNITS = [_MOST**place for place in range(6)]
"""Units of a sample's numbers of arcs, each fewer than ``_MOST``, as in the kernel."""
_FLAGS = 1, 2, 4
"""What it may be found to be: mutual, closing, on a path."""
_NEARBY_UNITS = 8, 8 * _MOST
"""Units of two numbers of arcs more, in the same word as these."""


class FirstArcs(NamedTuple):
    """Shares of the sampled vertices, in 0..1, and of their first arcs.

    Attributes
    ----------
    followed
        Vertices at which an arc begins.
    fork, join
        Those at which more than one begins, or ends.
    on_paths
        Those at which one begins and one ends, to another vertex than that from which it comes,
        neither of which is a hub.
    mutual
        Those with a neighbor both ways.
    closing
        Those that are the largest vertex of a short cycle, of at most four arcs.
    ascending, descending
        Arcs to a larger, or to a smaller, id of the same block.
    larger, smaller
        Arcs to a larger, or to a smaller, id, of some spread over a row.
    larger_nearby, smaller_nearby
        Those of these that lead to the same block.
    passages
        Ways through a vertex from an arc that leads there to one that leads on, for each arc that
        leads on; from 0 on.
    """

    followed: float
    fork: float
    join: float
    on_paths: float
    mutual: float
    closing: float
    ascending: float
    descending: float
    larger: float
    smaller: float
    larger_nearby: float
    smaller_nearby: float
    passages: float


def expect_first_arcs(runtime: Runtime, offset_type: str) -> None:
    """Build the kernel of :func:`first_arcs` with the next one."""
    runtime.kernels.expect("first_arcs", sample_switches(runtime, offset_type))


def first_arcs(runtime: Runtime, rows: DeviceCSR, transpose: DeviceCSR) -> FirstArcs:
    """Look at a few vertices of valid rows; all shares are 0 for a graph without vertices."""
    if rows.n == 0:
        return FirstArcs(*[0.0] * len(FirstArcs._fields))
    found = look_at_samples(
        runtime, rows, "first_arcs", "look_at_first_arcs", 2 * SAMPLES,
        SAMPLES, BLOCK_BITS, *transpose.arguments,
    )  # fmt: skip
    numbers, what = found.reshape(2, SAMPLES)
    to, onward, *leading = (numbers // unit % _MOST for unit in _UNITS)
    mutual, closing, on_path = (what & flag > 0 for flag in _FLAGS)
    leading += [what // unit % _MOST for unit in _NEARBY_UNITS]
    vertices = (onward > 0, onward > 1, to > 1, on_path, mutual, closing)
    arcs = max(int(onward.sum()), 1)
    return FirstArcs(
        *(float(each.mean()) for each in vertices),
        *(int(each.sum()) / arcs for each in (*leading, to * onward - mutual)),
    )
