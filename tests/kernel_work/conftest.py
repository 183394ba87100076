"""A runtime that runs kernels in step, where that works."""

from __future__ import annotations

import platform
from typing import Any

import pytest

from tests.helpers.kernels_as_c import c_compiler
from tests.helpers.queues import queue_on
from tests.kernel_work.lockstep import LockstepRuntime


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
