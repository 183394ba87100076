"""What a device can really do, determined by running kernels on it.

An implementation may report a device and then abort the whole process when it links its first
kernel (PoCL from PyPI without a system linker does), and nothing in the process can catch that. So
a processor's device is tried in a child process. There the text of the kernels is new each time, so
that no driver's cache can hide that the linker is gone. Other devices are tried in this process.

Only a good answer is kept on disk, under a key that changes with the driver and the linker: a trial
takes a child, or a context and a program, before the first run of every process. After a
bad answer the next process asks again, since the user may have repaired the installation.

A device that runs kernels and yet gives wrong answers in some is *unreliable*. Mesa's llvmpipe
(rusticl) ends every loop of a work-item, silently, after 65,535 rounds in all, which a row of some
thousand entries needs. Such a device is used only when named, with a warning.

``python -m clconn.opencl_backend.device.probe PLATFORM DEVICE NAME`` is that child: the numbers of
the platform and of the device, and the device's name. It prints one line of JSON.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import subprocess
import sys
import uuid
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from clconn.errors import DeviceError
from clconn.opencl_backend.device.cache_files import write_whole
from clconn.opencl_backend.device.cl import (
    has_pocl_folder,
    import_pyopencl,
    writable_cache_folder,
)
from clconn.opencl_backend.device.own_queue import keep_queue, new_queue
from clconn.opencl_backend.device.pocl import (
    EXECUTION_ADVICE,
    FOLDER_ADVICE,
    LINKER_ADVICE,
    NOT_EXECUTABLE,
    PROCESSOR_ADVICE,
    PROCESSOR_ERROR,
    is_pocl,
    linker_files,
    name_processor,
)
from clconn.opencl_backend.device.positions import device_at, position_of

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
    if (get_global_id(0) == 0) {
        // A power cannot be found without the rounds, which the compiler does not know.
        uint power = 1;
        for (int round = x[3]; round > 0; round--)
            power *= 5;
        x[2] = (int)power;
    }
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
_OPTIONS = ("-cl-std=CL1.2",)
_ITEMS = 256
_ROUNDS = 100_000
_UNRELIABLE = (
    "ends long loops too early, so large graphs and vertices of high degree may get wrong answers "
    "or end the process; used only when named; check its answers with verify=True"
)


@dataclass(frozen=True)
class Probe:
    """The result of probing a device.

    Attributes
    ----------
    usable
        Whether a kernel was built and gave the right answer.
    reason
        If not usable or not reliable, why, and what to do.
    int64_atomics
        Whether 64-bit atomics gave the right answer.
    processor_named
        Whether clconn had to tell PoCL the processor's name first.
    reliable
        Whether a long loop ran to its end.
    """

    usable: bool
    reason: str = ""
    int64_atomics: bool = False
    processor_named: bool = False
    reliable: bool = True


_answers: dict[Any, Probe] = {}


def probe_device(device: Any) -> Probe:
    """Probe a device once per process, and return the same answer afterwards."""
    if device not in _answers:
        _answers[device] = _probe(device)
    return _answers[device]


def _probe(device: Any) -> Probe:
    cl = import_pyopencl()
    try:
        position = position_of(device)
    except DeviceError:
        return _probe_here(device)
    key = _key(device, position)
    answer = _read_answer(key)
    if answer is None:
        is_cpu = device.type & cl.device_type.CPU
        answer = _probe_in_child(device, position) if is_cpu else _probe_here(device)
        if answer.usable:
            _write_answer(key, answer)
    if answer.processor_named and not name_processor(device):
        return Probe(False, PROCESSOR_ADVICE)
    return answer


def _probe_here(device: Any, token: str = "") -> Probe:
    """Run the kernels in this process; with a token their text is one that no cache has."""
    cl = import_pyopencl()
    had_to_name = False
    try:
        context, queue = new_queue(device)
        try:
            program, has_int64 = _build(cl, queue.context, token)
            counts, loops = _count(cl, queue, program)
        except cl.Error as error:
            if not (is_pocl(device) and PROCESSOR_ERROR in str(error)):
                raise
            if not name_processor(device):
                return Probe(False, PROCESSOR_ADVICE)
            had_to_name = True
            program, has_int64 = _build(cl, queue.context, token)
            counts, loops = _count(cl, queue, program)
        if not counts:
            return Probe(False, f"{device.name.strip()} computes wrong results; update its driver")
    # Drivers also fail with other errors than pyopencl.Error; none may hide the other devices.
    except Exception as error:
        if is_pocl(device) and not has_pocl_folder():
            return Probe(False, FOLDER_ADVICE)
        return Probe(False, f"{device.name.strip()} cannot run a kernel: {_first_line(error)}")
    int64_atomics = False
    # A queue on which something failed may fail again.
    with contextlib.suppress(Exception):
        int64_atomics = has_int64 and _counts_in_64_bits(cl, queue, program)
        keep_queue(device, context, queue)
    reason = "" if loops else f"{device.name.strip()} {_UNRELIABLE}"
    return Probe(True, reason, int64_atomics, had_to_name, reliable=loops)


def _build(cl: Any, context: Any, token: str) -> tuple[Any, bool]:
    """The kernels in one program, since a compiler's start takes longer than they; or the first."""
    unknown = f"__constant int probe_{token} = 0;\n" if token else ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(cl.Error):
            return cl.Program(context, _KERNEL + _KERNEL_64 + unknown).build(_OPTIONS), True
        return cl.Program(context, _KERNEL + unknown).build(_OPTIONS), False


