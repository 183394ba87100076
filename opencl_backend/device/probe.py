"""What a device can really do, determined by running kernels on it.

An implementation may report a device and then abort the whole process when it links its first
kernel (PoCL from PyPI without a system linker does), and nothing in the process can catch that. So
a processor's device is tried once in a child process. Only a good answer is kept on disk, under a
key that changes with the driver and the linker. After a bad answer the next process asks again,
since the user may have repaired the installation.

``python -m clconn.opencl_backend.device.probe PLATFORM DEVICE`` is that child; it prints one line
of JSON.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from clconn.errors import DeviceError
from clconn.opencl_backend.device.cl import import_pyopencl, writable_cache_folder
from clconn.opencl_backend.device.pocl import (
    LINKER_ADVICE,
    PROCESSOR_ADVICE,
    PROCESSOR_ERROR,
    is_pocl,
    name_processor,
)

__all__ = ["Probe", "probe_device"]

SECONDS = 120
"""Time limit of a child; a cold start of a large compiler on a slow disk takes under 30."""

_KERNEL = """
__kernel void probe_compare_and_swap(__global int *x)
{
    int expected = 0;
    while (true) {
        const int seen = atomic_cmpxchg((volatile __global int *)x, expected, expected + 1);
        if (seen == expected)
            break;
        expected = seen;
    }
    atomic_min((volatile __global int *)(x + 1), -(int)get_global_id(0));
}
"""
_KERNEL_64 = """
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
__kernel void probe_int64(__global ulong *x)
{
    atom_min((volatile __global ulong *)x, (ulong)get_global_id(0) << 32);
    atom_add((volatile __global ulong *)(x + 1), (ulong)1 << 32);
}
"""
_ITEMS = 256


@dataclass(frozen=True)
class Probe:
    """The result of probing a device.

    Attributes
    ----------
    usable
        Whether a kernel was built and gave the right answer.
    reason
        If not usable, why, and what to do.
    int64_atomics
        Whether 64-bit atomics gave the right answer.
    processor_named
        Whether clconn had to tell PoCL the processor's name first.
    """

    usable: bool
    reason: str = ""
    int64_atomics: bool = False
    processor_named: bool = False


_answers: dict[tuple[str, str], Probe] = {}


def probe_device(device: Any) -> Probe:
    """Probe a device once per process, and return the same answer afterwards."""
    cl = import_pyopencl()
    names = (device.platform.name.strip(), device.name.strip())
    if names not in _answers:
        if device.type & cl.device_type.CPU:
            key = _key(device)
            disk_answer = _read_answer(key)
            _answers[names] = disk_answer or _probe_in_child(*names)
            if disk_answer is None and _answers[names].usable:
                _write_answer(key, _answers[names])
            if _answers[names].processor_named and not name_processor(device):
                _answers[names] = Probe(False, PROCESSOR_ADVICE)
        else:
            _answers[names] = _probe_here(device)
    return _answers[names]


def _probe_here(device: Any) -> Probe:
    cl = import_pyopencl()
    had_to_name = False
    try:
        context = cl.Context([device])
        queue = cl.CommandQueue(context)
        try:
            right = _counts(cl, context, queue)
        except cl.Error as error:
            if not (is_pocl(device) and PROCESSOR_ERROR in str(error)):
                raise
            if not name_processor(device):
                return Probe(False, PROCESSOR_ADVICE)
            had_to_name = True
            right = _counts(cl, context, queue)
        if not right:
            return Probe(False, f"{device.name.strip()} computes wrong results; update its driver")
    # Drivers also fail with other errors than pyopencl.Error; none may hide the other devices.
    except Exception as error:
        return Probe(False, f"{device.name.strip()} cannot run a kernel: {_first_line(error)}")
    int64_atomics = False
    with contextlib.suppress(Exception):
        int64_atomics = _counts_in_64_bits(cl, context, queue)
    return Probe(True, int64_atomics=int64_atomics, processor_named=had_to_name)


def _run(cl: Any, context: Any, queue: Any, source: str, name: str, values: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = cl.Program(context, source).build(["-cl-std=CL1.2"])
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    buffer = cl.Buffer(context, flags, hostbuf=values)
    kernel = cl.Kernel(program, name)
    kernel.set_arg(0, buffer)
    cl.enqueue_nd_range_kernel(queue, kernel, (_ITEMS,), (32,))
    cl.enqueue_copy(queue, values, buffer)
    return values


def _counts(cl: Any, context: Any, queue: Any) -> bool:
    values = _run(cl, context, queue, _KERNEL, "probe_compare_and_swap", np.zeros(2, np.int32))
    return bool(values[0] == _ITEMS and values[1] == 1 - _ITEMS)


def _counts_in_64_bits(cl: Any, context: Any, queue: Any) -> bool:
    start = np.array([2**63, 0], dtype=np.uint64)
    values = _run(cl, context, queue, _KERNEL_64, "probe_int64", start)
    return bool(values[0] == 0 and values[1] == _ITEMS << 32)


def _probe_in_child(platform: str, device: str) -> Probe:
    command = [sys.executable, "-P", "-m", "clconn.opencl_backend.device.probe", platform, device]
    # The child finds the same modules as this process, and no others in the current folder.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    try:
        child = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=SECONDS, check=False, env=environment,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return Probe(False, f"the trial run of {device} did not end: {_first_line(error)}")
    if child.returncode == 0:
        # A driver may print too, even after the answer.
        for line in reversed(child.stdout.splitlines()):
            answer = _parse(line)
            if answer is not None:
                return answer
    # A signal ended the child: PoCL calls abort() where it cannot link.
    if platform == "Portable Computing Language" and child.returncode < 0:
        return Probe(False, LINKER_ADVICE)
    last = (child.stderr.strip().splitlines() or [f"exit status {child.returncode}"])[-1]
    return Probe(False, f"the trial run of {device} on {platform} failed: {last}")


def _parse(text: str) -> Probe | None:
    """The probe that a line of JSON describes, or None if it describes none."""
    try:
        answer = Probe(**json.loads(text))
    except (ValueError, TypeError):
        return None
    values = dataclasses.asdict(answer)
    is_text = isinstance(values.pop("reason"), str)
    return answer if is_text and all(type(value) is bool for value in values.values()) else None


def _key(device: Any) -> str:
    linkers = [shutil.which(name) or "" for name in ("ld", "gcc", "clang")]
    parts = [
        device.platform.name, device.platform.version, device.name, device.driver_version,
        sys.prefix, *linkers,
    ]  # fmt: skip
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def _answer_file(key: str) -> Path | None:
    folder = writable_cache_folder("clconn")
    return None if folder is None else folder / f"probe-{key}.json"


def _read_answer(key: str) -> Probe | None:
    file = _answer_file(key)
    if file is not None:
        with contextlib.suppress(OSError, ValueError):
            return _parse(file.read_text())
    return None


def _write_answer(key: str, probe: Probe) -> None:
    file = _answer_file(key)
    if file is None:
        return
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent)
        try:
            with os.fdopen(descriptor, "w") as stream:
                json.dump(dataclasses.asdict(probe), stream)
            os.replace(name, file)
        except OSError:
            os.unlink(name)  # for example if the disk is full


def _first_line(error: object) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _main(platform: str, device: str) -> None:
    cl = import_pyopencl()
    for candidate in cl.get_platforms():
        if candidate.name.strip() == platform:
            for match in candidate.get_devices():
                if match.name.strip() == device:
                    print(json.dumps(dataclasses.asdict(_probe_here(match))))
                    return
    raise DeviceError(f"no device {device!r} on platform {platform!r}")


if __name__ == "__main__":
    _main(*sys.argv[1:])
