"""Whether edges are in the order of their keys, or in the opposite one: ``ascending_keys.cl``.

The device finds out whether they are; a look at a few weights on the host says whether to ask it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.graph.edge_arrays import EdgeArrays
from clconn.opencl_backend.graph.some_edges import some_edges

if TYPE_CHECKING:
    from clconn.graph import Graph

__all__ = ["keys_ascend", "may_ascend"]

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
    count = edges.count
    if not count:
        return True
    block = -(-count // min(_MOST_BLOCKS, count))
    blocks = -(-count // block)
    local = min(64, runtime.tuning.local_size)
    with runtime.lock:
        bounds = runtime.allocate(16 * blocks)
        switches = {"RUN": _RUN, **({"FALLING": None} if falling else {})}
        kernel = runtime.kept_kernel("ascending_keys", "find_key_bounds", switches)
        arguments = (np.int64(count), np.int64(block), edges.sources, edges.targets, keys, bounds)
        runtime.enqueue([Launch(kernel, blocks, local, *arguments)])
        found = runtime.download(bounds, 2 * blocks, np.uint64)
    some = found[found != np.iinfo(np.uint64).max]
    return bool((some[1:] >= some[:-1]).all())
