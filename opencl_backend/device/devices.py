"""List the OpenCL devices, and select the one to use.

The order of choice: what the caller passes; the environment variable ``PYOPENCL_CTX``;
otherwise the first usable GPU, then accelerator, then processor. A simulator (Oclgrind), which
reports all three types, is used only when named.
"""

from __future__ import annotations

import os
import re
from typing import Any

from clconn.errors import BackendUnavailableError, DeviceError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.probe import probe_device

__all__ = [
    "all_devices",
    "default_device",
    "is_simulator",
    "select_device",
    "selector_of",
    "usable_devices",
]

_SIMULATORS = ("oclgrind",)

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
    cl = import_pyopencl()
    for platform_index, platform in enumerate(cl.get_platforms()):
        if platform == device.platform:
            return f"{platform_index}:{platform.get_devices().index(device)}"
    raise DeviceError(f"{device.name} belongs to no platform that is there now")


def _rank(device: Any) -> int:
    cl = import_pyopencl()
    if device.type & cl.device_type.GPU:
        return 0
    return 1 if device.type & cl.device_type.ACCELERATOR else 2


def _candidates() -> list[Any]:
    return sorted((device for device in all_devices() if not is_simulator(device)), key=_rank)


def usable_devices() -> list[Any]:
    """The devices that run kernels, without simulators, in the order of choice."""
    return [device for device in _candidates() if probe_device(device).usable]


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
        if probe.usable:
            return device
        reasons.append(probe.reason)
    raise BackendUnavailableError("; ".join(reasons) if reasons else NO_DEVICE)


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
        of a platform or device, in any case (``"nvidia"``), or of both (``"portable:epyc"``).

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
    for device in matching:
        if probe_device(device).usable:
            return device
    raise DeviceError(f"device {selector!r} cannot be used: {probe_device(matching[0]).reason}")


def _matches(device: Any, selector: str) -> bool:
    cl = import_pyopencl()
    kinds = {
        "gpu": cl.device_type.GPU,
        "cpu": cl.device_type.CPU,
        "accelerator": cl.device_type.ACCELERATOR,
    }
    pattern = selector.lower()
    if pattern in kinds:
        return bool(device.type & kinds[pattern]) and not is_simulator(device)
    if re.fullmatch(r"\d+(:\d+)?", pattern):
        return selector_of(device) == (pattern if ":" in pattern else pattern + ":0")
    platform, _, name = pattern.partition(":")
    if name:
        if platform.isdigit():
            if selector_of(device).split(":")[0] != platform:
                return False
        elif platform not in device.platform.name.lower():
            return False
        return name in device.name.lower()
    return bool(pattern) and (
        pattern in device.name.lower() or pattern in device.platform.name.lower()
    )


def _describe_devices() -> str:
    descriptions = [
        f"{selector_of(device)} {device.name.strip()} ({device.platform.name.strip()})"
        for device in all_devices()
    ]
    return "there is: " + ", ".join(descriptions) if descriptions else NO_DEVICE
