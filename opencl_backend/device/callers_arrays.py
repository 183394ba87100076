"""Arrays of pyopencl that a caller hands over: what they must be, and when they may be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from clconn.errors import GraphError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["check_array", "wait_for_its_queue"]


def check_array(name: str, array: Any, dtypes: Sequence[Any], otherwise: str) -> None:
    """Refuse what is not a pyopencl array of one contiguous dimension in a buffer.

    Parameters
    ----------
    dtypes
        The allowed ones.
    otherwise
        What the caller should do with another array.

    Raises
    ------
    GraphError
    """
    import pyopencl.array as cl_array

    if not isinstance(array, cl_array.Array):
        raise GraphError(
            f"{name} is a {type(array).__name__}; expected a pyopencl array ({otherwise})"
        )
    if array.ndim != 1 or not array.flags.c_contiguous:
        raise GraphError(f"{name} has shape {array.shape}; expected one contiguous dimension")
    if array.dtype not in dtypes:
        expected = " or ".join(np.dtype(dtype).name for dtype in dtypes)
        raise GraphError(f"{name} has dtype {array.dtype}; expected {expected}")
    if array.size and not isinstance(array.base_data, import_pyopencl().MemoryObjectHolder):
        raise GraphError(f"{name} is in shared virtual memory; expected it in a buffer")


def wait_for_its_queue(runtime: Runtime, array: Any) -> bool:
    """Wait until what another queue does to the array is done; return whether there is one."""
    if array.queue is None or array.queue == runtime.queue:
        return False
    array.queue.finish()
    return True
