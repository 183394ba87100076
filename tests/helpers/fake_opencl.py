"""Platforms and devices that are not there, to try what becomes of odd ones."""

from __future__ import annotations

from typing import Any

import pyopencl as cl

from clconn.opencl_backend.device import device_report, devices
from clconn.opencl_backend.device.probe import Probe

GPU, CPU, ACCELERATOR = cl.device_type.GPU, cl.device_type.CPU, cl.device_type.ACCELERATOR


class FeignedDevice:
    """As much of a pyopencl device as clconn asks before it opens one."""

    version = "OpenCL 1.2"
    driver_version = "1"
    global_mem_size = 2**33
    max_mem_alloc_size = 2**31
    local_mem_size = 2**15
    max_compute_units = 8
    max_work_group_size = 256

    def __init__(self, name: str, kind: int, probe: Probe | None = None) -> None:
        self.name = name
        self.type = kind
        self.probe = Probe(True) if probe is None else probe
        self.platform: Any = None


class FeignedPlatform:
    """A pyopencl platform; one without devices raises, as real ones do."""

    version = "OpenCL 1.2"

    def __init__(self, name: str, *devices: Any, vendor: str = "nobody") -> None:
        self.name = name
        self.vendor = vendor
        self._devices = list(devices)
        for device in devices:
            device.platform = self

    def get_devices(self) -> list[Any]:
        if not self._devices:
            raise cl.RuntimeError("clGetDeviceIDs failed: DEVICE_NOT_FOUND")
        return self._devices


def feign(monkeypatch: Any, *platforms: FeignedPlatform) -> None:
    """Let pyopencl show these platforms alone, and probing give what the devices say."""
    monkeypatch.delenv("PYOPENCL_CTX", raising=False)
    monkeypatch.setattr("pyopencl.get_platforms", lambda: list(platforms))
    for module in (devices, device_report):
        monkeypatch.setattr(module, "probe_device", lambda device: device.probe)


def feign_none(monkeypatch: Any) -> None:
    """Let the OpenCL loader find no implementation, as it says it."""

    def refuse() -> list[Any]:
        raise cl.LogicError("clGetPlatformIDs failed: PLATFORM_NOT_FOUND_KHR")

    feign(monkeypatch)
    monkeypatch.setattr("pyopencl.get_platforms", refuse)
