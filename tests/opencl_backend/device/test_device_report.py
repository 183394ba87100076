"""``clconn.devices()``: what is there, whatever is broken."""

import dataclasses
import json
import subprocess
import sys

import clconn
from clconn.opencl_backend.device.devices import default_device, select_device
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


class Mute(FeignedDevice):
    """A device that answers hardly any question."""

    @property
    def version(self):
        raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")

    @property
    def global_mem_size(self):
        raise ValueError("not a number")


def _reports():
    return {
        device.name: device
        for platform in clconn.devices().platforms
        for device in platform.devices
    }


def test_real_devices(device):
    found = [
        report
        for platform in clconn.devices().platforms
        for report in platform.devices
        if report.name == device.name.strip() and select_device(report.selector) == device
    ]
    assert len(found) == 1
    report = found[0]
    assert report.usable
    assert report.type in ("GPU", "CPU", "accelerator")
    assert report.global_memory == device.global_mem_size
    assert report.maximum_buffer == device.max_mem_alloc_size
    assert report.local_memory == device.local_mem_size
    assert report.compute_units == device.max_compute_units
    assert report.maximum_work_group == device.max_work_group_size
    assert report.driver == device.driver_version
    assert set(report.capabilities) == {"int64_atomics", "processor_named"}
    assert all(type(value) is bool for value in report.capabilities.values())


def test_the_default_is_marked(device):
    del device  # that there is one
    overview = clconn.devices()
    chosen = [
        report
        for platform in overview.platforms
        for report in platform.devices
        if report.chosen_by_default
    ]
    assert len(chosen) == 1
    assert select_device(chosen[0].selector) == default_device()
    # An unreliable device is the default only if PYOPENCL_CTX names it.
    assert overview.advice == ("" if chosen[0].reliable else chosen[0].reason)


def test_nothing_broken_hides_the_rest(monkeypatch):
    advice = "install a linker"
    feign(
        monkeypatch,
        FeignedPlatform("empty"),
        FeignedPlatform(
            "Vendor",
            Mute("mute", GPU),
            FeignedDevice("unusable", CPU, Probe(False, advice)),
            FeignedDevice("good", ACCELERATOR, Probe(True, int64_atomics=True)),
            FeignedDevice("odd", 0),
        ),
        FeignedPlatform("Oclgrind", FeignedDevice("Simulator", CPU | GPU | ACCELERATOR)),
    )
    platforms = clconn.devices().platforms
    assert [platform.name for platform in platforms] == ["empty", "Vendor", "Oclgrind"]
    assert platforms[0].devices == []
    reports = _reports()
    mute = reports["mute"]
    assert (mute.version, mute.global_memory, mute.usable) == ("unknown", 0, True)
    assert (reports["unusable"].reason, reports["unusable"].capabilities) == (advice, {})
    good = reports["good"]
    assert (good.type, good.selector) == ("accelerator", "1:2")
    assert good.capabilities == {"int64_atomics": True, "processor_named": False}
    assert reports["odd"].type == "unknown"
    simulator = reports["Simulator"]
    assert simulator.simulator
    assert simulator.usable
    assert not simulator.chosen_by_default
    assert "simulator" in simulator.reason
    assert good.chosen_by_default is False  # a GPU that works comes first
    assert mute.chosen_by_default
    described = json.loads(json.dumps(dataclasses.asdict(clconn.devices())))
    assert described["advice"] == ""
    assert described["platforms"][1]["devices"][2]["name"] == "good"


def test_an_unreliable_device(monkeypatch):
    odd = FeignedDevice("llvmpipe", CPU, Probe(True, "llvmpipe ends loops", reliable=False))
    feign(monkeypatch, FeignedPlatform("rusticl", odd))
    report = _reports()["llvmpipe"]
    assert (report.usable, report.reliable, report.reason) == (True, False, "llvmpipe ends loops")
    assert not report.chosen_by_default
    assert set(report.capabilities) == {"int64_atomics", "processor_named"}
    assert clconn.devices().advice == "llvmpipe ends loops"


def test_the_advice_names_the_reason(monkeypatch):
    broken = FeignedDevice("broken", CPU, Probe(False, "apt install gcc"))
    feign(monkeypatch, FeignedPlatform("Vendor", broken))
    assert clconn.devices().advice == "apt install gcc"
    assert not any(report.chosen_by_default for report in _reports().values())


def test_no_platform_at_all(monkeypatch):
    feign_none(monkeypatch)
    overview = clconn.devices()
    assert overview.platforms == []
    assert "pip install 'pyopencl[pocl]'" in overview.advice


def test_only_a_simulator(monkeypatch):
    feign(monkeypatch, FeignedPlatform("Oclgrind", FeignedDevice("Simulator", CPU | GPU)))
    assert _reports()["Simulator"].usable
    assert "no OpenCL device was found" in clconn.devices().advice


def test_the_environment_is_respected(monkeypatch):
    gpu, processor = FeignedDevice("gpu", GPU), FeignedDevice("processor", CPU)
    feign(monkeypatch, FeignedPlatform("Vendor", gpu, processor))
    assert _reports()["gpu"].chosen_by_default
    monkeypatch.setenv("PYOPENCL_CTX", "0:1")
    assert _reports()["processor"].chosen_by_default
    assert not _reports()["gpu"].chosen_by_default
    monkeypatch.setenv("PYOPENCL_CTX", "amd")
    assert not any(report.chosen_by_default for report in _reports().values())
    assert "PYOPENCL_CTX='amd' matches no device" in clconn.devices().advice
    processor.probe = Probe(False, "apt install gcc")
    monkeypatch.setenv("PYOPENCL_CTX", "0:1")
    assert clconn.devices().advice == "apt install gcc"


def test_without_pyopencl():
    code = (
        "import sys; sys.modules['pyopencl'] = None; "
        "import clconn; overview = clconn.devices(); print(overview.platforms, overview.advice)"
    )
    child = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert child.stdout.startswith("[] pyopencl cannot be imported")
    assert "pip install 'pyopencl[pocl]'" in child.stdout
