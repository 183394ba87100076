"""Kernels that are built in less time: as the compiler reads them, without optimization.

PoCL takes 1.6 s for a kernel of one launch, and 0.3 without optimization. So a processor gets the
ways of a GPU like that, which nobody runs on one but tests. Where tests go through many variants on
small graphs it gets all kernels like that, in runtimes of their own, which takes half of the time;
with ``--optimized`` they are built as for users.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from clconn.opencl_backend.device import runtime as runtimes
from clconn.opencl_backend.device.kernel_cache import KernelCache, _Programs

__all__ = ["all_without_optimization", "goes_through_variants", "without_optimization"]

ROOMS = (
    "opencl_backend", "differential", "house/test_directed_mixtures.py",
    "house/test_mixtures.py", "public/test_minimum_forests.py",
)  # fmt: skip
"""Rooms and files of tests that go through many variants."""

LONG = ("opencl_backend/strong_components", "differential/test_strong_components.py")
"""What runs long there: 211 tests take 242 s, and 295 without optimization."""

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
    runtime.kernels = _kernels_of(runtime.context, runtime.kernels._switches)
    return runtime


def _kernels_of(context: Any, switches: Any) -> KernelCache:
    import pyopencl

    are_processors = all(each.type & pyopencl.device_type.CPU for each in context.devices)
    return (_Unoptimized if are_processors else KernelCache)(context, switches)


def goes_through_variants(file: Path, tests: Path) -> bool:
    """Whether a file of tests is built without optimization where a device is a processor."""
    name = file.relative_to(tests).as_posix()
    return name.startswith(ROOMS) and not name.startswith(LONG)


# What graphs keep for a runtime, plans and their kernels, is of one kind.
_runtimes: dict[Any, Any] = {}


@contextmanager
def all_without_optimization() -> Iterator[None]:
    """Open other runtimes meanwhile, those of processors with kernels that are built so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runtimes, "_runtimes", _runtimes)
        patch.setattr(runtimes, "KernelCache", _kernels_of)
        yield
