"""A loop to convergence can be given up; what is done in time is left alone."""

import re
import time

import numpy as np
import pyopencl
import pytest

from clconn.errors import TimeLimitError
from clconn.opencl_backend.device.counters import CHANGED, COUNTERS
from clconn.opencl_backend.device.launches import Launch, Loop
from clconn.opencl_backend.device.runtime import Runtime

# What is tested here fails by a hang.
pytestmark = pytest.mark.timeout(60)

SOURCE = f"""
__kernel void change(__global int *counters, __global int *left)
{{
    if (left[0] > 0) {{
        left[0]--;
        counters[{CHANGED}] = 1;
    }}
}}
"""


@pytest.fixture
def loop(device):
    """A runtime, and a loop that changes something in so many rounds."""
    runtime = Runtime.of_device(device)
    program = pyopencl.Program(runtime.context, SOURCE).build()

    def make(rounds):
        counters = runtime.upload_writable(np.zeros(COUNTERS, dtype=np.int32))
        left = runtime.upload_writable(np.array([rounds], dtype=np.int32))
        launch = Launch(pyopencl.Kernel(program, "change"), 1, 1, counters, left)
        return [Loop([launch], counters)], left

    return runtime, make


def test_an_endless_loop_is_given_up(loop):
    runtime, make = loop
    steps, _ = make(2**31 - 1)
    begun = time.perf_counter()
    with (
        pytest.raises(TimeLimitError, match=f"not done on {re.escape(runtime.name)}"),
        runtime.limited(0.2),
    ):
        runtime.enqueue(steps)
    assert 0.2 <= time.perf_counter() - begun < 10


def test_a_loop_in_time_ends_and_so_does_the_limit(loop):
    runtime, make = loop
    with runtime.limited(60):
        steps, left = make(10)
        runtime.enqueue(steps)
        assert runtime.download(left, 1)[0] == 0
    time.sleep(0.01)
    with pytest.raises(TimeLimitError), runtime.limited(0.001):
        runtime.enqueue(make(2**31 - 1)[0])
    steps, left = make(1000)
    runtime.enqueue(steps)
    assert runtime.download(left, 1)[0] == 0


def test_the_last_look_is_not_too_late(loop):
    """What has converged is done, however long it took."""
    runtime, make = loop
    steps, left = make(0)
    with runtime.limited(0):
        runtime.enqueue(steps)
    assert runtime.download(left, 1)[0] == 0


def test_an_inner_limit_does_not_lift_an_outer_one(loop):
    runtime, make = loop
    with runtime.limited(0.05):
        with runtime.limited(60):
            runtime.enqueue(make(8)[0])
        with pytest.raises(TimeLimitError):
            runtime.enqueue(make(2**31 - 1)[0])
