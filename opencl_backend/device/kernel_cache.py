"""The programs and kernels of one queue, built once and reused where possible.

A program is kept as long as any queue of its context exists, since compiling takes from a tenth of
a second to several seconds. A kernel object holds its arguments, so every launch of a plan needs
its own. pyopencl takes 70 microseconds to create one, which would be half of the time for a small
graph's plan. So new plans reuse the kernels of plans that no longer exist.

Invariant: a kernel object belongs to one plan, or is the shared one of its name, or is free.
Whoever takes a free one sets all its arguments. This does not affect launches in the queue: a
launch reads its arguments when it is enqueued.
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
    """The programs of one context by file and switches; unlike a dict, allows weak references."""


_programs_of: weakref.WeakValueDictionary[Any, _Programs] = weakref.WeakValueDictionary()


class KernelCache:
    """The kernels of one queue, from programs that all queues of its context share.

    Parameters
    ----------
    context : pyopencl.Context
    switches
        ``-D`` switches for all programs.
    """

    def __init__(self, context: Any, switches: Mapping[str, str | int | None]) -> None:
        self._context = context
        self._switches = switches
        self._programs = _programs_of.setdefault(context, _Programs())
        self._shared_kernels: dict[_Key, Any] = {}
        self._free: dict[_Key, deque[Any]] = {}
        self._keys: dict[int, _Key] = {}
        """The key of each kernel that may become free, by the kernel's address."""

    def take(self, file: str, name: str, defines: Mapping[str, str | int | None]) -> Any:
        """Return a kernel object for one launch of one plan."""
        switches = relevant_switches(file, {**defines, **self._switches})
        program_key = (file, *sorted((k, str(v)) for k, v in switches.items()))
        key = (name, *program_key)
        try:
            return self._free.setdefault(key, deque()).pop()
        except IndexError:
            pass
        if program_key not in self._programs:
            self._programs[program_key] = build_program(self._context, file, switches)
        kernel = import_pyopencl().Kernel(self._programs[program_key], name)
        self._keys[kernel.int_ptr] = key
        return kernel

    def keep(self, file: str, name: str, defines: Mapping[str, str | int | None]) -> Any:
        """Return the one shared kernel object of that name, for short use under the lock."""
        key = (name, file, *sorted((k, str(v)) for k, v in defines.items()))
        if key not in self._shared_kernels:
            kernel = self._shared_kernels[key] = self.take(file, name, defines)
            del self._keys[kernel.int_ptr]
        return self._shared_kernels[key]

    def free_after(self, plan: object, steps: Iterable[Step]) -> None:
        """Take back the kernels of some steps when ``plan``, their only user, is gone."""
        finalizer = weakref.finalize(plan, self._free_kernels, _kernels(steps))
        finalizer.atexit = False

    def give_back(self, steps: Iterable[Step]) -> None:
        """Take back the kernels of some steps that are enqueued and will not be enqueued again."""
        self._free_kernels(_kernels(steps))

    def _free_kernels(self, kernels: Mapping[int, Any]) -> None:
        # May run while another thread takes one: operations on a deque's ends are thread-safe.
        for address, kernel in kernels.items():
            if address in self._keys:
                self._free[self._keys[address]].append(kernel)


def _kernels(steps: Iterable[Step]) -> dict[int, Any]:
    """The kernels of some steps, each once, by address."""
    kernels: dict[int, Any] = {}
    for step in steps:
        if isinstance(step, Launch):
            kernels[step.kernel.int_ptr] = step.kernel
        else:
            kernels |= _kernels(step.body)
    return kernels
