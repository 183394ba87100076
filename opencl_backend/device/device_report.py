"""Report the OpenCL devices of a machine, so that a broken one hides none of the others.

Drivers fail in every way: a platform has no devices, a device refuses a question, another one
aborts the process at its first kernel. So each device is asked separately. Where it gives no
answer, the report leaves the field empty and states the failure in ``reason``. Invariant:
:func:`devices` does not raise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from html import escape
from typing import Any, TypeVar, overload

from clconn.errors import ClconnError
from clconn.html_tables import facts_table, rows_table
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.devices import (
    default_device,
    is_simulator,
    missing_device_advice,
)
from clconn.opencl_backend.device.probe import Probe, probe_device

__all__ = ["DeviceOverview", "DeviceReport", "PlatformReport", "devices"]

_T = TypeVar("_T")

_SIMULATOR = "a simulator, used only when named"
_VERDICT = ("usable", "reliable", "reason")
_CAPABILITIES = [entry.name for entry in fields(Probe) if entry.name not in _VERDICT]


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
        Version of OpenCL on the device, and of its driver.
    global_memory, maximum_buffer, local_memory : int
        Bytes of the device's memory, of the largest buffer, and of a work-group's own memory.
    compute_units, maximum_work_group : int
    usable : bool
        Whether it built a kernel and computed the right answer with it.
    chosen_by_default : bool
        Whether clconn takes it when no device is named.
    simulator : bool
        Whether it is a simulator; clconn uses a simulator only when it is named.
    reliable : bool
        Whether none of its trial runs gave a wrong answer; clconn uses an unreliable device only
        when it is named.
    reason : str
        If the device is not usable or not reliable, why not and what to do; otherwise a remark, or
        empty.
    capabilities : dict of str to bool
        ``int64_atomics``: whether 64-bit atomics worked. ``processor_named``: whether clconn had
        to tell PoCL the processor's name. Empty if the device is not usable.
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
    reliable: bool = True
    reason: str = ""
    capabilities: dict[str, bool] = field(default_factory=dict)

    def _repr_html_(self) -> str:
        facts = (
            (entry.name.replace("_", " "), getattr(self, entry.name)) for entry in fields(self)
        )
        return facts_table("OpenCL device", facts)


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
class DeviceOverview(Sequence[DeviceReport]):
    """All OpenCL devices: a sequence of them, platform after platform.

    Attributes
    ----------
    platforms : list of PlatformReport
    advice : str
        Empty if clconn finds a device by itself; otherwise why it does not, and how to
        get one.
    """

    platforms: list[PlatformReport]
    advice: str = ""

    @property
    def _devices(self) -> list[DeviceReport]:
        return [device for platform in self.platforms for device in platform.devices]

    def __len__(self) -> int:
        return len(self._devices)

    @overload
    def __getitem__(self, index: int) -> DeviceReport: ...
    @overload
    def __getitem__(self, index: slice) -> list[DeviceReport]: ...
    def __getitem__(self, index: int | slice) -> DeviceReport | list[DeviceReport]:
        return self._devices[index]

    def _repr_html_(self) -> str:
        heads = ("device", "name", "type", "memory", "usable", "default", "remark")
        rows = [
            (
                device.selector,
                device.name,
                device.type,
                f"{device.global_memory / 2**30:.1f} GiB",
                "yes" if device.usable else "no",
                "yes" if device.chosen_by_default else "",
                device.reason,
            )
            for device in self
        ]
        advice = f"<p>{escape(self.advice)}</p>" if self.advice else ""
        return rows_table("OpenCL devices", heads, rows) + advice


def devices() -> DeviceOverview:
    """List the OpenCL devices of this machine.

    clconn tries each device with a kernel, in a child process if a failure could end this one. It
    keeps a good answer on disk, so that the next call is quick.

    Returns
    -------
    DeviceOverview
        A sequence of the devices, each of which can be passed as ``device``; ``platforms``, each
        with its ``devices``; and ``advice``: how to get a device if there is none, also if
        pyopencl is missing. A broken driver does not make this function raise.

    Examples
    --------
    >>> import clconn
    >>> for device in clconn.devices():  # doctest: +SKIP
    ...     print(device.selector, device.name, device.usable)
    0:0 pthread-AMD EPYC True
    """
    try:
        cl = import_pyopencl()
    except ClconnError as error:
        return DeviceOverview([], str(error))
    platforms = _answer_or(list, cl.get_platforms)
    default, advice = _default()
    reports = [_platform(cl, index, platform, default) for index, platform in enumerate(platforms)]
    return DeviceOverview(reports, advice)


def _answer_or(fallback: Callable[[], _T], ask: Callable[[], _T]) -> _T:
    """Return a driver's answer, or the fallback if the driver gives none."""
    try:
        return ask()
    # Besides pyopencl.Error, a driver's answer may not decode, or not fit its type.
    except Exception:
        return fallback()


def _text(ask: Callable[[], Any]) -> str:
    return _answer_or(lambda: "unknown", lambda: str(ask()).strip())


def _number(ask: Callable[[], Any]) -> int:
    return _answer_or(int, lambda: int(ask()))


def _default() -> tuple[Any, str]:
    """The default device and an empty text, or None and why there is no device."""
    try:
        device = default_device()
        probe = probe_device(device)
    except ClconnError as error:
        return None, str(error)
    except Exception:
        return None, _text(missing_device_advice)
    return device, probe.reason


def _platform(cl: Any, index: int, platform: Any, default: Any) -> PlatformReport:
    devices = _answer_or(list, platform.get_devices)
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
    simulator = _answer_or(bool, lambda: is_simulator(device))
    return DeviceReport(
        name=_text(lambda: device.name),
        type=_answer_or(lambda: "unknown", lambda: _type(cl, device)),
        selector=selector,
        version=_text(lambda: device.version),
        driver=_text(lambda: device.driver_version),
        global_memory=_number(lambda: device.global_mem_size),
        maximum_buffer=_number(lambda: device.max_mem_alloc_size),
        local_memory=_number(lambda: device.local_mem_size),
        compute_units=_number(lambda: device.max_compute_units),
        maximum_work_group=_number(lambda: device.max_work_group_size),
        usable=probe.usable,
        chosen_by_default=_answer_or(bool, lambda: bool(device == default)),
        simulator=simulator,
        reliable=probe.reliable,
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
