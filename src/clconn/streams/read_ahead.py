"""Read the next batches in a thread while this one is worked on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from clconn.streams.batches import Batch, Batches

__all__ = ["Arrival", "read_ahead"]

_BATCHES_AHEAD = 2
_SECONDS_TO_STOP = 1.0


class Arrival(NamedTuple):
    """A batch, and where its source stood after it.

    Attributes
    ----------
    batch : Batch
    position : dict
        The position after the batch.
    share : float or None
        The part of the source up to there.
    """

    batch: Batch
    position: dict[str, Any]
    share: float | None


class _End(NamedTuple):
    error: BaseException | None


@contextmanager
def read_ahead(batches: Batches) -> Iterator[Iterator[Arrival]]:
    """Yield an iterator of the batches; a thread reads up to two of them before they are asked for.

    An error of the source comes out of the iterator, after all batches before it.
    """
    # The thread may hold one more batch, and the caller has one.
    arrivals: queue.Queue[Arrival | _End] = queue.Queue(_BATCHES_AHEAD - 1)
    is_stopped = threading.Event()

    def put(item: Arrival | _End) -> bool:
        while not is_stopped.is_set():
            try:
                arrivals.put(item, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def read() -> None:
        try:
            for batch in batches:
                if not put(Arrival(batch, batches.position, batches.share)):
                    return
        except BaseException as error:
            put(_End(error))
        else:
            put(_End(None))

    def take() -> Iterator[Arrival]:
        while not isinstance(item := arrivals.get(), _End):
            yield item
        if item.error is not None:
            raise item.error

    # A daemon: where a pipe is silent, the thread waits, and must not hold up the end of a program.
    thread = threading.Thread(target=read, name="clconn-stream", daemon=True)
    thread.start()
    try:
        yield take()
    finally:
        is_stopped.set()
        thread.join(_SECONDS_TO_STOP)