def _run(cl: Any, queue: Any, program: Any, name: str, values: Any) -> Any:
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    buffer = cl.Buffer(queue.context, flags, hostbuf=values)
    kernel = cl.Kernel(program, name)
    kernel.set_arg(0, buffer)
    cl.enqueue_nd_range_kernel(queue, kernel, (_ITEMS,), (32,))
    cl.enqueue_copy(queue, values, buffer)
    return values


def _count(cl: Any, queue: Any, program: Any) -> tuple[bool, bool]:
    """Whether the work-items counted right, and whether a long loop ran to its end."""
    start = np.array([0, 0, 0, _ROUNDS], np.int32)
    values = _run(cl, queue, program, "probe_compare_and_swap", start)
    power = pow(5, _ROUNDS, 2**32)
    return (
        bool(values[0] == _ITEMS and values[1] == 1 - _ITEMS),
        bool(int(values[2]) % 2**32 == power),
    )


def _counts_in_64_bits(cl: Any, queue: Any, program: Any) -> bool:
    start = np.array([2**63, 0], dtype=np.uint64)
    values = _run(cl, queue, program, "probe_int64", start)
    return bool(values[0] == 0 and values[1] == _ITEMS << 32)


def _probe_in_child(device: Any, position: tuple[int, int]) -> Probe:
    name = device.name.strip()
    command = [
        sys.executable, "-P", "-m", "clconn.opencl_backend.device.probe", *map(str, position), name,
    ]  # fmt: skip
    # The child finds the same modules as this process, and no others in the current folder.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    try:
        child = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
            timeout=SECONDS, check=False, env=environment,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return Probe(False, f"the trial run of {name} did not end: {_first_line(error)}")
    if child.returncode == 0:
        # A driver may print too, even after the answer.
        for line in reversed(child.stdout.splitlines()):
            answer = _parse(line)
            if answer is not None:
                return answer
    # A signal ended the child: PoCL calls abort() where it cannot link or load.
    if is_pocl(device) and child.returncode < 0:
        if not has_pocl_folder():
            return Probe(False, FOLDER_ADVICE)
        not_executable = NOT_EXECUTABLE in child.stderr
        return Probe(False, EXECUTION_ADVICE if not_executable else LINKER_ADVICE)
    last = (child.stderr.strip().splitlines() or [f"exit status {child.returncode}"])[-1]
    return Probe(False, f"the trial run of {name} on {device.platform.name.strip()} failed: {last}")


def _parse(text: str) -> Probe | None:
    """The probe that a line of JSON describes, or None if it describes none."""
    try:
        answer = Probe(**json.loads(text))
    except (ValueError, TypeError):
        return None
    values = dataclasses.asdict(answer)
    is_text = isinstance(values.pop("reason"), str)
    return answer if is_text and all(type(value) is bool for value in values.values()) else None


def _key(device: Any, position: tuple[int, int]) -> str:
    environment = (f"{name}={value}" for name, value in os.environ.items() if "POCL_" in name)
    parts = [
        device.platform.name, device.platform.version, device.name, device.driver_version,
        str(position), _KERNEL, sys.prefix, *linker_files(), *sorted(environment),
    ]  # fmt: skip
    return hashlib.sha256("\n".join(parts).encode(errors="surrogateescape")).hexdigest()[:32]


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
    if file is not None:
        with contextlib.suppress(OSError):
            write_whole(file, json.dumps(dataclasses.asdict(probe)).encode())


def _first_line(error: object) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _main(platform: str, device: str, name: str) -> None:
    candidate = device_at(int(platform), int(device))
    if candidate is None or candidate.name.strip() != name:
        raise DeviceError(f"there is no device {platform}:{device} of the name {name!r}")
    print(json.dumps(dataclasses.asdict(_probe_here(candidate, uuid.uuid4().hex))))


if __name__ == "__main__":
    _main(*sys.argv[1:])
