"""What clconn creates once per device and keeps: context, queue, programs, buffers.

A :class:`Runtime` serves one queue. It holds its lock while it sets kernel arguments and enqueues
kernels, since two threads cannot safely set the arguments of one kernel object; so threads take
turns on a device. A runtime refuses to work in a forked child: OpenCL's threads do not survive a
fork, and a call would wait for them forever.
"""

from __future__ import annotations

import gc
import math
import os
import threading
import time
import warnings
import weakref
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from clconn.cached_properties import cached_property
from clconn.device_requests import refuse_several
from clconn.errors import (
    DeviceError,
    DeviceMemoryError,
    TimeLimitError,
    UnreliableDeviceWarning,
)
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.device_report import DeviceReport
from clconn.opencl_backend.device.devices import default_device, select_device
from clconn.opencl_backend.device.driver_errors import device_failure, translates_errors
from clconn.opencl_backend.device.forked_processes import check_process
from clconn.opencl_backend.device.global_barrier import GlobalBarrier, try_barrier
from clconn.opencl_backend.device.kernel_cache import KernelCache
from clconn.opencl_backend.device.launches import Step, Values, execute
from clconn.opencl_backend.device.own_queue import context_of, new_queue, queues_of_trials
from clconn.opencl_backend.device.probe import Probe, probe_device
from clconn.opencl_backend.device.programs import has_nvidias_compiler
from clconn.opencl_backend.device.scratch import ScratchPool
from clconn.opencl_backend.device.staging import Staging
from clconn.opencl_backend.device.tuning import tuning_of
from clconn.parallel_passes import largest_unsigned

__all__ = ["Runtime", "open_runtime"]


def _takes_ptx(device: Any) -> bool:
    """Whether the compiler takes the PTX of the kernels: for sm_70, addresses of 64 bits."""
    if not (has_nvidias_compiler(device) and "cl_nv_device_attribute_query" in device.extensions):
        return False
    return bool(device.address_bits == 64 and device.compute_capability_major_nv >= 7)


