"""The way of a batch's arrays to the device.

A small batch is one copy, into a buffer that all of them share like a ring. A large one goes in
parts, which take turns with two pairs of buffers: while the kernels read the one, the other is
filled, beside the main queue. A processor reads large arrays in place, and the call waits for it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

import numpy as np

from clconn.errors import DeviceError
from clconn.incremental.engine import BadEnds
from clconn.incremental.largest_end import largest_end
from clconn.incremental.pairs import are_columns_of_pairs, block_of_pairs
from clconn.opencl_backend.device.callers_arrays import check_array, wait_for_its_queue
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.runtime import Runtime
from clconn.opencl_backend.incremental.batch import Batch

__all__ = ["Uploads", "batch_on_device", "checks_ends"]

_SMALL = 2**13
"""Operations of a small batch: at most 72 KiB."""

_RING_BYTES = 2**21
_ALIGNMENT = 8

_PART = 2**27
"""Operations of a part of a large batch: 1 GiB. Between parts, threads and bus stand still."""

# On the host of an H100 the look takes a batch of 32 M edges from 41 GB/s to 37, and one of 90 M
# from 48 to 35. On the device it takes 0.1 ms, and as much again to wait for the answer.
_LOOKED_AT_ON_THE_WAY = 2**22
"""Operations whose ends the copying threads look at; the device checks those of larger batches."""


class _Slot:
    """Buffers for one part after the other."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._sizes: list[int] = []
        self._buffers: tuple[Any, ...] = ()
        self._read: list[Any] = []

    def fill(self, arrays: tuple[Any, ...], look: Any) -> tuple[Any, ...]:
        """Put arrays into the buffers once no kernel reads them any more."""
        runtime = self._runtime
        sizes = [array.nbytes for array in arrays]
        if len(sizes) > len(self._sizes) or any(map(operator.gt, sizes, self._sizes)):
            self._sizes = []  # until there are buffers
            self._buffers = tuple(map(runtime.allocate, sizes))
            self._sizes = sizes
            # The pool may have had them from a kernel that is not done.
            self.leave()
        staging = runtime.staging
        buffers = self._buffers[: len(arrays)]
        pairs = list(zip(buffers, arrays, strict=True))
        staging.order(staging.upload(pairs, self._read, look))
        return buffers

    def leave(self) -> None:
        """Remember that the kernels enqueued so far read the buffers."""
        self._read = [import_pyopencl().enqueue_marker(self._runtime.queue)]


