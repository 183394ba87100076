"""Two failures of PoCL on a processor, and the remedy for each.

*The linker.* PoCL from PyPI links every kernel with the system's linker against ``libgcc`` and
the C library, and aborts the process where those are missing (slim containers).

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
from pathlib import Path
from typing import Any

__all__ = ["LINKER_ADVICE", "PROCESSOR_ADVICE", "PROCESSOR_ERROR", "is_pocl", "name_processor"]

PROCESSOR_ERROR = "unknown target CPU"

LINKER_ADVICE = (
    "PoCL cannot link kernels on this machine: it needs a linker and the C library's "
    "development files. Debian or Ubuntu: apt install gcc libc6-dev; "
    "Fedora: dnf install gcc glibc-devel"
)
PROCESSOR_ADVICE = (
    "this PoCL is older than the processor and cannot compile for it; install another "
    "implementation (apt install pocl-opencl-icd and set POCL_LLVM_CPU_NAME=x86-64-v3, or "
    "pip install intel-opencl-rt intel-cmplr-lib-rt)"
)

_UNKNOWN = b"generic\0"
_RECORD_WORDS = 128  # the name is the 80th word of the record in PoCL 3.0

# PoCL's record points to these names, so they must outlive the device.
_names: dict[str, ctypes.Array[ctypes.c_char]] = {}


def is_pocl(device: Any) -> bool:
    """Whether a pyopencl device is PoCL's."""
    return bool(device.platform.name.strip() == "Portable Computing Language")


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