class Runtime:
    """One OpenCL queue and everything that is kept for it.

    Attributes
    ----------
    device : pyopencl.Device
    context : pyopencl.Context
    queue : pyopencl.CommandQueue
    lock
        Held while kernels are set up and enqueued.
    scratch
        Buffers that the plans share.
    launches
        Kernels enqueued so far.
    retired
        Whether it belongs to a caller who has used many others since; graphs then drop their copies
        on it.
    """

    def __init__(self, queue: Any, context: Any = None) -> None:
        cl = import_pyopencl()
        self.queue = queue
        # Held, since not every driver's queue keeps it alive.
        self.context = context_of(queue) if context is None else context
        self.device = queue.device
        self.probe: Probe = probe_device(self.device)
        if not self.probe.usable:
            raise DeviceError(self.probe.reason)
        if not self.probe.reliable:
            warnings.warn(self.probe.reason, UnreliableDeviceWarning, stacklevel=2)
        self.is_cpu = bool(self.device.type & cl.device_type.CPU)
        self.tuning = tuning_of(self.device, self.is_cpu)
        self.lock = threading.RLock()
        self.launches = 0
        self.retired = False
        self.owns_context = False
        # A buffer is up to a 128th larger than asked for; by default it would be a 16th.
        allocator = cl.tools.ImmediateAllocator(queue)
        self.pool = cl.tools.MemoryPool(allocator, leading_bits_in_bin_id=7)
        # For a sanitizer: this makes every access of parents.h atomic.
        race_free = os.environ.get("CLCONN_RACE_FREE") == "1"
        switches = {"RACE_FREE": None} if race_free else {}
        if _takes_ptx(self.device):
            switches["NVIDIA_PTX"] = None
        self.kernels = KernelCache(self.context, switches)
        self.scratch = ScratchPool(self.allocate)
        self._process = os.getpid()
        self._deadline = math.inf
        self._memory_limit: int | None = None

    @classmethod
    def of_device(cls, device: Any) -> Runtime:
        """A new runtime, in a context of its own."""
        probe_device(device)  # before: it may have a context to use
        context, queue = new_queue(device)
        return cls(queue, context)

    @property
    def name(self) -> str:
        """The device's name, for messages."""
        return str(self.device.name.strip())

    @cached_property
    def global_barrier(self) -> GlobalBarrier | None:
        """What launches with a barrier across work-groups need; None where there is no barrier.

        It is tried on first use.
        """
        with self.lock:
            return try_barrier(self)

    @cached_property
    def crowded_barrier(self) -> GlobalBarrier | None:
        """The same for launches of two work-groups on each compute unit."""
        with self.lock:
            return None if self.global_barrier is None else try_barrier(self, per_unit=2)

    @cached_property
    @translates_errors
    def arrivals(self) -> Any:
        """Two int32 of its own that count arrivals at the barrier; launches take turns."""
        cl = import_pyopencl()
        how = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        return cl.Buffer(self.context, how, hostbuf=np.zeros(2, dtype=np.int32))

    @cached_property
    def staging(self) -> Staging:
        """The way of large host arrays, and of arrays while kernels run, to the device."""
        return Staging(self)

    def check_process(self) -> None:
        """Raise a ForkedProcessError in a forked child."""
        check_process(self.name, self._process)

    def check_memory(self, needs: Mapping[str, int], purpose: str) -> int:
        """Check, before any allocation, that the device can hold the buffers of a purpose.

        Parameters
        ----------
        needs
            Bytes of each buffer, by what it holds.

        Returns
        -------
        int
            The total number of bytes.

        Raises
        ------
        DeviceMemoryError
            If the device cannot hold the buffers, or one of them exceeds the largest buffer size.
        """
        total = sum(needs.values())
        sizes = ", ".join(f"{what} {size:,}" for what, size in needs.items() if size)
        self.check_total(total, purpose, f" ({sizes})")
        largest = int(self.device.max_mem_alloc_size)
        for what, size in needs.items():
            if size > largest:
                raise DeviceMemoryError(
                    f"{purpose} needs {size:,} bytes for {what}, and one buffer of {self.name} "
                    f"holds at most {largest:,}; use another device"
                )
        return total

    def check_total(self, total: int, purpose: str, sizes: str = "") -> None:
        """Raise a DeviceMemoryError if the device, or :meth:`memory_limited`, has fewer bytes."""
        if total <= self.memory:
            return
        memory = int(self.device.global_mem_size)
        what = f"{purpose} needs {total:,} bytes on {self.name}{sizes}"
        if total <= memory:
            raise DeviceMemoryError(f"{what}, and memory_limit is {self.memory:,}; raise it")
        raise DeviceMemoryError(f"{what}, which has {memory:,}; use a device with more memory")

    def allocate(self, size: int) -> Any:
        """Allocate a buffer from the pool; it returns there when nothing refers to it any more.

        Raises
        ------
        DeviceMemoryError
            If the device is full.
        """
        size = max(size, 16)
        try:
            return self.pool.allocate(size)
        except Exception as error:
            cl = import_pyopencl()
            if not isinstance(error, (cl.Error, MemoryError)):
                raise
            # What other libraries cache with a graph of theirs, results with it, is in a cycle.
            gc.collect()
            _free_held(self.device)
        try:
            return self.pool.allocate(size)
        except (cl.Error, MemoryError):
            raise DeviceMemoryError(
                f"{self.name} has no {size:,} bytes left ({self.pool.managed_bytes:,} of its "
                f"{self.device.global_mem_size:,} are held here); release other graphs and results"
            ) from None

    @translates_errors
    def upload(self, array: Any, dtype: Any = None) -> Any:
        """Copy a contiguous host array into a read-only buffer.

        A processor uses the array in place, and the buffer keeps it alive.

        Parameters
        ----------
        dtype : numpy.dtype, optional
            The type of the numbers on the device, if they are integers of 0 or more; by default
            that of the array. A negative number may become any other.

        Raises
        ------
        OverflowError
            If a number is too large for that type.
        """
        dtype = array.dtype if dtype is None else dtype
        cl = import_pyopencl()
        if array.size == 0:
            return self.allocate(16)
        read_only = cl.mem_flags.READ_ONLY
        try:
            if self.is_cpu:
                array = array.astype(dtype, copy=False)
                return cl.Buffer(self.context, read_only | cl.mem_flags.USE_HOST_PTR, hostbuf=array)
            buffer = cl.Buffer(self.context, read_only, array.size * dtype.itemsize)
            fits = np.can_cast(array.dtype, dtype)
            look = None if fits else partial(_refuse_beyond, np.iinfo(dtype).max)
            self.staging.order(self.staging.upload([(buffer, array)], look=look, dtype=dtype))
            return buffer
        except cl.MemoryError:
            raise DeviceMemoryError(
                f"{self.name} has no {array.nbytes:,} bytes left for the graph; "
                "release other graphs"
            ) from None

    @translates_errors
    def upload_writable(self, array: Any) -> Any:
        """Copy a host array into a small writable buffer."""
        buffer = self.allocate(array.nbytes)
        if array.size:  # PoCL 6 refuses to copy no bytes
            import_pyopencl().enqueue_copy(self.queue, buffer, array)
        return buffer

    @translates_errors
    def download(self, buffer: Any, count: int, dtype: Any = np.int32) -> Any:
        """Copy the first ``count`` numbers of a buffer into a new host array."""
        array = np.empty(count, dtype=dtype)
        if count:
            with self.lock:
                self.staging.download(buffer, array)
        return array

    def kernel(self, file: str, name: str, defines: Mapping[str, str | int | None]) -> Any:
        """Return a kernel object for one launch of one plan, from a program that is built once."""
        return self.kernels.take(file, name, defines)

    def planned_kernel(self, file: str, name: str, defines: Mapping[str, str | int | None]) -> Any:
        """Return the same for a Launch alone: its program is built with the plan's others."""
        return self.kernels.take_later(file, name, defines)

    def kept_kernel(self, file: str, name: str, defines: Mapping[str, str | int | None]) -> Any:
        """Return the one shared kernel object of that name, for short use under the lock."""
        return self.kernels.keep(file, name, defines)

    @translates_errors
    def enqueue(self, steps: Sequence[Step], bound: Values = MappingProxyType({})) -> bool:
        """Enqueue steps in order; the caller holds the lock. See :func:`launches.execute`."""
        return execute(self, steps, bound=bound)

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Stop loops in this block that take longer than ``seconds``.

        A kernel cannot be interrupted; a loop can, whenever the host checks its counter.
        """
        with self.lock:
            before, self._deadline = self._deadline, time.perf_counter() + seconds
            try:
                yield
            finally:
                self._deadline = before

    @contextmanager
    def memory_limited(self, limit: int | None) -> Iterator[None]:
        """Let :meth:`check_memory` in this block refuse what takes more bytes than a limit."""
        with self.lock:
            before, self._memory_limit = self._memory_limit, limit
            try:
                yield
            finally:
                self._memory_limit = before

    @property
    def memory(self) -> int:
        """Bytes of the device's memory, or of the limit."""
        memory = int(self.device.global_mem_size)
        return memory if self._memory_limit is None else min(memory, self._memory_limit)

    def check_time(self) -> None:
        """Raise a TimeLimitError if the time limit has passed."""
        if time.perf_counter() > self._deadline:
            raise TimeLimitError(f"not done on {self.name} within the time limit")

    def finish(self) -> None:
        """Wait until the queue is empty."""
        self.queue.finish()


