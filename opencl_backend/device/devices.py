"""List the OpenCL devices, and select the one to use.

The order of choice: what the caller passes; the environment variable ``PYOPENCL_CTX``;
otherwise the first usable GPU, then accelerator, then processor. A simulator (Oclgrind), which
reports all three types, is used only when named, and so is a device that the probe found
unreliable.
"""

from __future__ import annotations

import os
import re
from typing import Any

from clconn.errors import BackendUnavailableError, DeviceError
from clconn.opencl_backend.device.cl import has_pocl_folder, import_pyopencl
from clconn.opencl_backend.device.pocl import FOLDER_ADVICE, is_pocl_platform
from clconn.opencl_backend.device.positions import position_of
from clconn.opencl_backend.device.probe import Probe, probe_device

__all__ = [
    "all_devices",
    "default_device",
    "is_simulator",
    "missing_device_advice",
    "select_device",
    "selector_of",
    "usable_devices",
]

_SIMULATORS = ("oclgrind",)
_KINDS = {"gpu": "GPU", "cpu": "CPU", "accelerator": "ACCELERATOR"}

NO_DEVICE = (
    "no OpenCL device was found. For the processor: pip install 'pyopencl[pocl]' (x86-64 Linux) "
    "or the system's package pocl-opencl-icd; for a GPU: its vendor's driver with OpenCL. "
    "`clconn devices` shows what is seen"
)


def all_devices() -> list[Any]:
    """Every device of every platform, in pyopencl's order."""
    cl = import_pyopencl()
    try:
        platforms = cl.get_platforms()
    except cl.Error:
        return []
    devices = []
    for platform in platforms:
        try:
            devices += platform.get_devices()
        except cl.Error:
            # A platform may show itself without any device.
            continue
    return devices


def is_simulator(device: Any) -> bool:
    """Whether the device is a simulator, which is used only when named."""
    return any(name in device.platform.name.lower() for name in _SIMULATORS)


def selector_of(device: Any) -> str:
    """The selector ``platform:device`` that names exactly this device."""
    return "{}:{}".format(*position_of(device))


def missing_device_advice() -> str:
    """Why there is no device at all, and how to get one."""
    cl = import_pyopencl()
    try:
        pocl_is_there = any(map(is_pocl_platform, cl.get_platforms()))
    except cl.Error:
        pocl_is_there = False
    return FOLDER_ADVICE if pocl_is_there and not has_pocl_folder() else NO_DEVICE


def _rank(device: Any) -> int:
    cl = import_pyopencl()
    if device.type & cl.device_type.GPU:
        return 0
    return 1 if device.type & cl.device_type.ACCELERATOR else 2


def _candidates() -> list[Any]:
    return sorted((device for device in all_devices() if not is_simulator(device)), key=_rank)


def usable_devices() -> list[Any]:
    """The devices that run kernels reliably, without simulators, in the order of choice."""
    return [device for device in _candidates() if _is_trusted(probe_device(device))]


def _is_trusted(probe: Probe) -> bool:
    return probe.usable and probe.reliable


def default_device() -> Any:
    """The device to use when the caller names none.

    Raises
    ------
    DeviceError
        If ``PYOPENCL_CTX`` is set and matches no device.
    BackendUnavailableError
        If no device is usable; the message says why and what to install.
    """
    environment_choice = os.environ.get("PYOPENCL_CTX")
    if environment_choice:
        return _from_environment(environment_choice)
    reasons = []
    for device in _candidates():
        probe = probe_device(device)
        if _is_trusted(probe):
            return device
        reasons.append(probe.reason)
    raise BackendUnavailableError("; ".join(reasons) if reasons else missing_device_advice())


def _from_environment(environment_choice: str) -> Any:
    cl = import_pyopencl()
    try:
        devices = cl.choose_devices(interactive=False, answers=environment_choice.split(":"))
    except (RuntimeError, cl.Error, IndexError, ValueError):
        raise DeviceError(
            f"PYOPENCL_CTX={environment_choice!r} matches no device; {_describe_devices()}"
        ) from None
    return devices[0]


def select_device(selector: str) -> Any:
    """Find the first usable device that matches a selector.

    Parameters
    ----------
    selector
        ``"0:1"`` (platform and device number, as ``clconn devices`` shows), ``"0"`` (the
        platform's first device), ``"gpu"``, ``"cpu"`` or ``"accelerator"``, or part of the name
        of a platform, its vendor or a device, in any case (``"nvidia"``, ``"pocl"``), or of a
        platform and a device (``"pocl:epyc"``).

    Raises
    ------
    DeviceError
        If no device matches, or no matching device is usable.
    """
    matching = [device for device in all_devices() if _matches(device, selector.strip())]
    if not matching:
        raise DeviceError(f"no OpenCL device matches {selector!r}; {_describe_devices()}")
    # A name that fits a simulator as well as a real device means the real one.
    matching.sort(key=is_simulator)
    is_kind = selector.strip().lower() in _KINDS
    unreliable = []
    for device in matching:
        probe = probe_device(device)
        if _is_trusted(probe):
            return device
        if probe.usable:
            unreliable.append(device)
    if unreliable and not is_kind:
        return unreliable[0]
    reason = probe_device((unreliable or matching)[0]).reason
    raise DeviceError(f"device {selector!r} cannot be used: {reason}")


def _matches(device: Any, selector: str) -> bool:
    cl = import_pyopencl()
    pattern = selector.lower()
    if pattern in _KINDS:
        kind = getattr(cl.device_type, _KINDS[pattern])
        return bool(device.type & kind) and not is_simulator(device)
    if re.fullmatch(r"\d+(:\d+)?", pattern):
        return selector_of(device) == (pattern if ":" in pattern else pattern + ":0")
    platform, _, name = pattern.partition(":")
    if name:
        if platform.isdigit():
            if selector_of(device).split(":")[0] != platform:
                return False
        elif not _is_called(device.platform, platform):
            return False
        return name in device.name.lower()
    return bool(pattern) and (
        pattern in device.name.lower() or _is_called(device.platform, pattern)
    )


def _is_called(platform: Any, pattern: str) -> bool:
    """Whether a text is part of a platform's name or its vendor's; only that says "pocl"."""
    return pattern in platform.name.lower() or pattern in platform.vendor.lower()


def _describe_devices() -> str:
    descriptions = [
        f"{selector_of(device)} {device.name.strip()} ({device.platform.name.strip()})"
        for device in all_devices()
    ]
    return "there is: " + ", ".join(descriptions) if descriptions else missing_device_advice()
