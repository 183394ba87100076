"""What OpenCL devices a machine has, told so that nothing broken hides the rest.

Drivers fail in every way: a platform without devices, a device that refuses a question, one that
aborts the process at its first kernel. Each is asked apart, and what it fails to
answer is left empty and said in its ``reason``. Invariant: :func:`devices` does not raise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from clconn.errors import ClconnError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.devices import NO_DEVICE, default_device, is_simulator
from clconn.opencl_backend.device.probe import Probe, probe_device

__all__ = ["DeviceOverview", "DeviceReport", "PlatformReport", "devices"]

_T = TypeVar("_T")

_SIMULATOR = "a simulator, used only when named"
_CAPABILITIES = [entry.name for entry in fields(Probe) if entry.name not in ("usable", "reason")]


@dataclass(frozen=True)
class DeviceReport:
    """One OpenCL device.

    Attributes
    ----------
    name : str
    type : str
        ``"GPU"``, ``"accelerator"``, ``"CPU"``, or ``"unknown"``.
    selector : str
        What to pass as ``device`` to choose it, such as ``"0:0"``.
    version, driver : str
        Of OpenCL on the device, and of its driver.
    global_memory, maximum_buffer, local_memory : int
        Bytes of the device, of the largest buffer, and of a work-group's own memory.
    compute_units, maximum_work_group : int
    usable : bool
        Whether it built a kernel and computed the right answer with it.
    chosen_by_default : bool
        Whether clconn takes it when no device is named.
    simulator : bool
        Whether it is one; such a device is only used when named.
    reason : str
        If not usable, why and what to do; a remark otherwise, or empty.
    capabilities : dict of str to bool
        What was seen to work: ``int64_atomics``; and whether PoCL had to be told the
        processor's name: ``processor_named``. Empty if the device is not usable.
    """

    name: str
    type: str
    selector: str
    version: str
    driver: str
    global_memory: int
    maximum_buffer: int
    local_memory: int
    compute_units: int
    maximum_work_group: int
    usable: bool
    chosen_by_default: bool
    simulator: bool
    reason: str = ""
    capabilities: dict[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class PlatformReport:
    """One OpenCL implementation.

    Attributes
    ----------
    name, vendor, version : str
    devices : list of DeviceReport
    """

    name: str
    vendor: str
    version: str
    devices: list[DeviceReport]


@dataclass(frozen=True)
class DeviceOverview:
    """All OpenCL devices.

    Attributes
    ----------
    platforms : list of PlatformReport
    advice : str
        Empty if clconn finds a device by itself; otherwise why it does not, and how to
        get one.
    """

    platforms: list[PlatformReport]
    advice: str = ""


def devices() -> DeviceOverview:
    """List the OpenCL devices of this machine.

    Each device is tried with a kernel, in a child process if a failure could end this one. A
    good answer is kept on disk, so that the next call is quick.

    Returns
    -------
    DeviceOverview
        ``platforms``, each with ``devices``, and ``advice``: how to get a device if there is
        none, also if pyopencl is missing. Nothing broken raises.

    Examples
    --------
    >>> import clconn
    >>> for platform in clconn.devices().platforms:  # doctest: +SKIP
    ...     for device in platform.devices:
    ...         print(device.selector, device.name, device.usable)
    0:0 pthread-AMD EPYC True
    """
    try:
        cl = import_pyopencl()
    except ClconnError as error:
        return DeviceOverview([], str(error))
    platforms = _or(list, cl.get_platforms)
    default, advice = _default()
    reports = [_platform(cl, index, platform, default) for index, platform in enumerate(platforms)]
    return DeviceOverview(reports, advice)


def _or(fallback: Callable[[], _T], ask: Callable[[], _T]) -> _T:
    """The answer of a driver, or what stands for none."""
    try:
        return ask()
    # Besides pyopencl.Error, a driver's answer may not decode, or not fit its type.
    except Exception:
        return fallback()


def _text(ask: Callable[[], Any]) -> str:
    return _or(lambda: "unknown", lambda: str(ask()).strip())


def _number(ask: Callable[[], Any]) -> int:
    return _or(int, lambda: int(ask()))


def _default() -> tuple[Any, str]:
    """The default device, if there is one that works, or why not."""
    try:
        device = default_device()
        probe = probe_device(device)
    except ClconnError as error:
        return None, str(error)
    except Exception:
        return None, NO_DEVICE
    return device, probe.reason


def _platform(cl: Any, index: int, platform: Any, default: Any) -> PlatformReport:
    devices = _or(list, platform.get_devices)
    return PlatformReport(
        name=_text(lambda: platform.name),
        vendor=_text(lambda: platform.vendor),
        version=_text(lambda: platform.version),
        devices=[
            _device(cl, f"{index}:{position}", device, default)
            for position, device in enumerate(devices)
        ],
    )


def _device(cl: Any, selector: str, device: Any, default: Any) -> DeviceReport:
    try:
        probe = probe_device(device)
    except Exception as error:
        probe = Probe(False, f"{type(error).__name__} when it was tried: {error}")
    simulator = _or(bool, lambda: is_simulator(device))
    return DeviceReport(
        name=_text(lambda: device.name),
        type=_or(lambda: "unknown", lambda: _type(cl, device)),
        selector=selector,
        version=_text(lambda: device.version),
        driver=_text(lambda: device.driver_version),
        global_memory=_number(lambda: device.global_mem_size),
        maximum_buffer=_number(lambda: device.max_mem_alloc_size),
        local_memory=_number(lambda: device.local_mem_size),
        compute_units=_number(lambda: device.max_compute_units),
        maximum_work_group=_number(lambda: device.max_work_group_size),
        usable=probe.usable,
        chosen_by_default=_or(bool, lambda: bool(device == default)),
        simulator=simulator,
        reason=probe.reason or (_SIMULATOR if simulator else ""),
        capabilities={name: getattr(probe, name) for name in _CAPABILITIES} if probe.usable else {},
    )


def _type(cl: Any, device: Any) -> str:
    # A simulator calls itself all of them.
    for name, kind in (
        ("GPU", cl.device_type.GPU),
        ("accelerator", cl.device_type.ACCELERATOR),
        ("CPU", cl.device_type.CPU),
    ):
        if device.type & kind:
            return name
    return "unknown"
