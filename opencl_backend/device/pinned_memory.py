"""Pinned memory of the host, which a device reads and writes several times as fast as other memory.

To pin takes longer than to copy, so a buffer is pinned once and kept.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.opencl_backend.device.cl import import_pyopencl

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PinnedBuffer", "PinnedRing"]


class PinnedBuffer:
    """A pinned buffer, mapped for as long as it lives.

    Attributes
    ----------
    bytes : numpy.ndarray, uint8
        Its memory. Used only after :meth:`wait`.
    transfers
        Events of the transfers that use it.
    """

    def __init__(self, context: Any, queue: Any, size: int) -> None:
        cl = import_pyopencl()
        flags = cl.mem_flags.ALLOC_HOST_PTR | cl.mem_flags.READ_WRITE
        self._buffer = cl.Buffer(context, flags, size)
        both = cl.map_flags.READ | cl.map_flags.WRITE
        self.bytes: NDArray[np.uint8]
        self.bytes, _ = cl.enqueue_map_buffer(
            queue, self._buffer, both, 0, (size,), np.uint8, is_blocking=True
        )
        # All of them: pyopencl waits for a transfer, with the interpreter locked, where its event
        # is dropped before it is done.
        self.transfers: list[Any] = []

    @property
    def idle(self) -> bool:
        """Whether no transfer uses it any more, so that :meth:`wait` returns at once."""
        if not self.transfers:
            return True
        complete = import_pyopencl().command_execution_status.COMPLETE
        # Failures are below.
        return bool(self.transfers[-1].command_execution_status <= complete)

    def wait(self) -> None:
        """Wait until no transfer uses it; raise the failure of a transfer, once."""
        transfers, self.transfers = self.transfers, []
        if transfers:
            import_pyopencl().wait_for_events(transfers)


class PinnedRing:
    """Pinned buffers, used in turn; another one is pinned only while all others are in use.

    One thread at a time uses it.

    Parameters
    ----------
    queue : pyopencl.CommandQueue
        Maps them.
    size
        Bytes of a buffer.
    most
        The largest number of buffers, no less than are taken at a time.
    """

    def __init__(self, context: Any, queue: Any, size: int, most: int) -> None:
        self.size = size
        self.most = most
        self._context = context
        self._queue = queue
        self._made: list[PinnedBuffer] = []
        self._free: deque[PinnedBuffer] = deque()

    def take(self) -> PinnedBuffer:
        """Return a buffer that no transfer uses."""
        if len(self._made) < self.most and not (self._free and self._free[0].idle):
            buffer = PinnedBuffer(self._context, self._queue, self.size)
            self._made.append(buffer)
            return buffer
        buffer = self._free[0]
        buffer.wait()
        return self._free.popleft()

    def give_back(self, buffer: PinnedBuffer) -> None:
        """Let the buffer be taken again once its transfers are done."""
        self._free.append(buffer)

    def take_all_back(self) -> None:
        """Free all buffers after a failure; no transfer uses any of them."""
        for buffer in self._made:
            buffer.transfers.clear()
        self._free = deque(self._made)
