"""The failures of PoCL on a processor, and the remedy for each.

*The linker.* PoCL from PyPI links every kernel with the system's linker against ``libgcc`` and
the C library, and aborts the process where those are missing (slim containers).

*The folder.* PoCL writes each kernel to a folder and loads it from there. Without a folder that can
be written it shows no device or builds nothing; from one that does not allow execution it cannot
load, and aborts.

*The unknown processor.* PoCL asks LLVM for the processor's name. The LLVM 14 in PoCL 3.0 from PyPI
does not know later processors (such as AMD's Zen 5, family 26) and answers "generic". Its compiler
then refuses that very name: ``error: unknown target CPU 'generic'``. Later versions of PoCL read
the name from ``POCL_LLVM_CPU_NAME``; 3.0 has no such switch. But the device's record points to the
name, PoCL reads it again at each build, and a ``cl_device_id`` is the address of that record. So
:func:`name_processor` makes the record point to the name of the instruction-set level that the
processor reports. clconn does this only after that very error, changes only a pointer that leads to
the text "generic", and tries it in a child process first
(:mod:`clconn.opencl_backend.device.probe`).
"""

from __future__ import annotations

import ctypes
import shutil
from glob import glob
from pathlib import Path
from typing import Any

__all__ = [
    "EXECUTION_ADVICE",
    "FOLDER_ADVICE",
    "LINKER_ADVICE",
    "NOT_EXECUTABLE",
    "PROCESSOR_ADVICE",
    "PROCESSOR_ERROR",
    "is_pocl",
    "is_pocl_platform",
    "linker_files",
    "name_processor",
]

PROCESSOR_ERROR = "unknown target CPU"

LINKER_ADVICE = (
    "PoCL cannot link kernels on this machine: it needs a linker and the C library's "
    "development files. Debian or Ubuntu: apt install gcc libc6-dev; "
    "Fedora: dnf install gcc glibc-devel"
)
FOLDER_ADVICE = (
    "PoCL finds no folder that it can write, and needs one for its kernels: set POCL_CACHE_DIR to "
    "one that allows writing and execution"
)
NOT_EXECUTABLE = "failed to map segment"
EXECUTION_ADVICE = (
    "PoCL cannot load the kernels that it built, since the folder for them does not allow "
    "execution (noexec): set POCL_CACHE_DIR to one that does"
)
PROCESSOR_ADVICE = (
    "this PoCL is older than the processor and cannot compile for it; install another "
    "implementation (apt install pocl-opencl-icd and set POCL_LLVM_CPU_NAME=x86-64-v3, or "
    "pip install intel-opencl-rt intel-cmplr-lib-rt)"
)

_UNKNOWN = b"generic\0"
_RECORD_WORDS = 128  # the name is the 80th word of the record in PoCL 3.0

_LINKED = tuple(
    f"/usr/lib{folder}"
    for folder in (
        "/gcc/*/*/libgcc.a", "/gcc/*/*/libgcc_s.so", "64/gcc/*/*/libgcc.a",
        "64/gcc/*/*/libgcc_s.so", "/libc.so", "64/libc.so", "/*/libc.so",
    )
)  # fmt: skip

# PoCL's record points to these names, so they must outlive the device.
_names: dict[str, ctypes.Array[ctypes.c_char]] = {}


def is_pocl(device: Any) -> bool:
    """Whether a pyopencl device is PoCL's."""
    return is_pocl_platform(device.platform)


def is_pocl_platform(platform: Any) -> bool:
    """Whether a pyopencl platform is PoCL."""
    return bool(platform.name.strip() == "Portable Computing Language")


def linker_files() -> list[str]:
    """What PoCL links kernels with, as far as it is installed."""
    programs = [shutil.which(name) for name in ("ld", "gcc", "clang")]
    libraries = [path for pattern in _LINKED for path in sorted(glob(pattern))]
    return [path for path in programs if path is not None] + libraries


def name_processor(device: Any) -> bool:
    """Give PoCL's device record the name of the processor's instruction-set level.

    Parameters
    ----------
    device : pyopencl.Device
        A device of PoCL whose builds fail with :data:`PROCESSOR_ERROR`.

    Returns
    -------
    bool
        Whether the record's "generic" was found and replaced, by this call or an earlier one.
    """
    level = _instruction_set_level()
    if level is None:
        return False
    name = _names.setdefault(level, ctypes.create_string_buffer(level.encode()))
    ranges = _readable_ranges()
    record = device.int_ptr
    if not _is_readable(ranges, record, _RECORD_WORDS * ctypes.sizeof(ctypes.c_size_t)):
        return False
    words = (ctypes.c_size_t * _RECORD_WORDS).from_address(record)
    if ctypes.addressof(name) in words:
        return True
    for index, word in enumerate(words):
        if (
            word
            and _is_readable(ranges, word, len(_UNKNOWN))
            and ctypes.string_at(word, len(_UNKNOWN)) == _UNKNOWN
        ):
            words[index] = ctypes.addressof(name)
            return True
    return False


def _instruction_set_level() -> str | None:
    """The processor's x86-64 level by LLVM's name for it; None on other processors."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return None
    line = next((line for line in text.splitlines() if line.startswith("flags")), "")
    flags = set(line.partition(":")[2].split())
    if {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"} <= flags:
        return "x86-64-v3"
    return "x86-64" if "sse2" in flags else None


def _readable_ranges() -> list[tuple[int, int]]:
    ranges = []
    for line in Path("/proc/self/maps").read_text().splitlines():
        span, mode = line.split()[:2]
        if mode.startswith("r"):
            low, high = span.split("-")
            ranges.append((int(low, 16), int(high, 16)))
    return ranges


def _is_readable(ranges: list[tuple[int, int]], address: int, size: int) -> bool:
    return any(low <= address and address + size <= high for low, high in ranges)
