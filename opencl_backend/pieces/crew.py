"""Several devices that work on the pieces of one graph, each in a thread of its own.

A device takes the next piece as soon as it has room for it. So equal devices get equal shares, and
a processor beside a GPU takes as many as it gets done.

Invariant: when :func:`run_crew` returns or raises, no thread of it is left. A failure of one of
them, and an interrupt of the caller, let the others end after the piece that they are at.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from clconn.errors import DeviceError, DeviceMemoryError
from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["Dispenser", "run_crew"]

_T = TypeVar("_T")


class Dispenser:
    """Hands out the numbers of pieces, each once, in ascending order."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._next = 0
        self._lock = threading.Lock()
        self.stopped = False

    def take(self) -> int | None:
        """Return the next number, or None after the last one or :meth:`stop`."""
        with self._lock:
            if self.stopped or self._next == self.count:
                return None
            self._next += 1
            return self._next - 1

    def stop(self) -> None:
        """Hand out no further number."""
        with self._lock:
            self.stopped = True


def run_crew(
    runtimes: Sequence[Runtime], work: Callable[[int, Runtime], _T], dispenser: Dispenser
) -> list[_T]:
    """Call a function for each device, with its place in the list, at once; return the results.

    Raises
    ------
    ClconnError
        The first failure; that of a device names it.
    """
    if len(runtimes) == 1:
        return [work(0, runtimes[0])]
    results: dict[int, _T] = {}
    failures: list[tuple[int, BaseException]] = []

    def act(place: int) -> None:
        try:
            results[place] = work(place, runtimes[place])
        except BaseException as error:
            failures.append((place, error))
            dispenser.stop()

    threads = [
        threading.Thread(target=act, args=(place,), name=f"clconn-device-{place}", daemon=True)
        for place in range(len(runtimes))
    ]
    try:
        for thread in threads:
            thread.start()
    finally:
        _wait_for(threads, dispenser)
    if failures:
        place, error = failures[0]
        raise _named(error, f"device {place} of {len(runtimes)}, {runtimes[place].name}") from error
    return [results[place] for place in range(len(runtimes))]


def _wait_for(threads: Sequence[threading.Thread], dispenser: Dispenser) -> None:
    interrupt: BaseException | None = None
    for thread in threads:
        while thread.ident is not None and thread.is_alive():
            try:
                thread.join()
            except BaseException as error:  # an interrupt, which is raised when all have ended
                interrupt = error
                dispenser.stop()
    if interrupt is not None:
        raise interrupt


def _named(error: BaseException, device: str) -> BaseException:
    for kind in (DeviceMemoryError, DeviceError):
        if isinstance(error, kind):
            return type(error)(f"{error} ({device})")
    return error
