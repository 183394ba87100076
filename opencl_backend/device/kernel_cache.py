"""The programs and kernels of one queue: built once, and used again where that is possible.

A program is kept as long as any queue of its context is, since compiling takes from a tenth of a
second to several. A kernel object holds its arguments, so every launch of a plan has one of its
own; making one takes pyopencl 70 microseconds, which a small graph's plan would spend half of its
time on. So the kernels of plans that are gone are given to new ones.

Invariant: a kernel object belongs to one plan, or is kept, or is free; whoever takes a free one
sets all its arguments. What is in a queue does not change when they are: they are read when it is
put there.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.launches import Launch, Step
from clconn.opencl_backend.device.programs import build_program, relevant_switches

__all__ = ["KernelCache"]

_Key = tuple[Any, ...]


class _Programs(dict[_Key, Any]):
    """The programs of one context, by file and switches; unlike a dict it can be weakly held."""


_programs_of: weakref.WeakValueDictionary[Any, _Programs] = weakref.WeakValueDictionary()


class KernelCache:
    """The kernels of one queue, of programs that all queues of its context share.

    Parameters
    ----------
    context : pyopencl.Context
    switches : mapping
        ``-D`` switches that all programs get.
    """

    def __init__(self, context: Any, switches: Mapping[str, str | int | None]) -> None:
        self._context = context
        self._switches = switches
        self._programs = _programs_of.setdefault(context, _Programs())
        self._kept: dict[_Key, Any] = {}
        self._free: dict[_Key, deque[Any]] = {}
        self._keys: dict[int, _Key] = {}
        """Of the kernels that may become free, by the address of each."""

    def take(self, file: str, name: str, defines: Mapping[str, str | int | None]) -> Any:
        """A kernel object for one launch of one plan."""
        switches = relevant_switches(file, {**defines, **self._switches})
        program_key = (file, *sorted((k, str(v)) for k, v in switches.items()))
        key = (name, *program_key)
        try:
            return self._free.setdefault(key, deque()).pop()
        except IndexError:
            pass
        if program_key not in self._programs:
            self._programs[program_key] = build_program(self._context, file, switches)
        made = import_pyopencl().Kernel(self._programs[program_key], name)
        self._keys[made.int_ptr] = key
        return made

    def keep(self, file: str, name: str, defines: Mapping[str, str | int | None]) -> Any:
        """The one kernel object of that name, for short use while the lock is held."""
        key = (name, file, *sorted((k, str(v)) for k, v in defines.items()))
        if key not in self._kept:
            made = self._kept[key] = self.take(file, name, defines)
            del self._keys[made.int_ptr]
        return self._kept[key]

    def free_after(self, plan: object, steps: Iterable[Step]) -> None:
        """Take the kernels of some steps back when a plan is gone.

        Parameters
        ----------
        plan : object
        steps : iterable of Launch or Loop
            No other plan has them.
        """
        gone = weakref.finalize(plan, self._free_kernels, _kernels(steps))
        gone.atexit = False

    def give_back(self, steps: Iterable[Step]) -> None:
        """Take the kernels of some steps back that are enqueued, and will not be again."""
        self._free_kernels(_kernels(steps))

    def _free_kernels(self, kernels: Mapping[int, Any]) -> None:
        # May be called while another thread takes one: a deque's ends are safe by themselves.
        for address, kernel in kernels.items():
            if address in self._keys:
                self._free[self._keys[address]].append(kernel)


def _kernels(steps: Iterable[Step]) -> dict[int, Any]:
    """The kernels of some steps, each once, by their addresses."""
    found: dict[int, Any] = {}
    for step in steps:
        if isinstance(step, Launch):
            found[step.kernel.int_ptr] = step.kernel
        else:
            found |= _kernels(step.body)
    return found
