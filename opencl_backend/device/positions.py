"""The place of a device in the lists of platforms and devices.

Two devices may have one name, and one driver may serve two platforms. A place names a device
exactly, in this process and in a child, as long as the drivers and the environment are the same.
"""

from __future__ import annotations

from typing import Any

from clconn.errors import DeviceError
from clconn.opencl_backend.device.cl import import_pyopencl

__all__ = ["device_at", "position_of"]


def position_of(device: Any) -> tuple[int, int]:
    """The numbers of a device's platform and of the device in it; of a part, those of the whole."""
    cl = import_pyopencl()
    for platform_index, platform in enumerate(cl.get_platforms()):
        if platform == device.platform:
            devices, whole = platform.get_devices(), device
            while whole is not None and whole not in devices:
                whole = whole.parent_device
            if whole is not None:
                return platform_index, devices.index(whole)
    raise DeviceError(f"{device.name} belongs to no platform that is there now")


def device_at(platform: int, device: int) -> Any:
    """The device at a place, or None if there is none."""
    cl = import_pyopencl()
    try:
        return cl.get_platforms()[platform].get_devices()[device]
    except (cl.Error, IndexError):
        return None
