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


def new_runtime(device: Any) -> Any:
    """A new runtime, whose queue is in the context that all tests of the device share.

    So what another test has built is not built again.
    """
    from clconn.opencl_backend.device.runtime import Runtime, open_runtime

    return Runtime(queue_on(device, context=open_runtime(device).context))


@cache
def _keeping_queue() -> Any:
    """The type of queues with a place for their context; collecting tests needs no pyopencl."""
    import pyopencl

    return type("KeepingQueue", (pyopencl.CommandQueue,), {})