def _refuse_beyond(most: int, piece: Any) -> None:
    if largest_unsigned(piece) > most:
        raise OverflowError(f"a number is negative or above {most}")


_runtimes: dict[Any, Runtime] = {}
"""The runtimes of clconn's own contexts, by what the caller asked for."""
_of_callers: weakref.WeakValueDictionary[Any, Runtime] = weakref.WeakValueDictionary()
"""The runtimes of callers' queues and contexts; a program may create a new one for every call."""
_recent: deque[Runtime] = deque(maxlen=8)
"""The callers' latest runtimes, kept with their programs even if no graph or result uses them."""
_opening = threading.Lock()
_last_opening: tuple[str, int] | None = None
"""The name of the last device opened, and the process that opened it; read without the lock."""


def open_runtime(device: Any = None) -> Runtime:
    """The runtime of a device, created on first use.

    Parameters
    ----------
    device : None, str, DeviceReport, pyopencl.Device, Context, CommandQueue, or Runtime
        None for the default; a selector as for
        :func:`clconn.opencl_backend.device.devices.select_device`; an item of
        :func:`clconn.devices`, which has one; or the caller's own object,
        which clconn then uses unchanged. Of a context clconn uses the first device, on a queue of
        its own.

    Raises
    ------
    DeviceError, BackendUnavailableError
        If there is no such device, or it does not work.
    ForkedProcessError
        If this process's parent opened the device.
    """
    if isinstance(device, Runtime):
        device.check_process()
        return device
    if isinstance(device, DeviceReport):
        device = device.selector
    refuse_several(device, "this function")
    cl = import_pyopencl()
    # In a forked child even listing devices can hang. Waiting for the lock can hang too, if another
    # thread held it at the time of the fork.
    if _last_opening is not None:
        check_process(*_last_opening)
    _check_kind(cl, device)
    with _opening:
        if device is None:
            key: Any = ("default", os.environ.get("PYOPENCL_CTX"))
        elif isinstance(device, str):
            key = ("selector", device)
        elif isinstance(device, cl.Device):
            key = device
        else:
            return _open_for_caller(cl, device)
        if key not in _runtimes:
            _runtimes[key] = _open(cl, device)
        return _runtimes[key]


