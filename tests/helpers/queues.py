"""Queues of a caller's own."""

from __future__ import annotations

from functools import cache
from typing import Any


def queue_on(device: Any, **options: Any) -> Any:
    """A queue in a new context of this device alone, which it keeps; not every driver's does."""
    import pyopencl

    context = pyopencl.Context([device])
    queue = _keeping_queue()(context, **options)
    queue.kept_context = context
    return queue


@cache
def _keeping_queue() -> Any:
    """The type of queues with a place for their context; collecting tests needs no pyopencl."""
    import pyopencl

    return type("KeepingQueue", (pyopencl.CommandQueue,), {})
