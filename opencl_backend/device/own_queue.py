"""Make a queue in a context of its own, for runs and for the trial of a device alike.

Intel's queues do not keep their contexts alive: such a queue computes, but asking for its context
fails once nobody else holds that. So whoever has a queue holds its context as well.

A context of an H100 takes 0.1 to 0.2 seconds. So the one of a trial is kept for the run that is its
reason, and no longer: :func:`queues_of_trials` is around both.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from clconn.errors import DeviceError
from clconn.opencl_backend.device.cl import import_pyopencl

__all__ = ["context_of", "keep_queue", "new_queue", "queues_of_trials"]


class _Kept(threading.local):
    """By device, contexts and queues that nobody uses; None where none are kept."""

    queues: dict[Any, tuple[Any, Any]] | None = None


_kept = _Kept()


@contextmanager
def queues_of_trials() -> Iterator[None]:
    """Keep the queues of devices that are tried in this block, for those that are opened in it."""
    if _kept.queues is not None:
        yield
        return
    _kept.queues = {}
    try:
        yield
    finally:
        _kept.queues = None


def new_queue(device: Any) -> tuple[Any, Any]:
    """A context of this device alone and a queue in it; hold the context as long as the queue."""
    if _kept.queues and device in _kept.queues:
        return _kept.queues.pop(device)
    cl = import_pyopencl()
    context = cl.Context([device])
    # Named, since PoCL calls the whole device a context's first one where it is for a part.
    return context, cl.CommandQueue(context, device)


def keep_queue(device: Any, context: Any, queue: Any) -> None:
    """Keep what :func:`new_queue` returned, for the next one who asks; the queue is empty.

    Outside of :func:`queues_of_trials` nobody will: a context takes memory of its device.
    """
    if _kept.queues is not None:
        _kept.queues[device] = (context, queue)


def context_of(queue: Any) -> Any:
    """The context of a caller's queue.

    Raises
    ------
    DeviceError
        If the caller has dropped the context and the driver's queue has not kept it.
    """
    cl = import_pyopencl()
    try:
        return queue.context
    except cl.Error:
        raise DeviceError(
            f"the context of the queue that was passed is gone: a queue of {_name(queue)} does not "
            "keep it alive; hold the pyopencl.Context in a variable as long as you use the queue, "
            "or pass the context itself"
        ) from None


def _name(queue: Any) -> str:
    return f"{queue.device.name.strip()} ({queue.device.platform.name.strip()})"