def _open_for_caller(cl: Any, caller_object: Any) -> Runtime:
    runtime = _of_callers.get(caller_object)
    if runtime is None:
        runtime = _of_callers[caller_object] = _open(cl, caller_object)
    if runtime in _recent:
        _recent.remove(runtime)
    elif len(_recent) == _recent.maxlen:
        _recent[0].retired = True
        _recent[0].pool.free_held()
    _recent.append(runtime)
    runtime.retired = False
    return runtime


def _free_held(device: Any) -> None:
    """Release the unused memory in the pools of a device."""
    for runtime in (*_runtimes.copy().values(), *_recent.copy()):
        if runtime.device == device:
            runtime.pool.free_held()


def _check_kind(cl: Any, device: Any) -> None:
    if device is not None and not isinstance(device, (str, cl.Device, cl.Context, cl.CommandQueue)):
        raise DeviceError(
            f"device is {device!r}; expected a selector such as 'gpu' or '0:0', an item of "
            "clconn.devices(), or a pyopencl Device, Context or CommandQueue"
        )


def _open(cl: Any, device: Any) -> Runtime:
    global _last_opening
    with queues_of_trials():
        runtime = _find_or_make(cl, device)
    _last_opening = (runtime.name, os.getpid())
    return runtime


def _find_or_make(cl: Any, device: Any) -> Runtime:
    if isinstance(device, cl.CommandQueue):
        if device.properties & cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE:
            raise DeviceError(
                "an out-of-order queue was passed; clconn needs one that keeps the order"
            )
        return Runtime(device)
    if isinstance(device, cl.Context):
        return Runtime(cl.CommandQueue(device, device.devices[0]), device)
    if device is None:
        device = default_device()
    elif isinstance(device, str):
        device = select_device(device)
    for runtime in _runtimes.values():
        if runtime.device == device and runtime.owns_context:
            return runtime
    try:
        runtime = Runtime.of_device(device)
    except cl.Error as error:
        raise device_failure(device.name.strip(), error) from None
    runtime.owns_context = True
    return runtime
