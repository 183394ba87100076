"""Programs that earlier processes built, kept as binaries in the user's cache folder.

A driver's own cache, if it has one, still goes through the source in every process: with an H100
the programs of components, when there were eight, took 20 ms from a warm one and 11 as binaries; a
driver without one compiles them anew. So on GPUs a program's binary is kept, in a file under a key
of everything that it depends on: the text with its headers, the options, and the device, its driver
and its platform with their versions. A file that is damaged, not the user's own or refused by the
driver is ignored, and written anew.

PoCL compiles every kernel once more, 100 ms each, when it is asked for a binary. So binaries of
processors are not kept unless ``CLCONN_PROGRAM_CACHE=1`` asks for them. ``CLCONN_PROGRAM_CACHE=0``
keeps none, and neither does ``PYOPENCL_NO_CACHE`` or a build for a sanitizer, which must see the
source.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clconn.opencl_backend.device.cache_files import write_whole
from clconn.opencl_backend.device.cl import import_pyopencl, writable_cache_folder

__all__ = ["MOST_BYTES", "build_or_load"]

MOST_BYTES = 64 << 20
"""Size of the folder from which the files that were used least recently are removed."""

_FORMAT = b"clconn program 1\n"
_SWITCH = "CLCONN_PROGRAM_CACHE"
_YES = ("1", "true", "t", "yes", "y", "on")
_SIMULATORS = ("oclgrind",)


def build_or_load(context: Any, text: str, options: Sequence[str]) -> Any:
    """Load a program's binary if there is one, and otherwise build it from its text.

    Parameters
    ----------
    context : pyopencl.Context
    text
        OpenCL C without ``#include``.

    Raises
    ------
    pyopencl.Error
        If the text does not build.
    """
    cl = import_pyopencl()
    file = _file(context, text, options)
    program = None if file is None else _load(context, file)
    if program is None:
        program = cl.Program(context, text).build(list(options))
        if file is not None:
            _keep(file, context, program)
    return program


def _file(context: Any, text: str, options: Sequence[str]) -> Path | None:
    """The file of a program's binary; None where none is kept."""
    if len(context.devices) != 1 or not _keeps_binaries(context.devices[0]):
        return None
    folder = writable_cache_folder("clconn")
    if folder is None:
        return None
    key = "\0".join((*_identity(context.devices[0]), *options, text))
    return folder / "programs" / hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest()


def _keeps_binaries(device: Any) -> bool:
    pyopencl_keeps_none = os.environ.get("PYOPENCL_NO_CACHE", "0").lower() in _YES
    if pyopencl_keeps_none or os.environ.get("CLCONN_RACE_FREE") == "1":
        return False
    if any(name in device.platform.name.lower() for name in _SIMULATORS):
        return False
    switch = os.environ.get(_SWITCH)
    is_cpu = bool(device.type & import_pyopencl().device_type.CPU)
    return switch != "0" and (switch == "1" or not is_cpu)


def _identity(device: Any) -> list[str]:
    """What a binary depends on beside its text."""
    platform = device.platform
    names = [
        platform.name, platform.vendor, platform.version,
        device.name, device.vendor, device.version, device.driver_version, str(device.vendor_id),
    ]  # fmt: skip
    if device.type & import_pyopencl().device_type.CPU:
        # Machines that share a home folder may have processors of one name and other instructions.
        settings = (f"{name}={value}" for name, value in os.environ.items() if "POCL_" in name)
        names += [_instructions(), *sorted(settings)]
    return names


def _instructions() -> str:
    """The line of the processor's features; empty where the system does not say."""
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as lines:
        return next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return ""


def _load(context: Any, file: Path) -> Any:
    """The program of a file, or None if the file or the driver does not give it."""
    cl = import_pyopencl()
    try:
        with open(file, "rb") as stream:
            status = os.fstat(stream.fileno())
            if hasattr(os, "getuid") and status.st_uid != os.getuid():
                return None
            content = stream.read()
        binary = content[len(_FORMAT) + 32 :]
        if content != _content(binary):
            return None
        program = _program_of(context, binary)
        os.utime(file)
    # A driver may refuse a binary in ways of its own; the text is always there.
    except (OSError, cl.Error, ValueError, RuntimeError):
        return None
    return program


def _content(binary: bytes) -> bytes:
    return _FORMAT + hashlib.sha256(binary).digest() + binary


def _keep(file: Path, context: Any, program: Any) -> None:
    cl = import_pyopencl()
    with contextlib.suppress(OSError, cl.Error):
        (binary,) = program.get_info(cl.program_info.BINARIES)
        sizes = _group_sizes(program)
        # A barrier across work-groups relies on what the driver says of the kernel.
        if any(sizes.values()) and sizes != _group_sizes(_program_of(context, binary)):
            return
        write_whole(file, _content(binary))
        _make_room(file.parent)


def _program_of(context: Any, binary: bytes) -> Any:
    return import_pyopencl().Program(context, [context.devices[0]], [binary]).build()


def _group_sizes(program: Any) -> dict[str, int]:
    """The size of the work-groups for which each kernel is compiled; 0 for any."""
    info = import_pyopencl().kernel_work_group_info.COMPILE_WORK_GROUP_SIZE
    return {
        kernel.function_name: kernel.get_work_group_info(info, program.devices[0])[0]
        for kernel in program.all_kernels()
    }


def _make_room(folder: Path) -> None:
    """Remove the files used least recently if the folder is too large."""
    files = []
    for entry in os.scandir(folder):
        # Another process may remove it at the same time.
        with contextlib.suppress(OSError):
            status = entry.stat(follow_symlinks=False)
            files.append((status.st_mtime, status.st_size, entry.path))
    total = sum(size for _, size, _ in files)
    if total <= MOST_BYTES:
        return
    for _, size, path in sorted(files):
        if total <= MOST_BYTES * 3 // 4:
            break
        with contextlib.suppress(OSError):
            os.unlink(path)
        total -= size
