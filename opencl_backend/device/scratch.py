"""Scratch memory that the plans of a runtime share.

Plans take turns on the runtime's queue, one whole run at a time, so one buffer of each kind serves
all of them. Invariant: a run reads from scratch memory only what it has written there.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

__all__ = ["Scratch", "ScratchPool"]


class Scratch:
    """A scratch buffer, which returns to the pool when no plan refers to it any more."""

    def __init__(self, buffer: Any, size: int) -> None:
        self.buffer = buffer
        self.size = size


class ScratchPool:
    """The scratch buffers in use, by name.

    Parameters
    ----------
    allocate
        The method of the runtime that allocates a buffer of the given number of bytes. It does not
        keep the runtime alive, whose context then goes as soon as nobody uses it.
    """

    def __init__(self, allocate: Callable[[int], Any]) -> None:
        self._allocate = weakref.WeakMethod(allocate)
        self._buffers: weakref.WeakValueDictionary[tuple[str, int], Scratch] = (
            weakref.WeakValueDictionary()
        )

    def take(self, name: str, size: int) -> Scratch:
        """Return a buffer of at least ``size`` bytes, and of less than twice as many.

        So a small graph's plan does not keep a large graph's memory when that graph is gone.

        Parameters
        ----------
        name
            What the buffer holds.
        """
        key = (name, size.bit_length())
        scratch = self._buffers.get(key)
        if scratch is None or scratch.size < size:
            allocate = self._allocate()
            assert allocate is not None
            scratch = self._buffers[key] = Scratch(allocate(size), size)
        return scratch
