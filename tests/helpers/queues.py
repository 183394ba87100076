"""Queues of a caller's own."""

from __future__ import annotations

from functools import cache
from typing import Any


def queue_on(device: Any, *, context: Any = None, **options: Any) -> Any:
    """A queue in a context of this device alone, which it keeps; not every driver's does.

    The context is a new one if none is given. Those that share one share their programs.
    """
    import pyopencl

    context = context or pyopencl.Context([device])
    # PoCL takes the whole of a device for its parts, unless they are named.
    queue = _keeping_queue()(context, device, **options)
    queue.kept_context = context
    return queue


@cache
def _keeping_queue() -> Any:
    """The type of queues with a place for their context; collecting tests needs no pyopencl."""
    import pyopencl

    return type("KeepingQueue", (pyopencl.CommandQueue,), {})
