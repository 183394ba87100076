"""Which matrices a device gets, as compressed sparse rows in scipy's reading of them.

scipy takes a stored entry of a sparse matrix for an edge, whatever it is: zero, infinite or NaN.
In a dense matrix zeros (of less than 1e-8), infinities and NaN are no edges, and in a masked one
what is masked. Its own public functions convert these here, so that no rule stands twice.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from clconn.dispatch import is_small, warn_of_fallback
from clconn.errors import BackendUnavailableError, DeviceMemoryError

__all__ = ["PaysFrom", "device_rows", "on_device"]


class PaysFrom(NamedTuple):
    """The number of rows and entries together from which a device is faster than scipy.

    It counts where the device is the default one, and is no less than the public functions' limit,
    which alone counts for a device that is named.
    """

    processor: float
    gpu: float = 0


def device_rows(csgraph: Any, pays_from: PaysFrom) -> Any:
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
    if _is_small(shape[0] + (csgraph.nnz if is_sparse else csgraph.size), pays_from):
        return None
    if is_sparse:
        return csgraph.tocsr()
    is_masked = np.ma.isMaskedArray(csgraph)
    rows = csgraph_from_masked(csgraph) if is_masked else csgraph_from_dense(csgraph, null_value=0)
    return None if _is_small(shape[0] + rows.nnz, pays_from) else rows


def _is_small(size: int, pays_from: PaysFrom) -> bool:
    if is_small(size):
        return True
    if os.environ.get("PYOPENCL_CTX") or size >= max(pays_from):
        return False
    return size < (pays_from.gpu if is_gpu_the_default() else pays_from.processor)


def is_gpu_the_default() -> bool:
    """Whether the device that answers if none is named is a GPU."""
    from clconn import devices

    reports = [device for platform in devices().platforms for device in platform.devices]
    return any(device.chosen_by_default and device.type == "GPU" for device in reports)


def on_device(function: Callable[..., Any], matrix: Any) -> Any:
    """Return a public function's result from a device, or None, with a warning, without one."""
    try:
        return function(matrix, backend="opencl")
    except (BackendUnavailableError, DeviceMemoryError) as error:
        warn_of_fallback(error, "scipy")
        return None
