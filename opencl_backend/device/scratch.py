"""Scratch memory that the plans of a runtime share.

Plans take turns on the runtime's queue, whole runs at a time, so one buffer of a kind does for all
of them. Invariant: a run reads nothing from scratch memory that it has not written.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

__all__ = ["Scratch", "ScratchPool"]


class Scratch:
    """A scratch buffer, which is given back when no plan has it any more.

    Attributes
    ----------
    buffer : pyopencl.Buffer
    """

    def __init__(self, buffer: Any) -> None:
        self.buffer = buffer


class ScratchPool:
    """The scratch buffers in use, by what they hold.

    Parameters
    ----------
    allocate : callable
        Makes a buffer of a number of bytes.
    """

    def __init__(self, allocate: Callable[[int], Any]) -> None:
        self._allocate = allocate
        self._kept: weakref.WeakValueDictionary[str, Scratch] = weakref.WeakValueDictionary()

    def take(self, name: str, size: int) -> Scratch:
        """A buffer of at least so many bytes; that of the other plans if it is large enough.

        Parameters
        ----------
        name : str
            What it holds.
        size : int
        """
        kept = self._kept.get(name)
        if kept is None or kept.buffer.size < size:
            kept = self._kept[name] = Scratch(self._allocate(size))
        return kept
