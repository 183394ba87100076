"""The barrier across the work-groups of a launch: where it works, and for how many groups.

OpenCL promises nothing about groups that wait for each other. A processor runs them one after the
other, so it has no such barrier. On a GPU a group waits safely if all groups run at once, which
holds for as many as fit into the compute units together: one for each, or two where a trial shows
that they do and the compiler keeps to a bound on their registers. Nothing else of this kind may run
there: two such kernels could each keep the other's groups from starting. So plans that use the
barrier take turns on a device, in whatever queues (:func:`exclusive_use`). Programs that share a
GPU take turns by themselves, unless a service (such as NVIDIA's MPS) runs them at once: set
``CLCONN_GLOBAL_BARRIER=0`` there.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.errors import KernelBuildError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.launches import Launch
from clconn.opencl_backend.device.programs import has_nvidias_compiler

if TYPE_CHECKING:
    from clconn.opencl_backend.device.runtime import Runtime

__all__ = ["GlobalBarrier", "exclusive_use", "expect_barrier", "try_barrier"]

_LOCAL_SIZE = 1024
_MOST_TURNS, _MOST_TURNS_OF_TWO = 1 << 20, 1 << 14
"""Looks at the counter after which a trial has failed: some tenths of a second, and some
milliseconds for two groups, which do not fit on most NVIDIA GPUs for games."""
_REGISTERS_OF_TWO = 32
"""Registers of a work-item with which two groups fit: a compute unit has 65,536."""

_locks: dict[Any, threading.RLock] = {}
_locks_lock = threading.Lock()


@dataclass(frozen=True)
class GlobalBarrier:
    """The properties of the barrier on a device.

    Attributes
    ----------
    units
        Number of compute units.
    local_size
        Work-items of a group.
    switches
        The ``-D`` switches of ``global_barrier.h``.
    per_unit
        Groups on each compute unit.
    """

    units: int
    local_size: int
    switches: Mapping[str, str | int | None]
    per_unit: int = 1

    @property
    def most_items(self) -> int:
        """Work-items of a launch."""
        return self.per_unit * self.units * self.local_size

    def groups(self, kernel: Any, device: Any) -> int:
        """The number of groups of a kernel that run at once for certain; 0 if it is too large.

        A kernel that is compiled for groups of a size has room for one on each compute unit, and
        for two if it has no more registers than its switches say and their local memory is no
        more than one group may have.
        """
        info = import_pyopencl().kernel_work_group_info
        if kernel.get_work_group_info(info.COMPILE_WORK_GROUP_SIZE, device)[0] != self.local_size:
            return 0
        local_memory = int(kernel.get_work_group_info(info.LOCAL_MEM_SIZE, device))
        if self.per_unit > 1 and self.per_unit * local_memory > int(device.local_mem_size):
            return 0
        return self.per_unit * self.units


def exclusive_use(device: Any) -> threading.RLock:
    """The lock of a device, for whoever runs kernels with a barrier, until they are done."""
    with _locks_lock:
        return _locks.setdefault(device, threading.RLock())


def expect_barrier(runtime: Runtime) -> None:
    """Build the kernel of :func:`try_barrier` with the next one."""
    barrier = _barrier(runtime)
    if barrier is not None:
        runtime.kernels.expect("global_barrier", _switches_of_trial(barrier))


def try_barrier(runtime: Runtime, per_unit: int = 1) -> GlobalBarrier | None:
    """Try the barrier on a device; None if it does not work there.

    Parameters
    ----------
    per_unit
        Groups on each compute unit, 1 or 2.
    """
    barrier = _barrier(runtime, per_unit)
    try:
        return barrier if barrier is not None and _works(runtime, barrier) else None
    except (import_pyopencl().Error, KernelBuildError):
        return None


def _barrier(runtime: Runtime, per_unit: int = 1) -> GlobalBarrier | None:
    """The barrier that may work on a device, before the trial."""
    cl = import_pyopencl()
    device = runtime.device
    # A processor that is taken for a GPU runs its groups one after the other all the same.
    is_processor = runtime.is_cpu or device.type & cl.device_type.CPU
    if is_processor or os.environ.get("CLCONN_GLOBAL_BARRIER") == "0":
        return None
    switches: dict[str, str | int | None] = {"GLOBAL_BARRIER": None}
    if per_unit > 1:
        if not has_nvidias_compiler(device):
            return None
        switches["REGISTERS"] = _REGISTERS_OF_TWO
    local_size = min(_LOCAL_SIZE, int(device.max_work_group_size))
    return GlobalBarrier(int(device.max_compute_units), local_size, switches, per_unit)


def _switches_of_trial(barrier: GlobalBarrier) -> dict[str, str | int | None]:
    turns = _MOST_TURNS if barrier.per_unit == 1 else _MOST_TURNS_OF_TWO
    return {**barrier.switches, "GROUP": barrier.local_size, "TRIAL": turns}


def _works(runtime: Runtime, barrier: GlobalBarrier) -> bool:
    kernel = runtime.kept_kernel("global_barrier", "try_barrier", _switches_of_trial(barrier))
    groups = barrier.groups(kernel, runtime.device)
    if groups == 0:
        return False
    items = groups * barrier.local_size
    counts = runtime.upload_writable(np.zeros(2, dtype=np.int32))
    failures = runtime.upload_writable(np.zeros(2, dtype=np.int32))
    # Not from the pool, which would hold so many bytes for good.
    seen = import_pyopencl().Buffer(
        runtime.context, import_pyopencl().mem_flags.READ_WRITE, 4 * items
    )
    with exclusive_use(runtime.device):
        runtime.enqueue([Launch(kernel, items, barrier.local_size, counts, seen, failures)])
        return int(runtime.download(failures, 1)[0]) == 0
