"""Which device is taken: by default, by a selector, by PYOPENCL_CTX."""

from types import SimpleNamespace

import pytest

from clconn.errors import BackendUnavailableError, DeviceError
from clconn.opencl_backend.device.devices import (
    all_devices,
    default_device,
    is_simulator,
    select_device,
    selector_of,
    usable_devices,
)
from clconn.opencl_backend.device.pocl import is_pocl
from clconn.opencl_backend.device.probe import Probe
from tests.helpers.fake_opencl import (
    ACCELERATOR,
    CPU,
    GPU,
    FeignedDevice,
    FeignedPlatform,
    feign,
    feign_none,
)


@pytest.fixture
def machine(monkeypatch):
    """A machine with one of everything, in an order that helps nobody."""
    devices = {
        "simulator": FeignedDevice("Oclgrind Simulator", CPU | GPU | ACCELERATOR),
        "processor": FeignedDevice("pthread-EPYC", CPU),
        "broken": FeignedDevice("Voodoo 3", GPU, Probe(False, "Voodoo 3 computes wrong results")),
        "accelerator": FeignedDevice("Alveo U250", ACCELERATOR),
        "gpu": FeignedDevice("NVIDIA H100", GPU),
    }
    feign(
        monkeypatch,
        FeignedPlatform("Oclgrind", devices["simulator"]),
        FeignedPlatform(
            "Portable Computing Language", devices["processor"], vendor="The pocl project"
        ),
        FeignedPlatform("without devices"),
        FeignedPlatform("Vendor", devices["broken"], devices["accelerator"], devices["gpu"]),
    )
    return devices


def test_all_devices_leaves_out_what_a_platform_refuses(machine):
    assert all_devices() == list(machine.values())


def test_the_default_is_the_first_usable_gpu(machine):
    assert default_device() is machine["gpu"]
    order = ("gpu", "accelerator", "processor")
    assert usable_devices() == [machine[name] for name in order]


def test_a_simulator_is_never_the_default(monkeypatch):
    simulator = FeignedDevice("Oclgrind Simulator", CPU | GPU | ACCELERATOR)
    feign(monkeypatch, FeignedPlatform("Oclgrind", simulator))
    assert is_simulator(simulator)
    assert usable_devices() == []
    with pytest.raises(BackendUnavailableError, match="no OpenCL device was found"):
        default_device()
    assert select_device("oclgrind") is simulator
    assert select_device("0:0") is simulator


@pytest.mark.parametrize(
    ("selector", "name"),
    [
        ("0", "simulator"),
        ("1", "processor"),
        ("1:0", "processor"),
        ("3:1", "accelerator"),
        ("3:2", "gpu"),
        ("gpu", "gpu"),
        ("GPU", "gpu"),
        ("cpu", "processor"),
        ("accelerator", "accelerator"),
        ("nvidia", "gpu"),
        (" NVIDIA ", "gpu"),
        ("h100", "gpu"),
        ("portable", "processor"),
        ("portable:epyc", "processor"),
        # PoCL's platform has it in the vendor's name alone.
        ("pocl", "processor"),
        ("PoCL:epyc", "processor"),
        ("3:h100", "gpu"),
        ("vendor:u250", "accelerator"),
        # The first of a platform that works, though another one comes before it.
        ("vendor", "accelerator"),
        ("simulator", "simulator"),
    ],
)
def test_selectors(machine, selector, name):
    assert select_device(selector) is machine[name]


@pytest.mark.parametrize(
    "selector", ["", "  ", "amd", "2", "2:0", "4:0", "0:1", "1:nvidia", "portable:h100", ":", "-1"]
)
def test_a_selector_that_matches_nothing_is_told_what_there_is(machine, selector):
    with pytest.raises(DeviceError) as caught:
        select_device(selector)
    assert f"no OpenCL device matches {selector!r}" in str(caught.value)
    assert "1:0 pthread-EPYC (Portable Computing Language)" in str(caught.value)
    assert "3:2 NVIDIA H100 (Vendor)" in str(caught.value)


@pytest.mark.parametrize("selector", ["voodoo", "3:0", "3"])
def test_a_device_that_does_not_work_is_refused_with_the_reason(machine, selector):
    with pytest.raises(DeviceError, match="cannot be used: Voodoo 3 computes wrong results"):
        select_device(selector)


def test_a_real_device_comes_before_a_simulator_of_that_name(monkeypatch):
    simulator = FeignedDevice("Radeon, simulated", GPU)
    real = FeignedDevice("Radeon", GPU)
    feign(monkeypatch, FeignedPlatform("Oclgrind", simulator), FeignedPlatform("ROCm", real))
    assert select_device("radeon") is real
    assert select_device("gpu") is real


