"""Kernels that are built in less time, where tests let a processor take the ways of a GPU.

PoCL takes 1.6 s for a kernel of one launch, and 0.3 without optimization. Whoever has a processor
never runs these programs; those that users run are built in tests as they are for them.
"""

from __future__ import annotations

import os
import weakref
from typing import Any

import pytest

from clconn.opencl_backend.device.kernel_cache import KernelCache

_OPTIONS = "PYOPENCL_BUILD_OPTIONS"


class _Programs(dict[Any, Any]):
    """The programs of one context by kernel; unlike a dict, allows weak references."""


_programs_of: weakref.WeakValueDictionary[Any, _Programs] = weakref.WeakValueDictionary()


class _Unoptimized(KernelCache):
    """The kernels of one queue, from programs that it shares with others of this type alone."""

    def __init__(self, runtime: Any) -> None:
        super().__init__(runtime.context, runtime.kernels._switches)
        self._programs = _programs_of.setdefault(runtime.context, _Programs())

    def _build(self, *arguments: Any) -> None:
        options = f"{os.environ.get(_OPTIONS, '')} -cl-opt-disable"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(_OPTIONS, options.strip())
            super()._build(*arguments)


def without_optimization(runtime: Any) -> Any:
    """The runtime, new, which builds the rest of its kernels so if its device is a processor."""
    if runtime.is_cpu:
        runtime.kernels = _Unoptimized(runtime)
    return runtime
