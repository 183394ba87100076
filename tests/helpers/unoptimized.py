"""Kernels that are built in less time: as the compiler reads them, without optimization.

PoCL takes 1.6 s for a kernel of one launch, and 0.3 without optimization. So a processor gets the
ways of a GPU like that, which nobody runs on one but tests. What users run is built like that, too,
where tests go through many variants on small graphs, which takes half of the time; where they run
long it takes up to twice as long.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clconn.opencl_backend.device import runtime as runtimes
from clconn.opencl_backend.device.kernel_cache import KernelCache, _Programs

__all__ = ["are_built_like_that", "everything_without_optimization", "without_optimization"]

ROOMS = ("opencl_backend", "differential")
"""Rooms of tests that go through many variants."""

LONG = ("strong_components", "test_strong_components.py")
"""What there runs long: 312 tests 217 s in place of 168."""

_OPTIONS = "PYOPENCL_BUILD_OPTIONS"

_programs_of: weakref.WeakValueDictionary[Any, _Programs] = weakref.WeakValueDictionary()


class _Unoptimized(KernelCache):
    """The kernels of one queue, from programs that it shares with others of this type alone."""

    def __init__(self, context: Any, switches: Any) -> None:
        super().__init__(context, switches)
        self._programs = _programs_of.setdefault(context, _Programs())

    def _build(self, *arguments: Any) -> None:
        options = f"{os.environ.get(_OPTIONS, '')} -cl-opt-disable"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(_OPTIONS, options.strip())
            super()._build(*arguments)


def without_optimization(runtime: Any) -> Any:
    """The runtime, new, which builds the rest of its kernels so if its device is a processor."""
    if runtime.is_cpu:
        runtime.kernels = _Unoptimized(runtime.context, runtime.kernels._switches)
    return runtime


def are_built_like_that(tests: Path) -> bool:
    """Whether the kernels of a file of tests are."""
    return any(room in tests.parts for room in ROOMS) and not any(x in tests.parts for x in LONG)


_kernels_of: weakref.WeakKeyDictionary[Any, _Unoptimized] = weakref.WeakKeyDictionary()


@contextmanager
def everything_without_optimization(devices: Iterable[Any]) -> Iterator[None]:
    """Build all kernels so meanwhile, of processors that users name and of new runtimes on them."""
    with pytest.MonkeyPatch.context() as patch:
        for device in devices:
            runtime = runtimes.open_runtime(device)
            if not runtime.is_cpu:
                continue
            if runtime not in _kernels_of:
                _kernels_of[runtime] = _Unoptimized(runtime.context, runtime.kernels._switches)
            patch.setattr(runtime, "kernels", _kernels_of[runtime])
            patch.setattr(runtimes, "KernelCache", _Unoptimized)
        yield