def test_the_environment_names_the_default(machine, monkeypatch):
    for value, name in (("1", "processor"), ("1:0", "processor"), ("vendor:1", "accelerator")):
        monkeypatch.setenv("PYOPENCL_CTX", value)
        assert default_device() is machine[name]
    monkeypatch.setenv("PYOPENCL_CTX", "")
    assert default_device() is machine["gpu"]


@pytest.mark.parametrize("value", ["amd", "7", "1:7", "1:0:0", "without", "3:1,9"])
def test_a_wrong_environment_is_named(machine, monkeypatch, value):
    monkeypatch.setenv("PYOPENCL_CTX", value)
    with pytest.raises(DeviceError) as caught:
        default_device()
    assert f"PYOPENCL_CTX={value!r} matches no device" in str(caught.value)
    assert "3:2 NVIDIA H100 (Vendor)" in str(caught.value)


def test_when_none_works_every_reason_is_given(monkeypatch):
    devices = [FeignedDevice(name, CPU, Probe(False, f"{name} is broken")) for name in "ab"]
    feign(monkeypatch, FeignedPlatform("Vendor", *devices))
    with pytest.raises(BackendUnavailableError, match="a is broken; b is broken"):
        default_device()


@pytest.fixture
def unreliable(monkeypatch):
    """A machine with a processor that ends loops early, and, if asked for, a good one."""
    device = FeignedDevice("llvmpipe", CPU, Probe(True, "llvmpipe ends loops", reliable=False))
    good = FeignedDevice("a better llvmpipe", CPU)

    def feign_machine(*, with_good):
        others = [FeignedPlatform("Vendor", good)] if with_good else []
        feign(monkeypatch, FeignedPlatform("rusticl", device), *others)
        return device, good

    return feign_machine


def test_an_unreliable_device_is_used_only_when_named(unreliable, monkeypatch):
    device, _ = unreliable(with_good=False)
    assert usable_devices() == []
    with pytest.raises(BackendUnavailableError, match="llvmpipe ends loops"):
        default_device()
    with pytest.raises(DeviceError, match="device 'cpu' cannot be used: llvmpipe ends loops"):
        select_device("cpu")
    for selector in ("rusticl", "llvmpipe", "0:0", "0"):
        assert select_device(selector) is device
    monkeypatch.setenv("PYOPENCL_CTX", "0")
    assert default_device() is device


def test_a_reliable_device_comes_before_an_unreliable_one(unreliable):
    device, good = unreliable(with_good=True)
    assert default_device() is good
    assert usable_devices() == [good]
    assert select_device("cpu") is good
    assert select_device("llvmpipe") is good
    assert select_device("rusticl") is device


def test_pocl_without_a_folder_shows_no_device(monkeypatch):
    """What helps then is not another installation."""
    feign(monkeypatch, FeignedPlatform("Portable Computing Language"))
    monkeypatch.setenv("POCL_CACHE_DIR", "/dev/null/kernels")
    with pytest.raises(BackendUnavailableError, match="set POCL_CACHE_DIR to one"):
        default_device()
    with pytest.raises(DeviceError, match="matches 'pocl'; PoCL finds no folder"):
        select_device("pocl")


def test_no_platform_at_all(monkeypatch):
    feign_none(monkeypatch)
    assert all_devices() == []
    with pytest.raises(BackendUnavailableError, match=r"pip install 'pyopencl\[pocl\]'"):
        default_device()
    with pytest.raises(DeviceError, match="no OpenCL device matches 'gpu'; no OpenCL device was"):
        select_device("gpu")
    monkeypatch.setenv("PYOPENCL_CTX", "0")
    with pytest.raises(DeviceError, match="PYOPENCL_CTX='0' matches no device; no OpenCL device"):
        default_device()


def test_selectors_of_real_devices_name_them(device):
    assert select_device(selector_of(device)) == device
    if is_pocl(device):
        assert is_pocl(select_device("pocl"))
    platform = selector_of(device).split(":")[0]
    assert select_device(f"{platform}:{device.name.strip()}") == device


def test_a_device_that_went_away(device, monkeypatch):
    monkeypatch.setattr("pyopencl.get_platforms", list)
    with pytest.raises(DeviceError, match="belongs to no platform that is there now"):
        selector_of(device)
    platform = SimpleNamespace(get_devices=list)
    gone = SimpleNamespace(name="gone", platform=platform, parent_device=None)
    monkeypatch.setattr("pyopencl.get_platforms", lambda: [platform])
    with pytest.raises(DeviceError, match="gone belongs to no platform that is there now"):
        selector_of(gone)
