"""Copy large arrays between the host and a device: through pinned memory, by several threads.

A driver copies an array through pinned memory of its own on one core, at a quarter of what the bus
moves. Here several threads copy to and from pinned buffers, and queues for transfers alone carry
these to the device and back, so that kernels on the main queue go on meanwhile. What a few cores
copy in no time goes by one pinned buffer on the main queue instead: threads would cost more than
they save.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.cached_properties import cached_property
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.copying_threads import CopyingThreads, Load, Piece
from clconn.opencl_backend.device.driver_errors import translates_errors
from clconn.opencl_backend.device.forked_processes import check_process
from clconn.opencl_backend.device.pinned_memory import PinnedRing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["CHUNK", "SMALL", "Staging"]

# On the host of an H100 (16 cores), GB/s to the device: 8 MB go at 7 by the driver alone, at 10 to
# 12 by 2 to 6 threads and at 6 by 12, since a thread takes some 50 microseconds to wake; 64 MB go
# at 20 by 3 threads, 26 by 6, 28 by 12; 268 MB at 37 to 41 in pieces of 4 MiB, 33 to 37 of 8, 23 to
# 31 of 2, 14 of 1. Back, into memory that exists, 85 MiB go at 35 and 256 at 45; into new memory,
# whose pages the kernel must clear, at 18 to 25. With 16 threads all is as with 12. On the host of
# two H200s (32 cores) 4.3 GB go to one of them at 45 in buffers of 4 MiB, at 46 in buffers of 8 and
# at 47 in buffers of 16 that several threads fill; in shares of 2 MiB at 38. Both at once get 40 to
# 50 together, whatever the buffers: threads wait for the interpreter's lock. Two processes reach 74
# together, and copies from memory to memory alone 60 to 84.
# Hosts of one kind differ: 92 MB came back into memory that exists in 3.4 ms on most and in 9 on
# one, where each share cost 80 microseconds more; so shares are no smaller. Into new memory they
# take 5.8 ms, 16 GB/s, and 268 MB 10.7, 26 GB/s: twelve threads clear pages at 32 GB/s. Tried, and
# no faster on two hosts: threads that enqueue and await pieces of their own, and buffers of 32 and
# 48 MB of which each thread fills one part (268 MB up at 29 to 34 GB/s beside 33 to 37). A third
# host gave 24 GB/s into new memory, as much as twelve threads copy from memory to new memory there
# (22 to 26, in huge pages); with all pages provided ahead, by madvise, while the first pieces came,
# 16.
SMALL = 2 << 20
"""Bytes that one thread copies, in a quarter of a millisecond."""
CHUNK = 8 << 20
"""Bytes of a pinned buffer."""
SHARE = 4 << 20
"""Bytes of it that a thread fills."""
LEAST_CHUNK = 2 << 20
"""Bytes that are worth waking a thread."""
MOST_THREADS = 12
"""Threads that fill the bus: more of them share the same host memory."""
MOST_BUFFERS = 12
"""Pinned buffers for the threads."""
SMALL_BUFFERS = 32
"""Pinned buffers for small arrays, which are made one by one as they are needed."""
ALIGNMENT = 64


class Staging:
    """The ways of host arrays into buffers of a device, and back.

    Nothing is pinned, and no thread started, before the first array needs it.

    Parameters
    ----------
    runtime
    pinned
        Whether arrays go through pinned memory; by default, unless the device is a processor, whose
        memory is the host's.
    chunk, small, share
        Bytes, as :data:`CHUNK`, :data:`SMALL` and :data:`SHARE`.
    threads
        By default, one a core.
    """

    def __init__(
        self,
        runtime: Runtime,
        *,
        pinned: bool | None = None,
        chunk: int = CHUNK,
        small: int = SMALL,
        threads: int | None = None,
        share: int = SHARE,
    ) -> None:
        # Without the runtime, which keeps this object: its context goes when nobody uses it.
        self.name = runtime.name
        self._queue = runtime.queue
        self._context = runtime.context
        self._device = runtime.device
        self._process = os.getpid()
        self._pinned = not runtime.is_cpu if pinned is None else pinned
        self._chunk = chunk
        self._small = small
        self._share = min(share, chunk)
        self._threads = threads or min(MOST_THREADS, os.cpu_count() or 1)
        self._turn = threading.Lock()

    @translates_errors
    def upload(
        self,
        parts: Sequence[tuple[Any, Any]],
        wait_for: Sequence[Any] = (),
        look: Callable[[NDArray[Any]], None] | None = None,
        dtype: Any = None,
    ) -> list[Any]:
        """Copy contiguous host arrays to the beginnings of buffers.

        The arrays may be changed as soon as it returns; the data is then still on its way.

        Parameters
        ----------
        parts
            Pairs of a buffer and an array.
        wait_for
            Events of the kernels before which the buffers must not change. Kernels enqueued on
            other queues than the runtime's have been flushed.
        look
            Called with each piece of the arrays, by the threads while it is in the cache; if it
            raises an exception, so does this method.
        dtype
            The type of the numbers on the device; by default that of each array. A number that it
            does not hold becomes another one.

        Returns
        -------
        list of pyopencl.Event
            What a kernel on the runtime's queue must wait for before it reads the buffers. It is
            empty if that queue's order suffices.
        """
        check_process(self.name, self._process)
        copies = [
            Piece(np.asarray(array).reshape(-1), np.dtype(dtype or array.dtype), buffer, 0, look)
            for buffer, array in parts
            if array.size
        ]
        by_threads = self._pinned and sum(map(_room, copies)) > self._small
        if look is not None and not by_threads:
            for copy in copies:
                look(copy.array)
        if not copies:
            return []
        if not self._pinned:
            return self._copy_plainly(copies, wait_for)
        with self._turn:
            if not by_threads:
                return self._copy_in_order(copies, wait_for)
            if wait_for:
                # What is still with the host would never be done.
                self._queue.flush()
                import_pyopencl().enqueue_barrier(self._upload_queue, wait_for=list(wait_for))
            return [self._copying.upload(self._upload_queue, self._pieces(copies))]

    def stream(self, loads: Iterable[Load], ahead: int) -> Generator[tuple[Any, Any], None, None]:
        """Copy loads through pinned memory, one after the other, without a pause in between.

        Yield the label of each, and an event after which it is on the device. The caller holds the
        runtime's lock until the last one, closes the generator in any case, and makes no other
        transfer of large arrays meanwhile.

        Parameters
        ----------
        loads
            Their arrays may have any size. Kernels in `wait_for` have been flushed.
        ahead
            As many loads are on their way at once; the next one is asked for only after the caller
            has come back for another one.
        """
        check_process(self.name, self._process)

        def cut() -> Iterator[Load]:
            for load in loads:
                pieces = [part for piece in load.pieces for part in self._cut(piece, self._chunk)]
                yield Load(pieces, load.wait_for, load.label)

        copying = self._copying
        with self._turn, closing(copying.stream(self._upload_queue, cut(), ahead)) as stream:
            for load, done in stream:
                yield load.label, done

    @translates_errors
    def download(self, buffer: Any, array: NDArray[Any], begin: int = 0) -> None:
        """Copy a buffer, from byte `begin` on, into a contiguous array, and wait.

        What has been enqueued on the runtime's queue so far happens before.
        """
        check_process(self.name, self._process)
        cl = import_pyopencl()
        queue = self._queue
        if not self._pinned or array.nbytes <= self._small:
            cl.enqueue_copy(queue, array, buffer, src_offset=begin)
            return
        with self._turn:
            before = cl.enqueue_marker(queue)
            queue.flush()
            cl.enqueue_barrier(self._download_queue, wait_for=[before])
            flat = array.reshape(-1)
            pieces = self._pieces([Piece(flat, flat.dtype, buffer, begin)])
            self._copying.download(self._download_queue, pieces)

    def order(self, events: Sequence[Any]) -> None:
        """Make what is enqueued on the runtime's queue from now on wait for events."""
        if events:
            import_pyopencl().enqueue_barrier(self._queue, wait_for=list(events))

    def _copy_plainly(self, copies: list[Piece], wait_for: Sequence[Any]) -> list[Any]:
        cl = import_pyopencl()
        for copy in copies:
            array = copy.array.astype(copy.dtype, copy=False)
            cl.enqueue_copy(
                self._queue, copy.buffer, array, is_blocking=True, wait_for=list(wait_for)
            )
        return []

    def _copy_in_order(self, copies: list[Piece], wait_for: Sequence[Any]) -> list[Any]:
        cl = import_pyopencl()
        pinned = self._small_ring.take()
        try:
            begin = 0
            for copy in copies:
                size = copy.array.size * copy.dtype.itemsize
                view = pinned.bytes[begin : begin + size].view(copy.dtype)
                view[:] = copy.array
                pinned.transfers.append(
                    cl.enqueue_copy(
                        self._queue, copy.buffer, view,
                        is_blocking=False, wait_for=list(wait_for),
                    )
                )  # fmt: skip
                begin += _room(copy)
        finally:
            self._small_ring.give_back(pinned)
        return []

    def _pieces(self, copies: list[Piece]) -> list[Piece]:
        total = sum(map(_room, copies))
        # As many pieces as threads, so that none of them waits for the last one, all of one size.
        largest = min(self._chunk, max(LEAST_CHUNK, -(-total // self._threads)))
        size = -(-total // -(-total // largest))
        return [part for copy in copies for part in self._cut(copy, size)]

    @staticmethod
    def _cut(copy: Piece, size: int) -> list[Piece]:
        item = copy.dtype.itemsize
        step = max(size // ALIGNMENT * ALIGNMENT // item, 1)
        return [
            replace(copy, array=copy.array[begin : begin + step], begin=copy.begin + begin * item)
            for begin in range(0, copy.array.size, step)
        ]

    @cached_property
    def _upload_queue(self) -> Any:
        return self._new_queue()

    @cached_property
    def _download_queue(self) -> Any:
        return self._new_queue()

    @cached_property
    def _copying(self) -> CopyingThreads:
        # Those that are filled, and as many that are on their way.
        filled = -(-self._threads * self._share // self._chunk)
        ring = self._make_ring(self._chunk, max(MOST_BUFFERS, 2 * filled))
        return CopyingThreads(ring, self._threads, self._share)

    @cached_property
    def _small_ring(self) -> PinnedRing:
        return self._make_ring(self._small, SMALL_BUFFERS)

    def _make_ring(self, size: int, most: int) -> PinnedRing:
        # To map waits for all that is in a queue, so it has one of its own.
        return PinnedRing(self._context, self._new_queue(), size, most)

    def _new_queue(self) -> Any:
        return import_pyopencl().CommandQueue(self._context, self._device)


def _room(copy: Piece) -> int:
    """The bytes that a part takes in a pinned buffer that others share."""
    size = int(copy.array.size * copy.dtype.itemsize)
    return -(-size // ALIGNMENT) * ALIGNMENT
