"""Carry numbers from one device to another, through pinned memory of the host.

The parts of an array overlap: while one is on its way to the second device, the next one comes from
the first. The host needs room for a few parts only.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import numpy as np

from clconn.opencl_backend.device.copying_threads import Load
from clconn.opencl_backend.device.copying_threads import Piece as Copy
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["carry"]

PART = 8 << 20
"""Bytes of a part."""

_AHEAD = 2

_one_at_a_time = threading.Lock()
"""Whoever carries holds the ways of two devices. So two callers, who may name the same devices in
different orders, never wait for each other."""


def carry(of: Runtime, to: Runtime, buffers: Sequence[tuple[Any, int]]) -> list[Any]:
    """Copy the beginnings of buffers to another device, and return the buffers there.

    What is enqueued on the second device's queue from now on happens after it.

    Parameters
    ----------
    buffers
        Each with its number of bytes.
    """
    with _one_at_a_time, to.lock:
        if of.is_cpu or to.is_cpu:
            return [to.upload(of.download(buffer, size, np.uint8)) for buffer, size in buffers]
        copies = [to.allocate(size) for _, size in buffers]
        # The pool may have had them from a kernel that is not done.
        to.finish()
        loads = _loads(of, buffers, copies)
        with closing(to.staging.stream(loads, _AHEAD)) as stream:
            for _, event in stream:
                to.staging.order([event])
        return copies


def _loads(
    of: Runtime, buffers: Sequence[tuple[Any, int]], copies: Sequence[Any]
) -> Iterator[Load]:
    rooms = [np.empty(PART, dtype=np.uint8) for _ in range(_AHEAD)]
    turn = 0
    for (buffer, size), copy in zip(buffers, copies, strict=True):
        for begin in range(0, size, PART):
            part = rooms[turn][: min(PART, size - begin)]
            of.staging.download(buffer, part, begin)
            yield Load([Copy(part, part.dtype, copy, begin)], [], None)
            turn = (turn + 1) % _AHEAD
