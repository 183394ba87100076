"""Kernels that are built in less time: as the compiler reads them, without optimization.

PoCL takes 1.6 s for a kernel of one launch, and 0.3 without optimization. So a processor gets the
ways of a GPU like that, which nobody runs on one but tests; what users run is built as for them,
which runs faster, too: 312 tests with all of the kernels like that took 217 s in place of 168.
"""

from __future__ import annotations

import os
import weakref
from typing import Any

import pytest

from clconn.opencl_backend.device.kernel_cache import KernelCache, _Programs

__all__ = ["without_optimization"]

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
