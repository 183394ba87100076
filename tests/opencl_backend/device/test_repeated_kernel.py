"""A kernel that is launched again and again learns the types of its numbers once."""

import gc

import numpy as np
import pyopencl as cl

from clconn.opencl_backend.device.repeated_kernel import RepeatedKernel
from clconn.opencl_backend.device.runtime import Runtime


def _zeros(runtime, count):
    """Clear the numbers of a buffer by a kernel object of its own."""
    buffer = runtime.upload_writable(np.full(count, 7, dtype=np.uint32))
    kernel = RepeatedKernel(runtime, "weight_keys", "equal_keys", {})
    with runtime.lock:
        kernel.enqueue(count, np.int64(count), buffer)
    return runtime.download(buffer, count, np.uint32)


def test_the_next_user_of_a_kernel_need_not_tell_its_types(device, monkeypatch):
    told = []
    tell = cl.Kernel.set_scalar_arg_dtypes
    monkeypatch.setattr(
        cl.Kernel, "set_scalar_arg_dtypes", lambda *a: told.append(a[1]) or tell(*a)
    )
    runtime = Runtime.of_device(device)
    for count in (5, 300, 17):
        assert not _zeros(runtime, count).any()
        gc.collect()
    assert told == [[np.int64, None]]
