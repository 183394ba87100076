"""Which OpenCL devices this machine has, and which one clconn would take: a thin face.

The answers come from :mod:`clconn.opencl_backend.overview`.
"""

from __future__ import annotations

from clconn.opencl_backend.overview import (
    DeviceOverview,
    DeviceReport,
    PlatformReport,
    overview,
)

__all__ = ["DeviceOverview", "DeviceReport", "PlatformReport", "devices"]


def devices() -> DeviceOverview:
    """List the OpenCL devices of this machine.

    Each device is tried with a kernel, in a child process if a failure could end this one. A
    good answer is kept on disk, so that the next call is quick.

    Returns
    -------
    DeviceOverview
        ``platforms``, each with ``devices``, and ``advice``: how to get a device if there is none,
        also if pyopencl is missing. Nothing broken raises.

    Examples
    --------
    >>> import clconn
    >>> for platform in clconn.devices().platforms:  # doctest: +SKIP
    ...     for device in platform.devices:
    ...         print(device.selector, device.name, device.usable)
    0:0 pthread-AMD EPYC True
    """
    return overview()
