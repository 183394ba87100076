"""The way of a batch's arrays to the device.

Small batches share one buffer, which they fill like a ring; a copy and a launch is all that such a
batch costs. Large ones take turns with two pairs of buffers, so that one is filled while the kernel
reads the other. A processor reads large arrays in place, and the call waits for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from clconn.errors import DeviceError, GraphError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.incremental.batch import Batch

__all__ = ["Uploads", "batch_on_device", "is_device_array"]

SMALL_BYTES = 2**16
"""A batch up to this size goes through the ring."""

_RING_BYTES = 2**21
_ALIGNMENT = 8


class _Ring:
    """A buffer on the device and its twin on the host, filled from the beginning again and again.

    A copy that is only enqueued reads the twin later. So before it begins again, it waits until the
    queue is empty, once in at least 32 batches.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._buffer = runtime.allocate(_RING_BYTES)
        self._twin = np.empty(_RING_BYTES, dtype=np.uint8)
        self._used = 0

    def put(self, sources: Any, targets: Any, is_query: Any) -> Batch:
        count = int(sources.size)
        size = 8 * count + (0 if is_query is None else count)
        begin = self._used
        if begin + size > _RING_BYTES:
            self._runtime.finish()
            begin = 0
        end = begin + size
        self._used = -(-end // _ALIGNMENT) * _ALIGNMENT
        ends = self._twin[begin : begin + 8 * count].view(np.int32)
        ends[:count] = sources
        ends[count:] = targets
        if is_query is not None:
            self._twin[begin + 8 * count : end] = is_query
        import_pyopencl().enqueue_copy(
            self._runtime.queue, self._buffer, self._twin[begin:end], dst_offset=begin,
            is_blocking=False,
        )  # fmt: skip
        first, buffer = begin // 4, self._buffer
        if is_query is None:
            return Batch(count, buffer, first, buffer, first + count)
        return Batch(count, buffer, first, buffer, first + count, buffer, begin + 8 * count)


class Uploads:
    """Puts the batches of one stream on the device."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._ring: _Ring | None = None

    def put(self, sources: Any, targets: Any, is_query: Any) -> tuple[Batch, bool]:
        """Put a batch of host arrays on the device; the caller holds the runtime's lock.

        Returns
        -------
        Batch
        waits : bool
            Whether the caller must wait for the batch's launches before the arrays may change.
        """
        if 9 * sources.size <= SMALL_BYTES:
            self._ring = self._ring or _Ring(self._runtime)
            return self._ring.put(sources, targets, is_query), False
        runtime = self._runtime
        arrays = (sources, targets) if is_query is None else (sources, targets, is_query)
        buffers = [runtime.upload(array) for array in arrays]
        marks = buffers[2] if is_query is not None else None
        return Batch(int(sources.size), buffers[0], 0, buffers[1], 0, marks), runtime.is_cpu


def is_device_array(array: Any) -> bool:
    """Whether it is an array of pyopencl."""
    import pyopencl.array as cl_array

    return isinstance(array, cl_array.Array)


def batch_on_device(runtime: Runtime, sources: Any, targets: Any, is_query: Any = None) -> Batch:
    """Return the batch of arrays that are on the device.

    Raises
    ------
    GraphError
        If they are not contiguous, or not of the right dtype.
    DeviceError
        If they belong to another context.
    """
    cl = import_pyopencl()
    arrays: dict[str, tuple[Any, tuple[Any, ...]]] = {
        "u": (sources, (np.int32,)),
        "v": (targets, (np.int32,)),
    }
    if is_query is not None:
        arrays["is_query"] = (is_query, (np.bool_, np.int8, np.uint8))
    for name, (array, dtypes) in arrays.items():
        if not is_device_array(array):
            raise GraphError(
                f"{name} is a {type(array).__name__}, and another array of the batch is on a "
                "device; pass all arrays of a batch from the host, or all from the device"
            )
        if array.ndim != 1 or not array.flags.c_contiguous or array.dtype not in dtypes:
            raise GraphError(
                f"{name} on the device has dtype {array.dtype} and shape {array.shape}; expected "
                f"one contiguous dimension of {np.dtype(dtypes[0]).name}"
            )
        if array.context != runtime.context:
            raise DeviceError(
                f"{name} belongs to another OpenCL context than the stream; make the stream with "
                "device=queue, the queue of the arrays"
            )
        if array.size and not isinstance(array.base_data, cl.MemoryObjectHolder):
            raise GraphError(f"{name} is in shared virtual memory; expected it in a buffer")
        if array.queue is not None and array.queue != runtime.queue:
            array.queue.finish()
    places = [array.offset // array.dtype.itemsize for array, _ in arrays.values()]
    marks = None if is_query is None else is_query.base_data
    return Batch(
        int(sources.size), sources.base_data, places[0], targets.base_data, places[1], marks,
        places[2] if is_query is not None else 0,
    )  # fmt: skip
