"""Lists of devices: what they may hold, and devices that two platforms show."""

from types import SimpleNamespace

import pytest

import clconn
from clconn.errors import BackendUnavailableError, DeviceError
from clconn.opencl_backend.device import several_devices
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.devices import selector_of
from clconn.opencl_backend.device.several_devices import distinct_devices, open_runtimes


def test_lists_of_one(device):
    expected = [open_runtimes([device])[0].device]
    for one in ([device], (selector_of(device),), [clconn.devices().platforms[0].devices[0]]):
        assert len(open_runtimes(one)) == 1
    assert [runtime.device for runtime in open_runtimes([device])] == expected


def test_all_devices(device):
    found = open_runtimes("all")
    assert [runtime.device for runtime in open_runtimes(" ALL ")] == [each.device for each in found]


def test_a_device_twice(device):
    with pytest.raises(DeviceError, match=r"0 and 1 of the list are both .*name each once"):
        open_runtimes([device, selector_of(device)])


@pytest.mark.parametrize("devices", [["gpus"], ["all", "cpu"], [["cpu"]]])
def test_lists_in_lists(devices, device):
    with pytest.raises(DeviceError, match="'gpus' and 'all' stand alone"):
        open_runtimes(devices)


def test_what_is_no_device_in_a_list(device):
    with pytest.raises(DeviceError, match="device is 3; expected a selector"):
        open_runtimes([device, 3])
    with pytest.raises(DeviceError, match="no OpenCL device matches 'nonesuch'"):
        open_runtimes(["nonesuch"])


def test_no_gpus(monkeypatch, device):
    monkeypatch.setattr(several_devices, "usable_devices", list)
    with pytest.raises(BackendUnavailableError, match="no GPU is usable"):
        open_runtimes("gpus")
    with pytest.raises(BackendUnavailableError):
        open_runtimes("all")


def _device(name, platform, kind="GPU", **more):
    cl = import_pyopencl()
    return SimpleNamespace(name=name, platform=platform, type=getattr(cl.device_type, kind), **more)


def _on_bus(bus, slot=0, domain=0):
    place = SimpleNamespace(pci_domain=domain, pci_bus=bus, pci_device=slot)
    return {"pci_bus_info_khr": place}


def test_a_physical_device_counts_once(device):
    """Twice the same GPU by its address, a third one by its name; processors of two platforms."""
    first = _device("H200", "nvidia", pci_bus_id_nv=1, pci_slot_id_nv=0)
    second = _device("H200", "nvidia", pci_bus_id_nv=2, pci_slot_id_nv=0)
    named = _device("Arc", "intel")
    again = [
        _device("NVIDIA H200", "pocl", **_on_bus(1)),
        _device("Mesa H200", "rusticl", **_on_bus(2)),
        _device("Arc ", "rusticl"),
    ]
    other = _device("H200", "rusticl", **_on_bus(3))
    domains = [
        _device("H200", "nvidia", pci_bus_id_nv=1, pci_slot_id_nv=0, pci_domain_id_nv=7),
        _device("H200", "rusticl", **_on_bus(1, domain=8)),
    ]
    cpus = [
        _device("EPYC", "pocl", "CPU"), _device("EPYC 2", "pocl", "CPU"),
        _device("AMD EPYC", "intel", "CPU"),
    ]  # fmt: skip
    kept = distinct_devices([first, second, named, *again, other, *domains, *cpus])
    assert kept == [first, second, named, other, *domains, *cpus[:2]]
