"""A runtime that runs kernels in step, where that works."""

from __future__ import annotations

import ctypes
import platform
from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers.kernels_as_c import c_compiler
from tests.helpers.queues import queue_on
from tests.kernel_work.lockstep import LockstepRuntime

_M_MMAP_MAX, _M_TRIM_THRESHOLD = -4, -1
"""Names of what ``mallopt`` of GNU's C library sets: blocks of memory that come from the kernel one
by one, and the bytes that go back to it."""


@pytest.fixture(autouse=True, scope="module")
def _kept_memory() -> Iterator[None]:
    """Let the process keep the memory of large arrays: a fifth of the time went to zeros in it."""
    library = ctypes.CDLL(None) if platform.libc_ver()[0] == "glibc" else None
    if library is None:
        yield
        return
    library.mallopt(_M_MMAP_MAX, 0)
    library.mallopt(_M_TRIM_THRESHOLD, 2**31 - 1)
    yield
    library.mallopt(_M_MMAP_MAX, 1 << 16)
    library.mallopt(_M_TRIM_THRESHOLD, 1 << 17)
    library.malloc_trim(0)


@pytest.fixture(scope="module")
def runtime(device: Any, tmp_path_factory: pytest.TempPathFactory) -> LockstepRuntime:
    """A runtime that counts."""
    if c_compiler() is None:
        pytest.skip("there is no C compiler: neither gcc nor clang nor cc")
    if platform.system() != "Linux" or platform.machine() not in ("x86_64", "aarch64"):
        pytest.skip("work-items in step are fibers of 64-bit Linux")
    if device.platform.name != "Portable Computing Language":
        pytest.skip("the host and this device share no memory")
    from clconn.opencl_backend.device.runtime import open_runtime

    queue = queue_on(device, context=open_runtime(device).context)
    return LockstepRuntime(queue, tmp_path_factory.mktemp("kernels"))
