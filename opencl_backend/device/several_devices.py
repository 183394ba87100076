"""Open several devices at once, each in a context of its own.

With two NVIDIA GPUs in one context the driver copies a buffer from one to the other at 1.4 GB/s;
through memory of the host, with a context for each, it is 55 GB/s each way (H200, NVLink). So
devices never share a context here, and what they exchange goes through the host.
"""

from __future__ import annotations

from typing import Any

from clconn.device_requests import EVERY, GPUS, names_several
from clconn.errors import BackendUnavailableError, DeviceError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.devices import missing_device_advice, usable_devices
from clconn.opencl_backend.device.own_queue import queues_of_trials
from clconn.opencl_backend.device.runtime import Runtime, open_runtime

__all__ = ["distinct_devices", "open_runtimes"]


def open_runtimes(devices: Any) -> list[Runtime]:
    """Open the devices of a list, or of ``"gpus"`` or ``"all"``, in that order.

    Raises
    ------
    DeviceError
        If the list names a device twice, or one that cannot be used.
    BackendUnavailableError
        If ``"gpus"`` or ``"all"`` finds none.
    """
    with queues_of_trials():
        chosen = _of_kind(devices) if isinstance(devices, str) else list(devices)
        for device in chosen:
            if names_several(device):
                raise DeviceError(
                    f"device is a list with {device!r} in it; {GPUS!r} and {EVERY!r} stand alone"
                )
        runtimes = [open_runtime(device) for device in chosen]
    for place, runtime in enumerate(runtimes):
        twin = next((i for i in range(place) if runtimes[i].device == runtime.device), None)
        if twin is not None:
            raise DeviceError(
                f"devices {twin} and {place} of the list are both {runtime.name}; name each once "
                "(one device is not faster with two queues; a processor's parts are sub-devices)"
            )
    return runtimes


def _of_kind(name: str) -> list[Any]:
    cl = import_pyopencl()
    devices = distinct_devices(usable_devices())
    if name.strip().lower() == GPUS:
        devices = [device for device in devices if device.type & cl.device_type.GPU]
    if not devices:
        raise BackendUnavailableError(
            "no GPU is usable; `clconn devices` shows what is seen"
            if name.strip().lower() == GPUS
            else missing_device_advice()
        )
    return devices


def distinct_devices(devices: list[Any]) -> list[Any]:
    """Return each physical device once, although two platforms may show it.

    All devices of one platform are different. A GPU of another platform is the same as one before
    it if both have one address on the bus, or, where a platform does not tell it, one name. The
    processors of a machine are one device in each platform, so those of the first platform count.
    """
    cl = import_pyopencl()
    kept: list[Any] = []
    for device in devices:
        others = [other for other in kept if other.platform != device.platform]
        if not any(_are_same(cl, device, other) for other in others):
            kept.append(device)
    return kept


def _are_same(cl: Any, one: Any, other: Any) -> bool:
    processors = [bool(device.type & cl.device_type.CPU) for device in (one, other)]
    if any(processors):
        return all(processors)
    places = _place_on_bus(one), _place_on_bus(other)
    if None in places:
        return bool(one.name.strip() == other.name.strip())
    return bool(places[0] == places[1])


def _place_on_bus(device: Any) -> tuple[int, ...] | None:
    """The numbers of domain, bus and slot, which NVIDIA and the Khronos extension tell."""
    cl = import_pyopencl()
    for names in (("pci_bus_id_nv", "pci_slot_id_nv"), ("pci_bus_info_khr",)):
        try:
            values = [getattr(device, name) for name in names]
        except (cl.Error, AttributeError):
            continue
        if len(values) == 2:
            # Old drivers have no domain, and then there is one only.
            try:
                domain = int(device.pci_domain_id_nv)
            except (cl.Error, AttributeError):
                domain = 0
            return domain, int(values[0]), int(values[1]) >> 3
        info = values[0]
        return int(info.pci_domain), int(info.pci_bus), int(info.pci_device)
    return None
