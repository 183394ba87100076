"""Which matrices a device gets, as compressed sparse rows in scipy's reading of them.

scipy takes a stored entry of a sparse matrix for an edge, whatever it is: zero, infinite or NaN.
In a dense matrix zeros (of less than 1e-8), infinities and NaN are no edges, and in a masked one
what is masked. Its own public functions convert these here, so that no rule stands twice.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np

from clconn.dispatch import is_small, warn_of_fallback
from clconn.errors import BackendUnavailableError, DeviceMemoryError

__all__ = ["device_rows", "is_processor_enough", "on_device"]


def device_rows(csgraph: Any) -> Any:
    """Return a graph as a scipy CSR matrix of real numbers, or None if scipy should answer.

    A CSR matrix is returned as it is. scipy answers for what is small, and for what is not a square
    matrix of real numbers.
    """
    from scipy.sparse import issparse
    from scipy.sparse.csgraph import csgraph_from_dense, csgraph_from_masked

    is_sparse = issparse(csgraph)
    if not is_sparse and not isinstance(csgraph, np.ndarray):
        return None
    shape = csgraph.shape
    if len(shape) != 2 or shape[0] != shape[1] or csgraph.dtype.kind not in "biuf":
        return None
    if is_small(shape[0] + (csgraph.nnz if is_sparse else csgraph.size)):
        return None
    if is_sparse:
        return csgraph.tocsr()
    is_masked = np.ma.isMaskedArray(csgraph)
    rows = csgraph_from_masked(csgraph) if is_masked else csgraph_from_dense(csgraph, null_value=0)
    return None if is_small(shape[0] + rows.nnz) else rows


def is_processor_enough() -> bool:
    """Whether nobody named a device, and the default one is no GPU.

    Then scipy's serial search for strong components takes as long as a device and the order.
    Two cores with PoCL and scipy, in ms: 84 and 128 (random, 2**18 rows, 2**20 entries), 104 and 64
    (half the entries), 293 and 260 (R-MAT, 2**20 rows, 2**22 entries).
    """
    if os.environ.get("PYOPENCL_CTX"):
        return False
    from clconn import devices

    reports = [device for platform in devices().platforms for device in platform.devices]
    return not any(device.chosen_by_default and device.type == "GPU" for device in reports)


def on_device(function: Callable[..., Any], matrix: Any) -> Any:
    """Return a public function's result from a device, or None, with a warning, without one."""
    try:
        return function(matrix, backend="opencl")
    except (BackendUnavailableError, DeviceMemoryError) as error:
        warn_of_fallback(error, "scipy")
        return None
