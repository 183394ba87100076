"""Copy host arrays to a device while it computes: pinned staging filled by threads.

A driver copies an array through pinned memory of its own on one core, at a quarter of what the bus
moves. Here several threads fill pinned buffers, and a queue for transfers alone carries these to
the device, so that kernels on the main queue go on meanwhile. What a few cores copy in no time goes
by one pinned buffer on the main queue instead: threads would cost more than they save.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.driver_errors import translates_errors
from clconn.opencl_backend.device.pinned_memory import PinnedRing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["CHUNK", "SMALL", "Staging"]

SMALL = 1 << 20
"""Bytes that one thread copies: at 10 GB/s, 0.1 milliseconds."""
CHUNK = 8 << 20
"""Bytes of a pinned buffer; from 4 to 32 MiB make no difference."""
LEAST_CHUNK = 2 << 20
"""Bytes that are worth waking a thread."""
MOST_THREADS = 12
"""Threads that fill the bus: more of them share the same host memory."""
ALIGNMENT = 64


class Staging:
    """The way of host arrays into buffers of a device.

    Nothing is pinned, and no thread started, before the first array needs it.

    Parameters
    ----------
    runtime
    pinned
        Whether arrays go through pinned memory; by default, unless the device is a processor, whose
        memory is the host's.
    chunk, small
        Bytes, as :data:`CHUNK` and :data:`SMALL`.
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
    ) -> None:
        self.name = runtime.name
        self._runtime = runtime
        self._pinned = not runtime.is_cpu if pinned is None else pinned
        self._chunk = chunk
        self._small = small
        self._threads = threads or min(MOST_THREADS, os.cpu_count() or 1)
        self._making = threading.Lock()

    @translates_errors
    def upload(
        self,
        parts: Sequence[tuple[Any, Any]],
        wait_for: Sequence[Any] = (),
        look: Callable[[NDArray[Any]], None] | None = None,
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
            Called by the threads with each piece of the arrays, while it is in the cache; if it
            raises an exception, so does this method.

        Returns
        -------
        list of pyopencl.Event
            What a kernel on the runtime's queue must wait for before it reads the buffers. It is
            empty if that queue's order suffices.
        """
        self._runtime.check_process()
        copies = [(buffer, _bytes(array)) for buffer, array in parts if array.size]
        if look is not None and not self._by_threads(copies):
            for _, array in parts:
                look(array)
        if not copies:
            return []
        if not self._pinned:
            return self._copy_plainly(copies, wait_for)
        if not self._by_threads(copies):
            return self._copy_in_order(copies, wait_for)
        arrays = [array for _, array in parts if array.size]
        looks = [None if look is None else _look_at(look, array.dtype) for array in arrays]
        return self._copy_by_threads(copies, wait_for, looks)

    def _by_threads(self, copies: list[tuple[Any, NDArray[np.uint8]]]) -> bool:
        size = sum(-(-source.size // ALIGNMENT) * ALIGNMENT for _, source in copies)
        return self._pinned and size > self._small

    def order(self, events: Sequence[Any]) -> None:
        """Make what is enqueued on the runtime's queue from now on wait for events."""
        if events:
            import_pyopencl().enqueue_barrier(self._runtime.queue, wait_for=list(events))

    def _copy_plainly(
        self, copies: list[tuple[Any, NDArray[np.uint8]]], wait_for: Sequence[Any]
    ) -> list[Any]:
        cl = import_pyopencl()
        queue = self._runtime.queue
        for buffer, source in copies:
            cl.enqueue_copy(queue, buffer, source, is_blocking=True, wait_for=list(wait_for))
        return []

    def _copy_in_order(
        self, copies: list[tuple[Any, NDArray[np.uint8]]], wait_for: Sequence[Any]
    ) -> list[Any]:
        cl = import_pyopencl()
        with self._making:
            ring = self._small_ring
        pinned = ring.take()
        try:
            begin = 0
            for buffer, source in copies:
                view = pinned.bytes[begin : begin + source.size]
                view[:] = source
                pinned.transfers.append(
                    cl.enqueue_copy(
                        self._runtime.queue, buffer, view,
                        is_blocking=False, wait_for=list(wait_for),
                    )
                )  # fmt: skip
                begin += -(-source.size // ALIGNMENT) * ALIGNMENT
        finally:
            ring.give_back(pinned)
        return []

    def _copy_by_threads(
        self,
        copies: list[tuple[Any, NDArray[np.uint8]]],
        wait_for: Sequence[Any],
        looks: Sequence[Callable[[NDArray[np.uint8]], None] | None],
    ) -> list[Any]:
        cl = import_pyopencl()
        with self._making:
            pool, ring, transfers = self._pool, self._ring, self._transfers
        if wait_for:
            # What is still with the host would never be done.
            self._runtime.queue.flush()
            cl.enqueue_barrier(transfers, wait_for=list(wait_for))
        total = sum(source.size for _, source in copies)
        # As many chunks as threads, so that none of them waits for the last one.
        share = -(-total // self._threads) + ALIGNMENT - 1
        size = min(self._chunk, max(LEAST_CHUNK, share // ALIGNMENT * ALIGNMENT))
        futures = [
            pool.submit(
                _copy_chunk,
                ring,
                transfers,
                buffer,
                source[begin : begin + size],
                begin,
                look,
            )
            for (buffer, source), look in zip(copies, looks, strict=True)
            for begin in range(0, source.size, size)
        ]
        try:
            for future in futures:
                future.result()
        except BaseException:
            # No thread may read the caller's arrays after this call, failed or interrupted.
            for future in futures:
                future.cancel()
            wait(futures)
            # Nor may a copy be on its way into a buffer that the caller gives back.
            transfers.finish()
            raise
        done = cl.enqueue_marker(transfers)
        transfers.flush()
        return [done]

    @cached_property
    def _transfers(self) -> Any:
        return import_pyopencl().CommandQueue(self._runtime.context, self._runtime.device)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        # Its threads end when it is collected with the runtime.
        return ThreadPoolExecutor(self._threads, thread_name_prefix="clconn-staging")

    @cached_property
    def _ring(self) -> PinnedRing:
        return self._make_ring(self._chunk, max(16, self._threads))

    @cached_property
    def _small_ring(self) -> PinnedRing:
        return self._make_ring(self._small, 32)

    def _make_ring(self, size: int, most: int) -> PinnedRing:
        # To map waits for all that is in a queue, so it has one of its own.
        queue = import_pyopencl().CommandQueue(self._runtime.context, self._runtime.device)
        return PinnedRing(self._runtime.context, queue, size, most)


def _copy_chunk(
    ring: PinnedRing,
    transfers: Any,
    buffer: Any,
    part: NDArray[np.uint8],
    begin: int,
    look: Callable[[NDArray[np.uint8]], None] | None,
) -> None:
    pinned = ring.take()
    try:
        view = pinned.bytes[: part.size]
        view[:] = part
        if look is not None:
            look(part)
        pinned.transfers.append(
            import_pyopencl().enqueue_copy(
                transfers, buffer, view, dst_offset=begin, is_blocking=False
            )
        )
        transfers.flush()
    finally:
        ring.give_back(pinned)


def _look_at(
    look: Callable[[NDArray[Any]], None], dtype: Any
) -> Callable[[NDArray[np.uint8]], None]:
    return lambda piece: look(piece.view(dtype))


def _bytes(array: Any) -> NDArray[np.uint8]:
    """The bytes of an array, in place."""
    return np.asarray(array).reshape(-1).view(np.uint8)
