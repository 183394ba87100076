"""The programs and kernels of one queue, built once and reused where possible.

A program is kept as long as any queue of its context exists, since compiling takes from a tenth of
a second to several seconds. A plan asks for all its kernels before it needs one. Then those that
are missing are built at once, and with them those that are expected (``programs.py``). Plans share
a kernel if their switches differ in nothing on which it depends (``kernel_switches.py``).

A kernel object holds its arguments, so every launch of a plan needs its own. pyopencl takes 70
microseconds to create one, which would be half of the time for a small graph's plan. So new plans
reuse the kernels of plans that no longer exist.

Invariant: a kernel object belongs to one plan, or is the shared one of its name, or is free.
Whoever takes a free one sets all its arguments. This does not affect launches in the queue: a
launch reads its arguments when it is enqueued.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from clconn.errors import KernelBuildError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.kernel_switches import kernel_switches
from clconn.opencl_backend.device.kernel_text import KernelSet, kernel_names, relevant_switches
from clconn.opencl_backend.device.launches import (
    Decision,
    Launch,
    PendingKernel,
    Step,
    bodies,
    make_all,
)
from clconn.opencl_backend.device.programs import build_programs

__all__ = ["KernelCache"]

_Switches = Mapping[str, str | int | None]
_Key = tuple[Any, ...]
"""The name of a kernel, its file, and the switches on which it depends, as sorted pairs; that of a
program has no such name, and all switches that the file mentions."""


class _Programs(dict[_Key, Any]):
    """The programs of one context by kernel; unlike a dict, allows weak references."""


_programs_of: weakref.WeakValueDictionary[Any, _Programs] = weakref.WeakValueDictionary()


class KernelCache:
    """The kernels of one queue, from programs that all queues of its context share.

    Parameters
    ----------
    context : pyopencl.Context
    switches
        ``-D`` switches for all programs.
    """

    def __init__(self, context: Any, switches: _Switches) -> None:
        self._context = context
        self._switches = switches
        self._programs = _programs_of.setdefault(context, _Programs())
        self._shared_kernels: dict[_Key, Any] = {}
        self._free: dict[_Key, deque[Any]] = {}
        self._keys: dict[int, _Key] = {}
        """The key of each kernel that may become free, by the kernel's address."""
        self._pending: weakref.WeakSet[PendingKernel] = weakref.WeakSet()
        """Weak, so that nothing is built for a plan that came to nothing."""
        self._expected: dict[_Key, set[str]] = {}
        """The kernels that are expected, by their program."""

    def take(self, file: str, name: str, defines: _Switches) -> Any:
        """Return a kernel object for one launch of one plan."""
        key = self._key(file, name, defines)
        kernel = self._take_free(key)
        if kernel is not None:
            return kernel
        if key not in self._programs:
            self._build([self._whole_file(file, defines)], key)
        return self._make(key)

    def take_later(self, file: str, name: str, defines: _Switches) -> PendingKernel:
        """Return a kernel object for one launch of one plan, which is made when it is needed."""
        key = self._key(file, name, defines)
        pending = PendingKernel(key, self._program(file, defines), self._make_pending)
        if key not in self._programs:
            self._pending.add(pending)
        return pending

    def expect(self, file: str, defines: _Switches, kernels: Collection[str] | None = None) -> None:
        """Build kernels of a file, by default all, with the next programs; they will be needed."""
        names = kernel_names(file) if kernels is None else kernels
        missing = {name for name in names if self._key(file, name, defines) not in self._programs}
        if missing:
            self._expected.setdefault(self._program(file, defines), set()).update(missing)

    def keep(self, file: str, name: str, defines: _Switches) -> Any:
        """Return the one shared kernel object of that name, for short use under the lock."""
        key = (name, file, *sorted((k, str(v)) for k, v in defines.items()))
        if key not in self._shared_kernels:
            kernel = self._shared_kernels[key] = self.take(file, name, defines)
            del self._keys[kernel.int_ptr]
        return self._shared_kernels[key]

    def free_after(self, plan: object, steps: Iterable[Step]) -> None:
        """Take back the kernels of some steps when ``plan``, their only user, is gone."""
        for step in steps:
            if not isinstance(step, Decision):
                make_all([step])
        finalizer = weakref.finalize(plan, self.give_back, steps)
        finalizer.atexit = False

    def give_back(self, steps: Iterable[Step]) -> None:
        """Take back the kernels of some steps that are enqueued and will not be enqueued again."""
        self._free_kernels(_kernels(steps))

    def _key(self, file: str, name: str, defines: _Switches) -> _Key:
        return (name, file, *kernel_switches(file, name, {**defines, **self._switches}))

    def _program(self, file: str, defines: _Switches) -> _Key:
        """A file and all switches that it mentions, without which its functions do not compile."""
        switches = relevant_switches(file, {**defines, **self._switches})
        texts = {key: None if value is None else str(value) for key, value in switches.items()}
        return (file, *sorted(texts.items()))

    def _whole_file(self, file: str, defines: _Switches) -> KernelSet:
        _, *switches = self._program(file, defines)
        return KernelSet(file, dict(switches), frozenset(kernel_names(file)))

    def _take_free(self, key: _Key) -> Any:
        try:
            return self._free.setdefault(key, deque()).pop()
        except IndexError:
            return None

    def _make(self, key: _Key) -> Any:
        kernel = import_pyopencl().Kernel(self._programs[key], key[0])
        self._keys[kernel.int_ptr] = key
        return kernel

    def _make_pending(self, pending: PendingKernel) -> Any:
        if pending.key not in self._programs:
            missing = (each for each in {*self._pending, pending} if each.key not in self._programs)
            # Of programs that have the same kernel, the same one in every process.
            programs = {each.key: each.program for each in sorted(missing, key=_program_name)}
            self._pending.clear()
            names: dict[_Key, set[str]] = {}
            for (name, *_), program in programs.items():
                names.setdefault(program, set()).add(name)
            sets = [
                KernelSet(file, dict(switches), frozenset(names[file, *switches]))
                for file, *switches in sorted(names, key=str)
            ]
            self._build(sets, pending.key)
        kernel = self._take_free(pending.key)
        return self._make(pending.key) if kernel is None else kernel

    def _build(self, sets: list[KernelSet], needed: _Key) -> None:
        """Build programs, and those that are expected.

        Raises
        ------
        KernelBuildError
            If the one of the needed kernel does not build. Whoever needs another one that does not
            asks again, and gets its own error.
        """
        sets += self._take_expected(sets)
        programs = build_programs(self._context, sets)
        for kernels, program in zip(sets, programs, strict=True):
            keys = [self._key(kernels.file, name, kernels.switches) for name in kernels.names]
            if not isinstance(program, KernelBuildError):
                for key in keys:
                    self._programs.setdefault(key, program)
            elif needed in keys:
                raise program

    def _take_expected(self, sets: Sequence[KernelSet]) -> list[KernelSet]:
        """What is expected and neither built nor among some sets; nothing is expected any more."""
        expected, self._expected = self._expected, {}
        known = {*self._programs}
        known.update(
            self._key(each.file, name, each.switches) for each in sets for name in each.names
        )
        others = []
        for (file, *switches), names in sorted(expected.items(), key=str):
            keys = {name: self._key(file, name, dict(switches)) for name in names}
            left = frozenset(name for name, key in keys.items() if key not in known)
            known.update(keys.values())
            if left:
                others.append(KernelSet(file, dict(switches), left))
        return others

    def _free_kernels(self, kernels: Mapping[int, Any]) -> None:
        # May run while another thread takes one: operations on a deque's ends are thread-safe.
        for address, kernel in kernels.items():
            if address in self._keys:
                self._free[self._keys[address]].append(kernel)


def _program_name(pending: PendingKernel) -> str:
    return str(pending.program)


def _kernels(steps: Iterable[Step]) -> dict[int, Any]:
    """The kernels of some steps that have been made, each once, by address."""
    kernels: dict[int, Any] = {}
    for step in steps:
        if isinstance(step, Launch) and step.made is not None:
            kernels[step.made.int_ptr] = step.made
        for body in bodies(step):
            kernels |= _kernels(body)
    return kernels
