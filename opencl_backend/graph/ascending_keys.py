"""Whether edges are in the order of their keys, or in the opposite one: ``ascending_keys.cl``.

Or whether the entries of rows below the diagonal are, which are in the order of the larger ends.
The device finds out whether they are; a look at a few weights on the host says whether to ask it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.device_csr import DeviceCSR
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.graph.some_edges import some_edges

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.graph import Graph

__all__ = ["keys_ascend", "keys_ascend_below", "may_ascend", "may_ascend_below"]

_MOST_BLOCKS = 1024

_RUN = 256
"""Edges whose keys are compared at once."""


def may_ascend(graph: Graph, *, maximum: bool) -> bool:
    """Whether a few edges are in the order of their weights; if not, the keys do not ascend.

    Parameters
    ----------
    maximum
        Whether the heaviest comes first.
    """
    if graph.weights is None or not graph.edge_count:
        return True
    some, sources, targets = some_edges(graph)
    # Of entries above the diagonal, since another one may be dropped for its mirror image.
    weights = graph.weights[some][sources < targets]
    earlier, later = (weights[1:], weights[:-1]) if maximum else (weights[:-1], weights[1:])
    return bool((earlier <= later).all())


def keys_ascend(runtime: Runtime, edges: EdgeArrays, keys: Any, *, falling: bool = False) -> bool:
    """Whether no edge has a smaller key than an edge before it; self loops are no edges.

    Parameters
    ----------
    falling
        Whether none may have a larger one instead.
    """
    if not edges.count:
        return True
    arguments = (edges.sources, edges.targets, keys)
    firsts, lasts = _key_bounds(runtime, "find_key_bounds", edges.count, arguments, falling)
    return bool((firsts <= lasts).all() and (lasts[:-1] <= firsts[1:]).all())


def may_ascend_below(graph: Graph, *, maximum: bool, falling: bool = False) -> bool:
    """Whether a few edges are in the order of their larger ends, as :func:`keys_ascend_below`."""
    if graph.weights is None or not graph.edge_count:
        return False
    some, sources, targets = some_edges(graph)
    above = np.flatnonzero(sources < targets)
    order = above[np.lexsort((sources[above], targets[above]))]
    weights, ends = graph.weights[some][order], targets[order]
    has_same_end = ends[1:] == ends[:-1]
    rises, falls = weights[1:] > weights[:-1], weights[1:] < weights[:-1]
    if maximum:
        rises, falls = falls, rises
    return bool(np.where(has_same_end, ~falls, falls if falling else rises).all())


def keys_ascend_below(
    runtime: Runtime, rows: DeviceCSR, keys: Any, *, falling: bool = False
) -> bool:
    """Whether entries below the diagonal are in the order of their keys, each row for itself.

    That is if rows ascend, and these entries of a row have keys that do not fall, and are larger
    than those of the rows before it.

    Parameters
    ----------
    falling
        Whether they are smaller instead.
    """
    if not rows.n:
        return True
    firsts, lasts = _key_bounds(
        runtime, "find_key_bounds_below", rows.n, (*rows.arguments, keys), falling,
        BELOW=None, OFFSET=rows.offset_type,
    )  # fmt: skip
    return bool((firsts <= lasts).all() and (lasts[:-1] < firsts[1:]).all())


def _key_bounds(
    runtime: Runtime, name: str, count: int, arguments: tuple[Any, ...], falling: bool,
    **switches: str | None,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:  # fmt: skip
    """The bounds of all blocks that have an edge."""
    block = -(-count // min(_MOST_BLOCKS, count))
    blocks = -(-count // block)
    local = min(64, runtime.tuning.local_size)
    defines = {"RUN": _RUN, **({"FALLING": None} if falling else {}), **switches}
    sizes = (np.int64(count), np.int64(block))
    with runtime.lock:
        bounds = runtime.allocate(16 * blocks)
        kernel = runtime.kept_kernel("ascending_keys", name, defines)
        runtime.enqueue([Launch(kernel, blocks, local, *sizes, *arguments, bounds)])
        found = runtime.download(bounds, 2 * blocks, np.uint64)
    some = found[found != np.iinfo(np.uint64).max]
    return some[::2], some[1::2]