class _Ring:
    """A buffer on the device and its twin on the host, filled from the beginning again and again.

    A copy that is only enqueued reads the twin later. So before it begins again, it waits until the
    queue is empty. (Pinned memory would save the driver a copy, and cost the interpreter more.)
    pyopencl waits for a copy whose event is dropped, so the events are kept until then.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._buffer = runtime.allocate(_RING_BYTES)
        self._twin = np.empty(_RING_BYTES, dtype=np.uint8)
        self._used = 0
        self._copies: list[Any] = []

    def put(self, arrays: tuple[Any, ...]) -> Batch:
        """Put sources, targets and marks there, one after the other."""
        count = int(arrays[0].size)
        size = sum(array.nbytes for array in arrays)
        begin = self._used
        if begin + size > _RING_BYTES:
            self._runtime.finish()
            self._copies.clear()
            begin = 0
        part = self._twin[begin : begin + size]
        self._used = begin + -(-size // _ALIGNMENT) * _ALIGNMENT
        np.concatenate([array.view(np.uint8) for array in arrays], out=part)
        buffer = self._buffer
        self._copies.append(
            import_pyopencl().enqueue_copy(
                self._runtime.queue, buffer, part, dst_offset=begin, is_blocking=False
            )
        )
        first = begin // 4
        if len(arrays) < 3:
            return Batch(count, buffer, first, buffer, first + count)
        return Batch(count, buffer, first, buffer, first + count, buffer, begin + 8 * count)


class Uploads:
    """Puts the batches of one stream on the device."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._ring: _Ring | None = None
        self._slots = (_Slot(runtime), _Slot(runtime))
        self._next_slot = 0

    def batches(
        self,
        sources: Any,
        targets: Any,
        is_query: Any,
        n: int,
        has_bad_end: Callable[[Batch], bool],
    ) -> Generator[Batch, None, None]:
        """Put operations on the device, part by part; the caller holds the runtime's lock.

        A part must be enqueued before the next one is asked for.

        Parameters
        ----------
        has_bad_end
            Whether the device finds an end that is no vertex.

        Raises
        ------
        BadEnds
            If :func:`checks_ends` holds, and an end is not in 0..n - 1; nothing was yielded then.
        """
        runtime, count = self._runtime, int(sources.size)
        if count <= _SMALL:
            if count:
                self._ring = self._ring or _Ring(runtime)
                arrays = (sources, targets) if is_query is None else (sources, targets, is_query)
                yield self._ring.put(tuple(map(np.ascontiguousarray, arrays)))
        elif runtime.is_cpu:
            blocks = _blocks(sources, targets, is_query)
            try:
                yield _batch(count, [runtime.upload(it) for it in blocks], is_query is not None)
            finally:
                runtime.finish()
        else:
            # Two parts in a sixth of a small device's memory; answers are words of 32.
            room = min(_PART, int(runtime.device.global_mem_size) // 128) // 32 * 32
            # More than one part is looked at before the first one is inserted.
            if count > room and largest_end(sources, targets) >= n:
                raise BadEnds
            on_the_way = count <= min(_LOOKED_AT_ON_THE_WAY, room)
            look = partial(_refuse_bad_ends, n) if on_the_way else None
            for begin in range(0, count, room):
                part = slice(begin, begin + room)
                marks = None if is_query is None else is_query[part]
                slot = self._slots[self._next_slot]
                self._next_slot = 1 - self._next_slot
                blocks = _blocks(sources[part], targets[part], marks)
                try:
                    buffers = slot.fill(blocks, look)
                    batch = _batch(min(room, count - begin), buffers, marks is not None)
                    if not on_the_way and count <= room and has_bad_end(batch):
                        raise BadEnds
                    yield batch
                finally:
                    slot.leave()


def checks_ends(runtime: Runtime, count: int) -> bool:
    """Whether the ends of a batch of the host are checked on their way, where that costs least."""
    return not runtime.is_cpu and count > _SMALL


def _refuse_bad_ends(n: int, piece: Any) -> None:
    # A negative end is a very large one. The marks of queries are no ends.
    if piece.dtype == np.int32 and int(piece.view(np.uint32).max()) >= n:
        raise BadEnds


def _blocks(sources: Any, targets: Any, is_query: Any) -> tuple[Any, ...]:
    """The contiguous arrays to copy: both columns of pairs are one."""
    marks = () if is_query is None else (is_query,)
    if are_columns_of_pairs(sources, targets):
        return (block_of_pairs(sources), *marks)
    return (np.ascontiguousarray(sources), np.ascontiguousarray(targets), *marks)


def _batch(count: int, buffers: Sequence[Any], has_marks: bool) -> Batch:
    *ends, marks = buffers if has_marks else (*buffers, None)
    if len(ends) == 1:
        return Batch(count, ends[0], 0, ends[0], 1, marks, stride=2)
    return Batch(count, ends[0], 0, ends[1], 0, marks)


def batch_on_device(
    runtime: Runtime, sources: Any, targets: Any, is_query: Any = None
) -> tuple[Batch, bool]:
    """Return the batch of arrays that are on the device, and whether another queue may write them.

    Raises
    ------
    GraphError
        If they are not contiguous, or not of the right dtype.
    DeviceError
        If they belong to another context.
    """
    arrays = {"u": sources, "v": targets}
    if is_query is not None:
        arrays["is_query"] = is_query
    is_foreign = False
    otherwise = "all arrays of a batch are on the host, or all on a device"
    for name, array in arrays.items():
        dtypes = (np.bool_, np.int8, np.uint8) if array is is_query else (np.int32,)
        check_array(name, array, dtypes, otherwise)
        if array.context != runtime.context:
            raise DeviceError(
                f"{name} belongs to another OpenCL context than the stream; make the stream with "
                "device=queue, the queue of the arrays"
            )
        is_foreign |= wait_for_its_queue(runtime, array)
    places = [array.offset // array.dtype.itemsize for array in arrays.values()]
    marks = None if is_query is None else is_query.base_data
    batch = Batch(
        int(sources.size), sources.base_data, places[0], targets.base_data, places[1], marks,
        places[2] if is_query is not None else 0,
    )  # fmt: skip
    return batch, is_foreign
