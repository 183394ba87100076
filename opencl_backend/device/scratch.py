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

    def __init__(self, buffer: Any) -> None:
        self.buffer = buffer


class ScratchPool:
    """The scratch buffers in use, by name.

    Parameters
    ----------
    allocate
        Allocates a buffer of the given number of bytes.
    """

    def __init__(self, allocate: Callable[[int], Any]) -> None:
        self._allocate = allocate
        self._buffers: weakref.WeakValueDictionary[str, Scratch] = weakref.WeakValueDictionary()

    def take(self, name: str, size: int) -> Scratch:
        """Return a buffer of at least ``size`` bytes: the existing one if it is large enough.

        Parameters
        ----------
        name
            What the buffer holds.
        """
        scratch = self._buffers.get(name)
        if scratch is None or scratch.buffer.size < size:
            scratch = self._buffers[name] = Scratch(self._allocate(size))
        return scratch
