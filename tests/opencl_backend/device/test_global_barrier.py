"""The barrier across work-groups: where it is used, and that it works there."""

from types import SimpleNamespace

import numpy as np
import pyopencl as cl
import pytest

from clconn.errors import KernelBuildError
from clconn.opencl_backend.device import global_barrier
from clconn.opencl_backend.device.global_barrier import GlobalBarrier, exclusive_use, try_barrier
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.runtime import open_runtime

SWITCHES = {"GLOBAL_BARRIER": None, "GROUP": 32, "TRIAL": 1000}


def _failures(runtime, groups, arrivals=0):
    """Run the trial with groups of 32."""
    kernel = runtime.kept_kernel("global_barrier", "try_barrier", SWITCHES)
    counts = runtime.upload_writable(np.array([arrivals, 0], dtype=np.int32))
    failures = runtime.upload_writable(np.zeros(2, dtype=np.int32))
    seen = runtime.allocate(4 * 32 * groups)
    with runtime.lock:
        runtime.enqueue([Launch(kernel, 32 * groups, 32, counts, seen, failures)])
    return int(runtime.download(failures, 1)[0]), int(runtime.download(counts, 1)[0])


def test_a_processor_has_no_barrier(device):
    runtime = open_runtime(device)
    if runtime.is_cpu:
        assert runtime.global_barrier is None


def test_it_can_be_switched_off(device, monkeypatch):
    monkeypatch.setenv("CLCONN_GLOBAL_BARRIER", "0")
    assert try_barrier(open_runtime(device)) is None


def test_a_trial_that_does_not_build_is_no_barrier(device, monkeypatch):
    def fail(*_):
        raise KernelBuildError("no such instruction")

    barrier = GlobalBarrier(1, 32, {"GLOBAL_BARRIER": None})
    monkeypatch.setattr(global_barrier, "_barrier", lambda runtime, per_unit: barrier)
    monkeypatch.setattr(global_barrier, "_works", fail)
    assert try_barrier(open_runtime(device)) is None


def test_one_group_gets_through(device):
    assert _failures(open_runtime(device), 1) == (0, 2 * 200)


def test_a_group_that_waits_in_vain_gives_up(device):
    # The counter is one ahead, so that at the end one group waits for an arrival that never comes.
    failures, arrivals = _failures(open_runtime(device), 2, arrivals=1)
    assert failures > 0
    assert arrivals < 0


def test_a_kernel_of_another_group_size_is_refused(device):
    runtime = open_runtime(device)
    kernel = runtime.kept_kernel("global_barrier", "try_barrier", SWITCHES)
    assert GlobalBarrier(7, 32, {}).groups(kernel, runtime.device) == 7
    assert GlobalBarrier(7, 64, {}).groups(kernel, runtime.device) == 0
    assert GlobalBarrier(7, 32, {}, per_unit=2).groups(kernel, runtime.device) == 14


def test_two_groups_share_the_local_memory_of_a_unit(device):
    info = cl.kernel_work_group_info
    for taken, expected in ((0.5, 14), (0.51, 0)):
        values = {
            info.COMPILE_WORK_GROUP_SIZE: (32, 1, 1),
            info.LOCAL_MEM_SIZE: int(taken * device.local_mem_size),
        }
        kernel = SimpleNamespace(get_work_group_info=lambda what, _, values=values: values[what])
        assert GlobalBarrier(7, 32, {}, per_unit=2).groups(kernel, device) == expected
        assert GlobalBarrier(7, 32, {}).groups(kernel, device) == 7


def test_two_groups_need_a_bound_on_registers(device, monkeypatch):
    runtime = open_runtime(device)
    if runtime.global_barrier is None:
        assert runtime.crowded_barrier is None
    monkeypatch.setattr(global_barrier, "_works", lambda runtime, barrier: True)
    gpu = SimpleNamespace(
        type=cl.device_type.GPU, max_work_group_size=2048, max_compute_units=5, extensions=""
    )
    of_gpu = SimpleNamespace(device=gpu, is_cpu=False)
    assert try_barrier(of_gpu).most_items == 5 * 1024
    assert try_barrier(of_gpu, per_unit=2) is None
    gpu.extensions = "cl_nv_compiler_options"
    barrier = try_barrier(of_gpu, per_unit=2)
    assert barrier.most_items == 2 * 5 * 1024
    assert barrier.switches["REGISTERS"] == 32


def test_a_failed_trial_is_no_barrier(device, monkeypatch):
    runtime = open_runtime(device)
    monkeypatch.setattr(runtime, "is_cpu", False)
    monkeypatch.setattr(global_barrier, "_works", lambda runtime, barrier: False)
    assert try_barrier(runtime) is None


def test_a_device_has_one_lock(device):
    runtime = open_runtime(device)
    assert exclusive_use(runtime.device) is exclusive_use(open_runtime(device).device)


@pytest.mark.parametrize("rounds", [3])
def test_a_gpu_passes_or_goes_without(device, rounds):
    runtime = open_runtime(device)
    answers = {try_barrier(runtime) is None for _ in range(rounds)}
    assert len(answers) == 1
